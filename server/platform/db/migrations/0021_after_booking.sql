-- What may happen to a booking after it was paid: its own cancellation policy, moves, a cancellation, a link of its own.
-- Frozen once merged: a later change is a later file.

alter table mentors
  add column cancel_policy text not null default 'flexible' check (cancel_policy in ('flexible', 'moderate', 'firm'));

alter table bookings
  -- As sold. A mentor who changes theirs changes no booking.
  add column cancel_policy text not null default 'flexible' check (cancel_policy in ('flexible', 'moderate', 'firm')),
  -- Rises with every move and with the cancellation: the SEQUENCE of its calendar entry and the version of its mails.
  add column revision integer not null default 0 check (revision >= 0),
  -- The mentee's link is made of this: a new number, and every earlier link opens nothing.
  add column link_version integer not null default 1 check (link_version >= 1),
  add column cancelled_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('mentee', 'mentor', 'admin', 'product')),
  add check (cancelled_by is null or cancelled_at is not null);

alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in (
  'slot_taken', 'wrong_amount', 'too_late', 'at_service', 'mentor_left',
  'mentee_cancelled', 'mentor_cancelled', 'admin_cancelled', 'move_unanswered', 'mentor_absent', 'problem'));

-- Both sides of a booking get mails. Which kinds there are is the code's to say.
alter table mails drop constraint mails_kind_check;
alter table mails add column recipient text not null default 'mentee' check (recipient in ('mentee', 'mentor'));
alter table mails drop constraint mails_booking_id_kind_version_key;
alter table mails add unique (booking_id, recipient, kind, version);
