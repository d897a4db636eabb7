-- Where a mentor meets people, and how often their page was looked at.
-- Frozen once merged: a later change is a later file.

alter table mentors
  add column meeting_url text check (meeting_url ~ '^https://' and length(meeting_url) <= 2048); -- Null: none given.

-- How often a mentor's page was opened on a date (UTC), by anybody but the mentor and crawlers. Nothing of who opened it.
create table mentor_views (
  mentor_id  uuid not null references mentors (id) on delete cascade,
  date       date not null,
  views      integer not null check (views > 0),
  primary key (mentor_id, date)
);
