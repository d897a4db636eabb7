-- The waiting list: people who want to be told when a mentor has a free time. Frozen once merged: a later change is a later
-- file.

create table waiting_list (
  id           uuid primary key,         -- Also what the secret of the links in its mails is computed from.
  mentor_id    uuid not null references mentors (id) on delete cascade,
  email        citext not null,          -- As it was typed: mails go there.
  email_key    text not null generated always as (email_key(email::text)) stored, -- As limits of holds compare addresses.
  account_id   uuid references accounts (id) on delete cascade, -- Who was signed in.
  time_zone    text,                     -- Of the browser, for the time in the mail.
  asked_at     timestamptz not null,     -- Asking again while unconfirmed begins anew.
  confirmed_at timestamptz,              -- By the mailed link, or as the address of the account.
  told_at      timestamptz check (told_at is null or confirmed_at is not null), -- The mail is in the outbox.
  round        integer not null default 0, -- How often that mail was queued: it is not sent when the time is gone by then.
  unique (mentor_id, email_key)
);
create index waiting_list_waiting on waiting_list (mentor_id, confirmed_at) where confirmed_at is not null and told_at is null;
create index waiting_list_by_key on waiting_list (email_key);
create index waiting_list_by_age on waiting_list (asked_at);
create index waiting_list_by_account on waiting_list (account_id) where account_id is not null;
