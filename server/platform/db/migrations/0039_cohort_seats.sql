-- Joining a cohort: a seat is booked and paid as a session is, so it is a booking too (decision 0041). Frozen once merged: a
-- later change is a later file.

alter table cohorts
  add column price_pence integer not null default 0 check (price_pence >= 0), -- Of one seat.
  add column currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  add constraint cohorts_with_seats unique (id, seats),
  drop constraint cohorts_status_check,
  add constraint cohorts_status_check
    check (status in ('pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn'));

-- A booking is a session with a mentor or a seat in a cohort. A seat whose cohort was erased has neither: it is an accounting
-- row. What a seat is sold as begins with the cohort's first day and ends with its last, by UTC.
alter table bookings
  add column cohort_id uuid references cohorts (id) on delete set null,
  alter column mentor_id drop not null,
  alter column session_type_id drop not null,
  add constraint bookings_of_one_kind check (
    (mentor_id is null) = (session_type_id is null) and (mentor_id is null or cohort_id is null)),
  drop constraint bookings_minutes_check,
  add constraint bookings_minutes_check check (minutes between 15 and 120 or (mentor_id is null and minutes > 0));
create index bookings_of_cohort on bookings (cohort_id, created_at) where cohort_id is not null;

-- The seats of cohorts that are taken, as claims are the minutes of mentors. No seat is sold twice, and none that the cohort
-- does not have.
create table seats (
  booking_id  uuid primary key references bookings (id) deferrable initially deferred,
  cohort_id   uuid not null,
  number      integer not null,
  seats       integer not null,
  constraint seats_sold_once unique (cohort_id, number),
  constraint seats_of_cohort check (number between 1 and seats),
  foreign key (cohort_id, seats) references cohorts (id, seats) on delete cascade
);

-- A cohort's public page says how many are free.
create constraint trigger page_of_seat after insert or delete on seats
  deferrable initially deferred for each row execute function raise_page_version();
