-- Webhooks to an operator's own programs: where they go, what there is to tell, and each delivery of it. An event is written
-- with what it tells, and delivered after. Frozen once merged: a later change is a later file.

create table webhook_endpoints (
  id              uuid primary key,
  address         text not null unique check (address <> ''),
  events          text[] not null,               -- Which there are is the code's to say.
  is_on           boolean not null default true,
  off_reason      text check (off_reason in ('admin', 'failing')),
  secret_version  integer not null default 1,    -- The secret itself is computed.
  version         integer not null default 1,    -- Of two admins who change it at once, one is first.
  failing_since   timestamptz,                   -- The first failure after the last success.
  -- Which kind of installation it was added in. In a copy of another kind it is told nothing.
  mode            text not null check (mode in ('demo', 'live', 'rehearsal')),
  created_at      timestamptz not null,
  check (is_on = (off_reason is null))
);

create table webhook_events (
  id          uuid primary key,                  -- The receiver's to tell a repetition by.
  kind        text not null,
  subject     uuid not null,                     -- What it is about: a booking, a mentor, a payout.
  version     text not null,                     -- Each version of what it tells is told once.
  body        text not null,                     -- As it is sent, since its bytes are signed.
  created_at  timestamptz not null,
  unique (kind, subject, version)
);
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_deliveries (
  id           uuid primary key,
  number       bigint generated always as identity unique, -- In the order of the log.
  event_id     uuid not null references webhook_events (id) on delete cascade,
  endpoint_id  uuid not null references webhook_endpoints (id) on delete cascade,
  sending      integer not null default 1,       -- Which sending of the event to this endpoint it is.
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  attempts     integer not null default 0,
  created_at   timestamptz not null,
  next_at      timestamptz not null,             -- Of a waiting one: not before then. An attempt moves it on while it lasts.
  tried_at     timestamptz,
  status       integer,                          -- Of the last response.
  duration_ms  integer,
  problem      text,                             -- Why the last attempt had no response.
  excerpt      text not null default '',         -- The beginning of the last response's body.
  unique (event_id, endpoint_id, sending)
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, number);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
