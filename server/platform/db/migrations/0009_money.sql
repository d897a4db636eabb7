-- Holds that know whose they are, events that are kept until they are processed, and one truth about money.
-- Frozen once merged: a later change is a later file.

alter table bookings
  add column browser_hash text,           -- SHA-256 of the browser's own cookie: whoever comes back finds their hold.
  add column network text,                -- Address (IPv6: its /64) of who holds. Only while they hold.
  add column early_start_asked_at timestamptz, -- When they asked for the session before the 14 days to withdraw end.
  add column processing_since timestamptz, -- Completed by the buyer, the money not there yet.
  add column expire_failed_at timestamptz; -- The payment service could not be asked to end the session: the hold stays.
create index bookings_held_by_browser on bookings (browser_hash) where status = 'held';
create index bookings_held_by_email on bookings (mentee_email) where status = 'held';
create index bookings_held_by_network on bookings (network) where status = 'held';
create index bookings_free_by_email on bookings (mentee_email, starts_at) where status = 'confirmed' and price_pence = 0;
create index bookings_by_payment on bookings (payment_intent) where payment_intent is not null;

-- Events wait here until what they say has been looked into.
alter table payment_events
  add column object_id text,           -- What it is about: a session, a charge, a refund, a dispute.
  add column payment_intent text,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz,
  add column gave_up_at timestamptz;
create index payment_events_waiting on payment_events (next_attempt_at) where processed_at is null and gave_up_at is null;

-- A refund may also be made at the payment service itself.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('slot_taken', 'wrong_amount', 'too_late', 'at_service'));
-- Withdrawn: never sent, because the money had gone back already.
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check
  check (status in ('queued', 'pending', 'succeeded', 'failed', 'withdrawn'));
alter table refunds add column refusals integer not null default 0; -- After each it is asked for under another key.
create index refunds_of_booking on refunds (booking_id);

-- A buyer's bank took a payment back, or asks to.
create table disputes (
  id              text primary key, -- The payment service's.
  booking_id      uuid not null references bookings (id),
  payment_intent  text not null,
  amount_pence    integer not null check (amount_pence > 0),
  currency        text not null,
  status          text not null, -- The payment service's own word.
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

-- Every movement of money, once. Its sums are the only source of "earned", "refunded" and "kept".
create table ledger (
  id            uuid primary key,
  booking_id    uuid not null references bookings (id),
  kind          text not null check (kind in ('charge', 'refund', 'reversal', 'fee')),
  -- Signed: what comes in is positive. A reversal is a refund that came back. A fee is the operator's part of what stays.
  amount_pence  integer not null check (amount_pence <> 0),
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  service_id    text not null, -- Of the payment or the refund that it is about.
  created_at    timestamptz not null,
  unique (kind, service_id),
  check (kind = 'fee' or (kind = 'refund') = (amount_pence < 0))
);
create index ledger_of_booking on ledger (booking_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

-- What the machine cannot decide and a person must look at.
create table concerns (
  id           uuid primary key,
  kind         text not null check (kind in ('event_failed', 'refund_made', 'refund_failed', 'dispute', 'mismatch')),
  subject      text not null, -- The id of the event, refund, dispute or booking it is about.
  booking_id   uuid references bookings (id),
  created_at   timestamptz not null,
  resolved_at  timestamptz,
  unique (kind, subject)
);
create index concerns_open on concerns (created_at) where resolved_at is null;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('booking_confirmed', 'payment_returned', 'confirm_address'));
alter table mails add column secret text; -- What a link in it must carry; gone once it is sent.
