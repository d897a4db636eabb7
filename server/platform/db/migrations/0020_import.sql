-- Documents of the system before this one, the mentors that were made of them, and how their owners take them over.
-- Frozen once merged: a later change is a later file.

-- A row for every document that was taken. By it the same file, imported again, changes nothing.
create table imported_documents (
  collection   text not null, -- 'mentors_section', 'Bookings', …; 'mentors.json' for entries of that file.
  id           text not null, -- There.
  hash         text not null, -- SHA-256 of all that was taken: fields, picture and options.
  fields       jsonb, -- As they were. Null: deleted after their time.
  mentor_id    uuid references mentors (id) on delete set null, -- What was made of it. Null: kept as it is.
  imported_at  timestamptz not null,
  changed_at   timestamptz not null, -- When another version of it was taken.
  primary key (collection, id)
);
create index imported_documents_of_mentor on imported_documents (mentor_id) where mentor_id is not null;
create index imported_documents_by_age on imported_documents (changed_at) where fields is not null;

-- What the import knows of a mentor it made.
create table imported_mentors (
  mentor_id      uuid primary key references mentors (id) on delete cascade,
  status_before  text not null, -- In the system before.
  email          citext, -- From there: where a link to claim the record might be sent. Nobody has proved it to be theirs.
  content        jsonb not null, -- As the import wrote it. What differs now was edited since.
  picture_hash   text, -- SHA-256 of the file that the portrait was made of.
  claimed_at     timestamptz
);

-- Links by which the owner of an imported record takes it over. At most one of a record can be followed.
create table claim_links (
  id          uuid primary key,
  mentor_id   uuid not null references mentors (id) on delete cascade,
  email       citext, -- Where it is mailed. Null: an admin hands it over.
  token_hash  text unique, -- SHA-256. Null: of a mail that is not written yet.
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  mailed_at   timestamptz,
  ended_at    timestamptz -- When it was followed, or replaced by a newer one.
);
create unique index claim_links_open on claim_links (mentor_id) where ended_at is null;
create index claim_links_by_expiry on claim_links (expires_at);

-- Pictures whose files are being stored while no row names them yet. What a crash leaves here is removed by the next import.
create table unnamed_pictures (
  key         text primary key,
  created_at  timestamptz not null
);
