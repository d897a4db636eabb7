-- Mentors that people saved for later in their account. A visitor's are in a cookie. Frozen once merged: a later change is a
-- later file.

create table saved_mentors (
  account_id uuid not null references accounts (id) on delete cascade,
  mentor_id uuid not null references mentors (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (account_id, mentor_id)
);
create index saved_mentors_of_mentor on saved_mentors (mentor_id); -- For the cascade.
