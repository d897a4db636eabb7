-- When a mentor can be booked: their starts by weekday and by date, notice, horizon, buffers, caps, and where they travel.
-- Frozen once merged: a later change is a later file.

alter table mentors
  -- Seven lists of wall times in their own zone, Monday's first. Specification §9.
  add column weekly_starts jsonb not null default '[
    ["14:30", "15:30", "16:30", "17:30", "18:30"], ["14:30", "15:30", "16:30", "17:30", "18:30"],
    ["14:30", "15:30", "16:30", "17:30", "18:30"], ["14:30", "15:30", "16:30", "17:30", "18:30"],
    ["14:30", "15:30", "16:30", "17:30", "18:30"], ["14:30", "15:30", "16:30", "17:30", "18:30"],
    ["14:30", "15:30", "16:30", "17:30", "18:30"]]'
    check (jsonb_typeof(weekly_starts) = 'array' and jsonb_array_length(weekly_starts) = 7),
  add column buffer_before integer not null default 0 check (buffer_before between 0 and 60), -- Minutes.
  add column buffer_after integer not null default 0 check (buffer_after between 0 and 60), -- Minutes.
  add column notice_hours integer not null default 12 check (notice_hours between 1 and 168),
  add column horizon_days integer not null default 60 check (horizon_days between 1 and 90),
  add column day_cap integer check (day_cap > 0), -- Sessions; null: any number.
  add column week_cap integer check (week_cap > 0); -- From Monday.

-- Other starts on one date. None at all: a day off.
create table date_overrides (
  mentor_id  uuid not null references mentors (id) on delete cascade,
  date       date not null, -- On the mentor's calendar.
  starts     text[] not null check (array_to_string(starts, ' ') ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]( |$))*$'),
  primary key (mentor_id, date)
);

-- From one date to another, both included, a mentor is in another zone.
create table travel_zones (
  id             uuid primary key,
  mentor_id      uuid not null references mentors (id) on delete cascade,
  first_date     date not null,
  last_date      date not null check (last_date >= first_date),
  time_zone      text not null,
  starts_follow  boolean not null, -- Whether their starts are wall times there. Bookings never move.
  exclude using gist (mentor_id with =, daterange(first_date, last_date, '[]') with &&)
);

create trigger listing_of_date_override after insert or update or delete on date_overrides
  for each row execute function mark_stale_listing();
create trigger listing_of_travel_zone after insert or update or delete on travel_zones
  for each row execute function mark_stale_listing();

-- A claim holds a session's minutes and the buffers around it; a booking remembers those it was sold with.
alter table bookings
  add column buffer_before integer not null default 0 check (buffer_before between 0 and 60),
  add column buffer_after integer not null default 0 check (buffer_after between 0 and 60);
