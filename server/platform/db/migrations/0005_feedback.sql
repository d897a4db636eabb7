-- What people said of a session they had. Specification §3, Feedback.
-- Frozen once merged: a later change is a later file.

-- Feedback names its mentor, so that ratings are counted without the bookings; this makes the two agree.
alter table bookings add constraint bookings_with_mentor unique (id, mentor_id);

create table feedback (
  id            uuid primary key,
  booking_id    uuid not null unique, -- One voice for each session that was held.
  mentor_id     uuid not null references mentors (id),
  rating        integer not null check (rating between 1 and 5), -- Stars.
  text          text not null check (char_length(text) between 1 and 1000),
  author        text not null check (author <> ''), -- As shown: first name and initial.
  published_at  timestamptz, -- Null: nobody but those concerned sees it.
  created_at    timestamptz not null,
  foreign key (booking_id, mentor_id) references bookings (id, mentor_id)
);
-- Averages read nothing but this index.
create index feedback_public on feedback (mentor_id, published_at desc) include (rating) where published_at is not null;
