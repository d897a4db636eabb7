-- One outbox for every mail: a row is written with what it tells, and sent after. It takes in the four tables and columns
-- that kept mails until now. Frozen once merged: a later change is a later file.

create table outbox (
  id           uuid primary key,         -- Also the Message-ID, so that a mail sent again is known as the same.
  about        text not null,            -- Who writes the letter. Which there are, and their kinds, is the code's to say.
  subject      uuid not null,            -- What it is about: a booking, a link, a mentor.
  kind         text not null,
  recipient    citext not null,          -- A role, such as mentee; an address where nothing else knows it.
  version      text not null,            -- Each version of what it tells is told once.
  facts        jsonb not null default '{}',
  secret       text,                     -- What a link in it must carry; gone once it is sent.
  created_at   timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'given_up', 'bounced')),
  state_since  timestamptz not null,
  next_at      timestamptz not null,     -- Of a waiting mail: not before then.
  attempts     integer not null default 0,
  reason       text,                     -- Why it is not sent, or was last not: words of ours, or the server's code.
  unique (subject, kind, recipient, version),
  check (secret is null or state = 'waiting')
);
create index outbox_due on outbox (next_at) where state = 'waiting';
create index outbox_by_age on outbox (created_at);

insert into outbox (id, about, subject, kind, recipient, version, secret, created_at, state, state_since, next_at)
select id, 'booking', booking_id, kind, recipient, version::text, case when sent_at is null then secret end, created_at,
  case when sent_at is null then 'waiting' else 'sent' end, coalesce(sent_at, created_at), created_at
from mails;

insert into outbox (id, about, subject, kind, recipient, version, facts, created_at, state, state_since, next_at)
select id, 'account', coalesce(link_id, id), kind, case when link_id is null then email else 'address' end,
  case when link_id is null then id::text else '1' end, facts, created_at,
  case when sent_at is null then 'waiting' else 'sent' end, coalesce(sent_at, created_at), created_at
from account_mails;

insert into outbox (id, about, subject, kind, recipient, version, facts, created_at, state, state_since, next_at)
select id, 'mentor', mentor_id, kind, 'mentor', id::text, facts, created_at,
  case when sent_at is null then 'waiting' else 'sent' end, coalesce(sent_at, created_at), created_at
from mentor_mails;

insert into outbox (id, about, subject, kind, recipient, version, created_at, state, state_since, next_at)
select id, 'claim', id, 'claim_link', 'owner', '1', created_at,
  case when mailed_at is null then 'waiting' else 'sent' end, coalesce(mailed_at, created_at), created_at
from claim_links where email is not null;

insert into outbox (id, about, subject, kind, recipient, version, created_at, state, state_since, next_at)
select id, 'check', id, 'check_code', 'address', '1', created_at, 'waiting', created_at, created_at
from mentor_check_codes where code_hash is null;

drop table mails;
drop table account_mails;
drop table mentor_mails;
alter table claim_links drop column mailed_at;

alter table concerns drop constraint concerns_kind_check;
