-- How somebody becomes a mentor: drafts, what they submit, how it is decided, and the mails about it.
-- Frozen once merged: a later change is a later file.

alter table mentors drop constraint mentors_status_check;
alter table mentors add constraint mentors_status_check check (status in (
  'pending', 'changes_requested', 'accepted', 'paused', 'rejected', 'withdrawn', 'suspended'
));
alter table mentors
  add column company text not null default '',
  add column phone text not null default '', -- For the operator. Never public.
  add column specialization text not null default '',
  add column qualification text not null default '',
  add column hours_per_week integer check (hours_per_week between 1 and 80),
  add column right_to_earn text check (right_to_earn in ('yes', 'not_sure', 'no')), -- Null: never asked.
  add column status_since timestamptz, -- Null: since `created_at`.
  add column status_reason text not null default '', -- Why they are paused, rejected or suspended, in words.
  add column paused_by text check (paused_by in ('mentor', 'admin', 'product')),
  add constraint mentors_volunteer check (right_to_earn is null or right_to_earn = 'yes' or price_pence = 0);

alter table session_types
  add column leave_with text not null default '', -- What the mentee has in hand at the end.
  add column touches_visas boolean not null default false; -- Carries the notice that this is not immigration advice.

-- A booking keeps its title, length and price as sold, so that a mentor may remove a session that was booked.
alter table bookings drop constraint bookings_session_type_id_fkey;

-- What somebody typed into the application and has not submitted. As typed, however wrong.
create table mentor_drafts (
  account_id  uuid primary key references accounts (id) on delete cascade,
  fields      jsonb not null,
  portrait    text, -- The random key of a picture.
  version     integer not null default 1, -- Grows with each change, so that an older tab does not overwrite a newer one.
  saved_at    timestamptz not null
);

-- Everything that was submitted for review: applications, and later edits of a public profile. At most one of a mentor waits.
create table mentor_submissions (
  id            uuid primary key,
  mentor_id     uuid not null references mentors (id) on delete cascade,
  content       jsonb not null, -- All fields as they are to become.
  before        jsonb, -- What was public when an edit was submitted. Null: an application.
  version       integer not null default 1, -- Grows when what waits is changed: a decision is about what was read.
  submitted_at  timestamptz not null,
  changed_at    timestamptz not null,
  decision      text check (decision in ('accepted', 'rejected', 'changes_requested', 'withdrawn')),
  decided_at    timestamptz,
  decided_by    uuid references accounts (id) on delete set null, -- Null: the mentor, or nobody yet.
  message       text not null default '', -- To the mentor, mailed word for word.
  requests      jsonb not null default '{}', -- Field -> what is asked.
  check ((decision is null) = (decided_at is null))
);
create unique index mentor_submissions_waiting on mentor_submissions (mentor_id) where decision is null;
create index mentor_submissions_of_mentor on mentor_submissions (mentor_id, submitted_at);
create index mentor_submissions_queue on mentor_submissions (submitted_at) where decision is null;

-- Names in addresses that a public mentor had before their name changed. They lead to the present one.
create table previous_slugs (
  slug       text primary key,
  mentor_id  uuid not null references mentors (id) on delete cascade
);

-- Mail to somebody about their application or profile. A row is written with what gives reason for it and is sent after.
create table mentor_mails (
  id          uuid primary key,
  mentor_id   uuid not null references mentors (id) on delete cascade,
  kind        text not null check (kind in (
    'received', 'accepted', 'rejected', 'changes_requested', 'withdrawn', 'paused', 'resumed', 'suspended', 'reinstated',
    'edit_accepted', 'edit_rejected', 'edit_changes_requested'
  )),
  facts       jsonb not null default '{}',
  created_at  timestamptz not null,
  sent_at     timestamptz
);
create index mentor_mails_by_expiry on mentor_mails (created_at);

-- Sessions that are cancelled because the mentor leaves or is suspended.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('slot_taken', 'wrong_amount', 'too_late', 'at_service', 'mentor_left'));
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('booking_confirmed', 'payment_returned', 'confirm_address', 'booking_cancelled'));
create index bookings_confirmed_of_mentor on bookings (mentor_id, starts_at) where status = 'confirmed';
