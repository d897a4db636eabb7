-- Cohorts: what is proposed, how it is decided, and whether accepted ones are shown. Frozen once merged: a later change is a
-- later file.

create table cohorts (
  id              uuid primary key,
  slug            text not null unique,
  account_id      uuid not null references accounts (id) on delete cascade, -- Who proposed it.
  status          text not null check (status in ('pending', 'changes_requested', 'accepted', 'rejected')),
  status_since    timestamptz not null,
  version         integer not null default 1, -- Grows with each change: a decision is about what was read.
  changed_at      timestamptz not null, -- When it was sent last.
  decided_by      uuid references accounts (id) on delete set null,
  message         text not null default '', -- Of the last decision, mailed word for word.
  title           text not null,
  subtitle        text not null,
  mentor_name     text not null,
  starts_on       date not null,
  ends_on         date not null check (ends_on >= starts_on),
  seats           integer not null check (seats between 2 and 200),
  commitment      text not null,
  audience        text not null,
  welcome         text not null,
  core_skills     text[] not null,
  interview_prep  text[] not null,
  skills_gain     text[] not null,
  progress        text not null, -- How members see theirs, in words.
  picture         text, -- The random key of a picture.
  created_at      timestamptz not null
);
-- Of each account at most one is being written and reviewed.
create unique index cohorts_open on cohorts (account_id) where status in ('pending', 'changes_requested');
create index cohorts_of_account on cohorts (account_id, created_at);
create index cohorts_queue on cohorts (changed_at) where status = 'pending';
create index cohorts_accepted on cohorts (starts_on) where status = 'accepted';

create table cohort_sessions (
  cohort_id  uuid not null references cohorts (id) on delete cascade,
  position   integer not null,
  topic      text not null,
  date       date not null,
  details    text not null,
  primary key (cohort_id, position)
);

create table cohort_tasks (
  cohort_id    uuid not null references cohorts (id) on delete cascade,
  position     integer not null,
  title        text not null,
  description  text not null,
  due          date not null,
  primary key (cohort_id, position)
);

create table cohort_resources (
  cohort_id  uuid not null references cohorts (id) on delete cascade,
  position   integer not null,
  title      text not null,
  url        text not null,
  primary key (cohort_id, position)
);

-- What somebody typed into a proposal and has not sent. As typed, however wrong.
create table cohort_drafts (
  account_id  uuid primary key references accounts (id) on delete cascade,
  fields      jsonb not null,
  picture     text,
  version     integer not null default 1, -- Grows with each change, so that an older tab does not overwrite a newer one.
  saved_at    timestamptz not null
);

-- Whether accepted cohorts are shown, as an admin last chose. Without a row they are not.
create table cohort_publishing (
  only_row    boolean primary key default true check (only_row),
  published   boolean not null,
  changed_at  timestamptz not null
);

-- Of what was erased only who did what to which id stays.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.at, new.actor, new.action, new.subject, new.subject_id)
      = (old.id, old.at, old.actor, old.action, old.subject, old.subject_id)
    and new.actor_id is not distinct from old.actor_id
    and (
      (new.address is not distinct from cut_address(old.address)
        and new.before is not distinct from old.before
        and new.after is not distinct from old.after)
      or (new.before is null and new.after is null and new.address is null
        and case old.subject
          when 'accounts' then not exists (select from accounts where id::text = old.subject_id)
            and exists (select from audit_log where subject = 'accounts' and subject_id = old.subject_id and action = 'account.erased')
          when 'mentors' then exists (select from mentors where id::text = old.subject_id and erased_at is not null)
          when 'bookings' then exists (select from bookings where id::text = old.subject_id and erased_at is not null)
          when 'cohorts' then not exists (select from cohorts where id::text = old.subject_id)
          else false
        end)
    )
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
