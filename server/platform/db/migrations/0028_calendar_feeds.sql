-- Each account has a calendar of its bookings at a secret address.
-- Frozen once merged: a later change is a later file.

-- The address is made of this: a new number, and the one before opens nothing.
alter table accounts add column calendar_version integer not null default 1 check (calendar_version >= 1);
