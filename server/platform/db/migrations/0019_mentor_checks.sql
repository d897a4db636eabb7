-- What was found out about a mentor, how and when; the codes that prove an address; and documents given for it.
-- Frozen once merged: a later change is a later file.

-- A check is about what the record said when it was made: it no longer counts once one of those fields says something else.
create table mentor_checks (
  mentor_id   uuid not null references mentors (id) on delete cascade,
  kind        text not null check (kind in ('university_address', 'work_address', 'linkedin', 'right_to_earn', 'portrait')),
  covers      jsonb not null, -- Field -> what it said.
  address     text, -- Of the kinds that prove one: its first letter and its host. Otherwise null.
  proven_at   timestamptz, -- When the code that was mailed there was entered.
  note        text not null default '', -- How it was checked, in the admin's words.
  checked_at  timestamptz, -- Null: proven, but no admin has confirmed yet what that proves.
  checked_by  uuid references accounts (id) on delete set null,
  primary key (mentor_id, kind),
  check ((kind in ('university_address', 'work_address')) = (address is not null and proven_at is not null)),
  check (proven_at is not null or checked_at is not null)
);

-- A code on its way to an address. Asking again replaces it.
create table mentor_check_codes (
  id          uuid primary key,
  mentor_id   uuid not null references mentors (id) on delete cascade,
  kind        text not null check (kind in ('university_address', 'work_address')),
  address     text not null,
  covers      jsonb not null,
  code_hash   text, -- Null until it is mailed: the code is made then.
  tries       integer not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  unique (mentor_id, kind)
);
create index mentor_check_codes_by_expiry on mentor_check_codes (expires_at);

-- A document that a mentor gave. The row is there before its file and until its file is gone, so that no file is forgotten.
create table mentor_documents (
  id          uuid primary key, -- Also names the file.
  mentor_id   uuid not null references mentors (id),
  format      text not null check (format in ('pdf', 'webp')),
  bytes       integer not null check (bytes > 0),
  added_at    timestamptz not null,
  stored_at   timestamptz, -- Null: the file is not there yet, or never arrived.
  removed_at  timestamptz -- Nobody sees it any more; a job removes the file, and then the row.
);
create index mentor_documents_of_mentor on mentor_documents (mentor_id, added_at);
