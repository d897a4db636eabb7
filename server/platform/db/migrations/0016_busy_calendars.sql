-- Other calendars of a mentor, whose busy times hide starts. A busy time never changes a booking.
-- Frozen once merged: a later change is a later file.

create table busy_calendars (
  id              uuid primary key,
  mentor_id       uuid not null references mentors (id) on delete cascade,
  position        integer not null check (position between 1 and 3), -- With the key below: at most three for each mentor.
  name            text not null check (name <> ''), -- What the mentor calls it.
  -- Whoever knows the address can read the whole calendar, so it is encrypted. People are shown its host and its ending.
  sealed_address  text not null,
  address_hash    text not null, -- Under a key: it finds a calendar that was added already, and tells nothing else.
  host            text not null,
  ending          text not null,
  created_at      timestamptz not null,
  next_at         timestamptz not null, -- When it is read next. A process that reads it moves this on first, so that no other does.
  read_at         timestamptz not null, -- When its service last gave it, changed or not.
  failures        integer not null default 0 check (failures >= 0), -- In a row, up to now.
  problem         text, -- Why the last read failed; domain/mentors/busy-calendar.ts has all kinds.
  -- What the service can be asked by whether it has changed, and whether it has.
  etag            text,
  last_modified   text,
  content_hash    text,
  expanded_at     timestamptz not null, -- When its busy times were worked out, and on which zone's clock.
  time_zone       text not null,
  check ((failures > 0) = (problem is not null)),
  unique (mentor_id, position),
  unique (mentor_id, address_hash)
);
create index busy_calendars_due on busy_calendars (next_at);

-- The busy times of a calendar, merged, up to the last day that can be booked. One row, since they are replaced as a whole
-- and always read as a whole.
create table busy_times (
  calendar_id  uuid primary key references busy_calendars (id) on delete cascade,
  mentor_id    uuid not null references mentors (id) on delete cascade,
  during       tstzmultirange not null
);
create index busy_times_of_mentor on busy_times (mentor_id);

create trigger listing_of_busy_times after insert or delete on busy_times
  for each row execute function mark_stale_listing();
create trigger listing_of_changed_busy_times after update on busy_times
  for each row when (old.during is distinct from new.during) execute function mark_stale_listing();
