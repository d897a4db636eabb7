-- Moving a hold to another time, and how often a success page asks the payment service.
-- Frozen once merged: a later change is a later file.

-- The hold that this one replaces, until that one has ended. Until then nobody is shown where to pay for this one.
alter table bookings add column moved_from uuid references bookings (id) on delete set null;
-- A hold is moved to one time at once, whatever two tabs ask for.
create unique index bookings_moved_from on bookings (moved_from) where status = 'held' and moved_from is not null;

-- When a success page asked about its checkout for the last time.
alter table bookings add column page_asked_at timestamptz;

-- Claims of one holder may overlap: a hold and the one that replaces it, while it is moved. Any other claim is its own holder's.
alter table claims add column holder uuid not null default gen_random_uuid();
alter table claims
  drop constraint claims_no_overlap,
  add constraint claims_no_overlap exclude using gist (mentor_id with =, holder with <>, during with &&);
