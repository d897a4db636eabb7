-- A mistyped address can be corrected a few times, and a lost link is asked for by address.
-- Frozen once merged: a later change is a later file.

alter table bookings
  add column address_corrections smallint not null default 0 check (address_corrections between 0 and 3);

create index bookings_of_address on bookings (mentee_email, starts_at);
