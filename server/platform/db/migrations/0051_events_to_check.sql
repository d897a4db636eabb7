-- Events of busy calendars whose times are uncertain. Never edit after merging; add a new migration instead.

-- A list of {"problem", "start", "zone"}, without titles. Replaced with the busy times whenever a calendar is read.
alter table busy_calendars add column events_to_check jsonb not null default '[]';

-- Calendars are read whole again, also unchanged ones: earlier releases missed some busy times.
update busy_calendars set expanded_at = to_timestamp(0);
