-- What the stand-in for Stripe remembers. Frozen once merged: a later change is a later file.
-- Instants come from the clock handed in: no now() in our SQL, the clock can be moved.
-- `sequence` is the order of creation, by which lists are paged; ids are random so that nobody can guess an address.

create table sandbox_stripe.checkout_sessions (
  id                   text primary key,
  sequence             bigint generated always as identity unique,
  status               text not null check (status in ('open', 'complete', 'expired')),
  amount_total         integer not null check (amount_total > 0), -- Minor units.
  currency             text not null check (currency ~ '^[a-z]{3}$'),
  line_items           jsonb not null,
  client_reference_id  text,
  customer_email       text,
  payer_name           text, -- As typed on the hosted page.
  metadata             jsonb not null,
  payment_metadata     jsonb not null,
  payment_description  text,
  payment_intent       text, -- Absent until somebody tries to pay.
  success_url          text not null,
  cancel_url           text,
  locale               text,
  submit_type          text,
  created_at           timestamptz not null,
  expires_at           timestamptz not null
);
create index checkout_sessions_open on sandbox_stripe.checkout_sessions (expires_at) where status = 'open';
create index checkout_sessions_created on sandbox_stripe.checkout_sessions (created_at);
create index checkout_sessions_payment on sandbox_stripe.checkout_sessions (payment_intent);

create table sandbox_stripe.payment_intents (
  id               text primary key,
  sequence         bigint generated always as identity unique,
  charge           text not null,
  status           text not null check (status in ('requires_payment_method', 'succeeded')),
  amount           integer not null,
  -- No more goes back than came in, whoever asks at the same moment.
  amount_refunded  integer not null default 0 check (amount_refunded between 0 and amount),
  currency         text not null,
  last_error       jsonb,
  card             jsonb not null, -- {brand, last4}: no card number is ever kept.
  metadata         jsonb not null,
  description      text,
  email            text,
  created_at       timestamptz not null,
  charged_at       timestamptz
);

create table sandbox_stripe.refunds (
  id              text primary key,
  sequence        bigint generated always as identity unique,
  payment_intent  text not null references sandbox_stripe.payment_intents (id),
  charge          text not null,
  amount          integer not null check (amount > 0),
  currency        text not null,
  status          text not null check (status in ('pending', 'succeeded', 'failed')),
  reason          text,
  metadata        jsonb not null,
  created_at      timestamptz not null
);
create index refunds_payment on sandbox_stripe.refunds (payment_intent);

-- An event is written with the change it tells of, and is told until somebody answers 2xx or patience ends.
create table sandbox_stripe.events (
  id               text primary key,
  sequence         bigint generated always as identity unique,
  type             text not null,
  object           jsonb not null, -- As it was at that moment.
  idempotency_key  text,
  created_at       timestamptz not null,
  attempts         integer not null default 0,
  next_attempt_at  timestamptz, -- Null: told everywhere, given up, or nobody subscribed to its type.
  delivered_to     integer[] not null default '{}' -- Positions in the list of webhook addresses; an address may change its port.
);
create index events_due on sandbox_stripe.events (next_attempt_at) where next_attempt_at is not null;

create table sandbox_stripe.idempotency_keys (
  key          text primary key,
  endpoint     text not null,
  fingerprint  text not null, -- SHA-256 of the parameters.
  status       integer, -- Null only inside the transaction that answers.
  body         text,
  created_at   timestamptz not null
);
