-- Mentors, the crossings they made and the sessions they sell. Specification §3.
-- Frozen once merged: a later change is a later file.
-- Instants come from the product's clock: no now() in our SQL, the clock can be moved.

create extension if not exists btree_gist;
create extension if not exists citext;

-- One row: whether this database was set up for a demo or for live use. Demo data is only ever written to a demo's.
create table installation (
  only_row    boolean primary key default true check (only_row),
  mode        text not null check (mode in ('demo', 'live')),
  created_at  timestamptz not null
);

create table mentors (
  id            uuid primary key,
  slug          text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in ('from', 'in')),
  name          text not null check (name <> ''),
  role          text not null,
  experience    integer not null check (experience between 0 and 70), -- Years.
  location      text not null,
  languages     text[] not null,
  university    text not null default '',
  education     text not null default '',
  linkedin      text not null default '',
  price_pence   integer not null check (price_pence >= 0),
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  about         text not null default '',
  why_mentor    text not null default '',
  help_with     text[] not null default '{}',
  portrait      text, -- The random key of a picture; absent: initials are shown.
  time_zone     text not null, -- IANA. Their daily starts are wall times in it.
  status        text not null check (status in ('pending', 'accepted', 'rejected', 'paused')),
  created_by    text not null default 'anonymous',
  created_at    timestamptz not null
);
create index mentors_public on mentors (name, id) where status = 'accepted';

-- A crossing: from where to where a mentor moved, in order.
create table moves (
  mentor_id     uuid not null references mentors (id) on delete cascade,
  position      integer not null,
  from_city     text not null,
  from_country  text not null check (from_country ~ '^[A-Z]{2}$'), -- ISO 3166-1.
  to_city       text not null,
  to_country    text not null check (to_country ~ '^[A-Z]{2}$'),
  purpose       text not null check (purpose in ('study', 'work', 'family', 'other')),
  year          integer not null check (year between 1950 and 2100),
  institution   text not null default '',
  primary key (mentor_id, position)
);

create table session_types (
  id            uuid primary key,
  mentor_id     uuid not null references mentors (id) on delete cascade,
  position      integer not null,
  title         text not null check (title <> ''),
  minutes       integer not null check (minutes between 15 and 120 and minutes % 5 = 0),
  description   text not null default '',
  price_pence   integer check (price_pence >= 0), -- Null: the mentor's price applies.
  unique (mentor_id, position)
);
