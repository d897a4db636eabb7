-- When the payment service is asked again, and until when its books have been compared with ours.
-- Frozen once merged: a later change is a later file.

-- The sweeper asks about this booking no earlier. Null: as soon as it may.
alter table bookings add column next_check_at timestamptz;

create table reconciliations (
  scope          text primary key check (scope in ('recent', 'whole')),
  done_until     timestamptz, -- What happened at the payment service before this has been looked at.
  running_since  timestamptz  -- A process is at it; one that died is not waited for long.
);
