-- What the admins' pages ask of a million bookings, and what an admin may do to one.
-- Frozen once merged: a later change is a later file.

create index bookings_by_time on bookings (starts_at, id);
create index bookings_made on bookings (created_at, id);
create index bookings_by_status on bookings (status, starts_at, id);
create index bookings_words on bookings using gin (to_tsvector('simple', mentee_name || ' ' || session_title));
create index ledger_by_time on ledger (created_at) include (kind, amount_pence);

-- An admin gives a part back, whatever the policy says.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in (
  'slot_taken', 'wrong_amount', 'too_late', 'at_service', 'mentor_left', 'mentee_cancelled', 'mentor_cancelled',
  'admin_cancelled', 'move_unanswered', 'mentor_absent', 'problem', 'admin_refunded'));

-- An admin moves a session for the two.
alter table booking_moves drop constraint booking_moves_moved_by_check;
alter table booking_moves add constraint booking_moves_moved_by_check check (moved_by in ('mentee', 'mentor', 'admin'));
