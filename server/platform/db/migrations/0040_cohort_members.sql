-- What members of a cohort do: they tick tasks and ask the mentor. Frozen once merged: a later change is a later file.

-- Tasks that a member has done, by their place in the cohort's list.
create table cohort_ticks (
  booking_id  uuid not null references bookings (id) on delete cascade,
  position    integer not null,
  ticked_at   timestamptz not null,
  primary key (booking_id, position)
);

-- What members ask. An answer is seen by the whole cohort, without the name of who asked.
create table cohort_questions (
  id           uuid primary key,
  cohort_id    uuid not null references cohorts (id) on delete cascade,
  booking_id   uuid not null references bookings (id), -- Of the member who asks.
  question     text not null,
  asked_at     timestamptz not null,
  answer       text,
  answered_at  timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index cohort_questions_of_cohort on cohort_questions (cohort_id, asked_at);
create index cohort_questions_of_member on cohort_questions (booking_id);
