-- Who may sign in and how, the links that are mailed to them, and a record of who did what.
-- accounts, sessions, credentials, verifications, second_factors and passkeys are better-auth's tables (1.7) under our names.
-- Frozen once merged: a later change is a later file.

create table accounts (
  id             uuid primary key,
  name           text not null check (name <> ''),
  email          citext not null unique,
  -- An account is made when its address has been verified, not before: nobody can take another's address first.
  email_verified boolean not null check (email_verified),
  picture        text, -- The random key of a picture; absent: initials are shown.
  role           text not null default 'member' check (role in ('member', 'admin')), -- Mentor: has an accepted application.
  time_zone      text, -- IANA; absent: the browser's.
  destination    text check (destination ~ '^[A-Z]{2}$'), -- ISO 3166-1: where they are moving to.
  second_factor  boolean not null default false,
  suspended_at   timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table sessions (
  id          uuid primary key,
  account_id  uuid not null references accounts (id) on delete cascade,
  token       text not null unique, -- The cookie carries it signed: a copy of this table alone opens nothing.
  role        text not null check (role in ('member', 'mentor', 'admin')), -- When it was last given a token; a new role gets a new one.
  user_agent  text,
  address     text check (address is null), -- better-auth would write one. We keep none.
  created_at  timestamptz not null,
  updated_at  timestamptz not null, -- Last seen, within the hour.
  expires_at  timestamptz not null
);
create index sessions_of_account on sessions (account_id);

create table credentials (
  id                       uuid primary key,
  account_id               uuid not null references accounts (id) on delete cascade,
  provider                 text not null check (provider in ('credential', 'google')),
  provider_account         text not null,
  password                 text, -- scrypt, with its salt.
  scope                    text,
  access_token             text check (access_token is null), -- We ask Google for nothing after sign-in, so we keep no key to it.
  refresh_token            text check (refresh_token is null),
  id_token                 text check (id_token is null),
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  created_at               timestamptz not null,
  updated_at               timestamptz not null,
  unique (provider, provider_account)
);
create index credentials_of_account on credentials (account_id);

-- What better-auth remembers between two steps: passkey challenges, second steps, Google's state.
create table verifications (
  id          uuid primary key,
  identifier  text not null,
  value       text not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

create table second_factors (
  id            uuid primary key,
  account_id    uuid not null unique references accounts (id) on delete cascade,
  secret        text not null, -- Encrypted with AUTH_SECRET, as are the codes.
  backup_codes  text not null,
  verified      boolean not null,
  failures      integer not null default 0,
  locked_until  timestamptz
);
create index second_factors_by_secret on second_factors (secret);

create table passkeys (
  id             uuid primary key,
  account_id     uuid not null references accounts (id) on delete cascade,
  name           text,
  public_key     text not null,
  credential_id  text not null unique,
  counter        bigint not null,
  device_type    text not null,
  backed_up      boolean not null,
  transports     text,
  aaguid         text,
  created_at     timestamptz
);
create index passkeys_of_account on passkeys (account_id);

-- A link that was or will be mailed. Its token is made when the mail is written and is nowhere but in the mail.
create table links (
  id             uuid primary key,
  purpose        text not null check (purpose in ('sign_up', 'reset', 'new_email', 'admin')),
  email          citext not null, -- The address it is for, which whoever follows it has shown to be theirs.
  account_id     uuid references accounts (id) on delete cascade,
  name           text,  -- Of a sign-up: with the password's hash, all that an account is made of.
  password_hash  text,
  next           text not null default '/', -- A path of ours.
  token_hash     text unique, -- SHA-256.
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  check (purpose <> 'sign_up' or (name is not null and (password_hash is not null or used_at is not null))),
  check (purpose <> 'new_email' or account_id is not null)
);
create index links_by_email on links (email, created_at);
create index links_by_expiry on links (expires_at);

-- Mail to a person about their account. A row is written with what gives reason for it and is sent after.
create table account_mails (
  id          uuid primary key,
  kind        text not null check (kind in (
    'link', 'password_changed', 'email_changing', 'email_changed', 'sign_in_attempts', 'sign_in_changed', 'became_admin'
  )),
  email       citext not null,
  link_id     uuid references links (id) on delete cascade,
  facts       jsonb not null default '{}',
  created_at  timestamptz not null,
  sent_at     timestamptz,
  check ((kind = 'link') = (link_id is not null))
);
create index account_mails_by_expiry on account_mails (created_at);

-- How often something was tried within a window of time, shared by all processes. Keys are hashes of addresses, and networks;
-- they are gone soon after their window.
create table attempts (
  key    text primary key,
  count  integer not null,
  until  timestamptz not null -- When the window ends.
);
create index attempts_by_end on attempts (until);

-- What somebody had typed when they turned out not to be signed in. Found again by the browser's own cookie.
create table drafts (
  browser_hash  text not null,
  path          text not null,
  fields        jsonb not null,
  created_at    timestamptz not null,
  primary key (browser_hash, path)
);
create index drafts_by_age on drafts (created_at);

-- Who did what to what. Rows are never changed, but for the address, which is cut to its network after 7 days.
create table audit_log (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  actor_id    uuid, -- An account; null: the product itself, or an operator at the console, as `actor` says.
  actor       text not null check (actor in ('account', 'visitor', 'product', 'operator')),
  action      text not null check (action ~ '^[a-z_]+\.[a-z_]+$'), -- As in "account.password_changed".
  subject     text not null, -- What kind of thing it was done to: a table's name.
  subject_id  text not null,
  before      jsonb,
  after       jsonb,
  address     inet,
  check ((actor = 'account') = (actor_id is not null))
);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_actor on audit_log (actor_id, at) where actor_id is not null;
create index audit_log_by_subject on audit_log (subject, subject_id, at);
create index audit_log_with_address on audit_log (at) where address is not null and masklen(address) in (32, 128);

-- IPv4 to its /24, IPv6 to its /48.
create function cut_address(address inet) returns inet language sql immutable
  return network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::inet;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and new.address is not distinct from cut_address(old.address)
    and (new.id, new.at, new.actor, new.action, new.subject, new.subject_id)
      = (old.id, old.at, old.actor, old.action, old.subject, old.subject_id)
    and new.actor_id is not distinct from old.actor_id
    and new.before is not distinct from old.before
    and new.after is not distinct from old.after
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();

alter table mentors add column account_id uuid unique references accounts (id);
alter table bookings add column account_id uuid references accounts (id);
create index bookings_of_account on bookings (account_id, starts_at) where account_id is not null;
create index bookings_by_email on bookings (mentee_email) where account_id is null;
