-- Stripe Connect: Express accounts, transfers to them and their payouts.
-- Frozen once merged: a later change is a later file. Instants come from the clock handed in.

create table sandbox_stripe.accounts (
  id                   text primary key,
  sequence             bigint generated always as identity unique,
  stage                text not null check (stage in ('created', 'in_review', 'active', 'restricted', 'rejected')),
  deauthorized         boolean not null default false,
  country              text not null check (country ~ '^[A-Z]{2}$'),
  default_currency     text not null check (default_currency ~ '^[a-z]{3}$'),
  email                text,
  business_type        text,
  transfers_requested  boolean not null,
  metadata             jsonb not null,
  created_at           timestamptz not null
);

-- Links to the onboarding page, which are used up, and to an account's dashboard.
create table sandbox_stripe.account_links (
  token        text primary key,
  account      text not null references sandbox_stripe.accounts (id),
  kind         text not null check (kind in ('onboarding', 'login')),
  refresh_url  text,
  return_url   text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);

create table sandbox_stripe.transfers (
  id                   text primary key,
  sequence             bigint generated always as identity unique,
  destination          text not null references sandbox_stripe.accounts (id),
  destination_payment  text not null,
  amount               integer not null check (amount > 0),
  -- No more is taken back than was transferred, however many reversals arrive at once.
  amount_reversed      integer not null default 0 check (amount_reversed between 0 and amount),
  currency             text not null,
  source_transaction   text, -- A charge.
  transfer_group       text,
  description          text,
  balance_transaction  text not null,
  available_on         timestamptz not null,
  metadata             jsonb not null,
  created_at           timestamptz not null
);
create index transfers_destination on sandbox_stripe.transfers (destination);
create index transfers_group on sandbox_stripe.transfers (transfer_group);

create table sandbox_stripe.transfer_reversals (
  id                          text primary key,
  sequence                    bigint generated always as identity unique,
  transfer                    text not null references sandbox_stripe.transfers (id),
  amount                      integer not null check (amount > 0),
  currency                    text not null,
  balance_transaction         text not null,
  destination_payment_refund  text not null,
  metadata                    jsonb not null,
  created_at                  timestamptz not null
);
create index transfer_reversals_transfer on sandbox_stripe.transfer_reversals (transfer);

create table sandbox_stripe.payouts (
  id                           text primary key,
  sequence                     bigint generated always as identity unique,
  account                      text references sandbox_stripe.accounts (id), -- Null: of the platform.
  amount                       integer not null check (amount > 0),
  currency                     text not null,
  status                       text not null check (status in ('pending', 'paid', 'failed')),
  destination                  text not null,
  balance_transaction          text not null,
  failure_balance_transaction  text,
  arrival_date                 timestamptz not null,
  created_at                   timestamptz not null
);
create index payouts_account on sandbox_stripe.payouts (account);

alter table sandbox_stripe.events
  add column account   text, -- Of an event of a connected account.
  add column previous  jsonb; -- What the changed fields contained before.
