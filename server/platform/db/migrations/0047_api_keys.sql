-- Keys by which an operator's own programs use the API. Frozen once merged: a later change is a later file.

create table api_keys (
  id            uuid primary key,
  name          text not null check (name <> '' and length(name) <= 80),
  key_hash      text not null unique,     -- SHA-256. The key itself is shown once and stored nowhere.
  scopes        text[] not null check (cardinality(scopes) > 0),
  created_by    uuid references accounts (id) on delete set null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  revoked_at    timestamptz
);
create index api_keys_of_account on api_keys (created_by); -- For the deletion of an account.
