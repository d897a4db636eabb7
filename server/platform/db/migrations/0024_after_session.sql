-- What is said and done around a session that takes place: who is here, who was not, what comes next, how it went.
-- Frozen once merged: a later change is a later file.

-- "I'm here", once for each side.
create table arrivals (
  booking_id  uuid not null references bookings (id),
  side        text not null check (side in ('mentee', 'mentor')),
  at          timestamptz not null,
  primary key (booking_id, side)
);

-- One side says that the other was not there. One report for each booking.
create table no_shows (
  booking_id    uuid primary key references bookings (id),
  absent        text not null check (absent in ('mentee', 'mentor')),
  reported_at   timestamptz not null,
  contested_at  timestamptz,
  contest       text not null default '' check (char_length(contest) <= 1000), -- What the side says that was missed.
  outcome       text check (outcome in ('absent', 'present')), -- Uncontested after a day `absent`, else as an admin decides.
  decided_at    timestamptz,
  decided_by    uuid references accounts (id) on delete set null, -- Null: nobody contested.
  check ((outcome is null) = (decided_at is null)),
  check (contested_at is not null or outcome is distinct from 'present')
);
create index no_shows_open on no_shows (reported_at) where outcome is null;

-- That a session took place. Specification §3, Completions. Demo sessions of the past have none.
create table completions (
  booking_id    uuid primary key references bookings (id),
  completed_at  timestamptz not null,
  completed_by  text not null check (completed_by in ('mentee', 'mentor', 'product')),
  note          text not null default '' check (char_length(note) <= 2000), -- The mentor's, for the mentee.
  noted_at      timestamptz -- When the mentor wrote the note or the next steps, which happens once.
);

create table next_steps (
  booking_id  uuid not null references completions (booking_id),
  position    integer not null check (position between 1 and 5),
  text        text not null check (char_length(text) between 1 and 200),
  due_on      date, -- On the mentee's calendar.
  primary key (booking_id, position)
);

-- Either side says that something went wrong. Until an admin has decided, the mentor is not paid.
create table problems (
  id            uuid primary key,
  booking_id    uuid not null references bookings (id),
  side          text not null check (side in ('mentee', 'mentor')),
  text          text not null check (char_length(text) between 1 and 1000),
  reported_at   timestamptz not null,
  resolved_at   timestamptz,
  resolved_by   uuid references accounts (id) on delete set null,
  refund_pence  integer check (refund_pence >= 0), -- What the admin gave back.
  answer        text not null default '' check (char_length(answer) <= 1000), -- The admin's, mailed to both.
  unique (booking_id, side),
  check ((resolved_at is null) = (refund_pence is null))
);
create index problems_open on problems (reported_at) where resolved_at is null;

alter table feedback
  add column answer text check (char_length(answer) between 1 and 1000), -- The mentor's, public.
  add column answered_at timestamptz,
  add column hidden_at timestamptz, -- An admin hid it.
  add check ((answer is null) = (answered_at is null)),
  add check (hidden_at is null or published_at is null);
create index feedback_to_publish on feedback (created_at) where published_at is null and hidden_at is null;

-- What the mentor writes to the mentee about the session. Only the two and admins see it.
create table mentor_feedback (
  booking_id  uuid primary key references bookings (id),
  text        text not null check (char_length(text) between 1 and 1000),
  created_at  timestamptz not null
);

-- The minute's job looks for sessions that are over.
create index bookings_confirmed_by_start on bookings (starts_at) where status = 'confirmed';
create index bookings_cancelled_by_mentor on bookings (cancelled_at) where cancelled_by = 'mentor';

-- Which kinds there are is the code's to say.
alter table concerns drop constraint if exists concerns_kind_check;

-- Ratings of fewer than three people are no longer shown.
insert into stale_listings (mentor_id) select id from mentors;
