-- Payments that take days, disputes, refunds that fail, and what is made to go wrong on purpose.
-- Frozen once merged: a later change is a later file. Instants come from the clock handed in.

alter table sandbox_stripe.checkout_sessions
  add column payment_status  text not null default 'unpaid' check (payment_status in ('unpaid', 'paid')),
  add column card_only       boolean not null default false;
update sandbox_stripe.checkout_sessions set payment_status = 'paid' where status = 'complete';

alter table sandbox_stripe.payment_intents
  drop constraint payment_intents_status_check,
  add constraint payment_intents_status_check check (status in ('requires_payment_method', 'processing', 'succeeded')),
  add column method    text not null default 'card' check (method in ('card', 'bacs_debit')),
  add column disputed  boolean not null default false;
create index payment_intents_charge on sandbox_stripe.payment_intents (charge);

alter table sandbox_stripe.refunds add column failure_reason text;

create table sandbox_stripe.disputes (
  id              text primary key,
  sequence        bigint generated always as identity unique,
  payment_intent  text not null references sandbox_stripe.payment_intents (id),
  charge          text not null,
  amount          integer not null check (amount > 0),
  currency        text not null,
  status          text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  reason          text not null,
  created_at      timestamptz not null
);
create index disputes_payment on sandbox_stripe.disputes (payment_intent);

-- No row: webhooks are well.
create table sandbox_stripe.webhook_faults (
  only_row  boolean primary key default true check (only_row),
  state     jsonb not null
);

-- Calls of the API that will go wrong, taken in this order.
create table sandbox_stripe.outages (
  sequence      bigint generated always as identity primary key,
  answer        text not null,
  calls         text, -- One kind of call; null: all.
  done          boolean not null, -- Whether what was asked for happens all the same.
  milliseconds  integer not null default 0,
  remaining     integer check (remaining >= 0) -- How many more calls; null: until switched off.
);
