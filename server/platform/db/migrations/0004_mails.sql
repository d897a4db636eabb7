-- Mail to send. A row is written in the transaction that gives reason for it and is sent after.
-- Frozen once merged: a later change is a later file.

create table mails (
  id          uuid primary key,
  booking_id  uuid not null references bookings (id),
  kind        text not null check (kind in ('booking_confirmed', 'payment_returned')),
  version     integer not null default 1, -- Of the booking, so that each state is told once.
  created_at  timestamptz not null,
  sent_at     timestamptz,
  unique (booking_id, kind, version)
);
create index mails_unsent on mails (created_at) where sent_at is null;
