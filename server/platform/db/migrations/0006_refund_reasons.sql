-- Money also goes back when it comes after the session has begun.
-- Frozen once merged: a later change is a later file.

alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('slot_taken', 'wrong_amount', 'too_late'));
