-- Every stored picture. The row is written before the files and deleted after them, so that files that nothing points at
-- can be found and removed. Frozen once merged: a later change is a later file.

create table pictures (
  key         text primary key, -- Random; the name of its folder in storage.
  created_at  timestamptz not null
);
create index pictures_by_age on pictures (created_at);

-- Those that there are. When they were stored is not known, and they are all in use.
insert into pictures (key, created_at)
  select key, timestamptz '2026-11-01 00:00:00Z' from (
    select picture as key from accounts
    union select portrait from mentors
    union select portrait from mentor_drafts
    union select content ->> 'portrait' from mentor_submissions where decision is null
  ) as used
  where key is not null;

-- Whether something points at a picture.
create index accounts_by_picture on accounts (picture) where picture is not null;
create index mentors_by_portrait on mentors (portrait) where portrait is not null;
create index mentor_drafts_by_portrait on mentor_drafts (portrait) where portrait is not null;
