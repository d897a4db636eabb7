-- Every change of a balance, as Stripe lists it: their sum is the balance.
-- Frozen once merged: a later change is a later file. Instants come from the clock handed in.

create table sandbox_stripe.balance_transactions (
  id            text primary key,
  sequence      bigint generated always as identity unique,
  account       text, -- A connected account; null: the platform.
  type          text not null,
  amount        integer not null check (amount <> 0), -- Minor units; negative: taken from the balance.
  currency      text not null check (currency ~ '^[a-z]{3}$'),
  source        text not null, -- Id of what caused it.
  description   text,
  created_at    timestamptz not null,
  available_on  timestamptz not null -- Pending until then.
);
create index balance_transactions_account on sandbox_stripe.balance_transactions (account, currency);
create index balance_transactions_source on sandbox_stripe.balance_transactions (source);

alter table sandbox_stripe.payment_intents
  add column transfer_group      text,
  add column amount_transferred  integer not null default 0
    constraint payment_intents_amount_transferred check (amount_transferred between 0 and amount),
  add column balance_transaction text;
alter table sandbox_stripe.checkout_sessions add column transfer_group text;
alter table sandbox_stripe.refunds
  add column balance_transaction          text,
  add column failure_balance_transaction  text;
alter table sandbox_stripe.disputes add column balance_transactions jsonb not null default '[]';

-- What was charged, refunded and disputed before. An id is made of what it belongs to, 24 characters as usual.
update sandbox_stripe.payment_intents set balance_transaction = 'txn_' || left(md5(charge), 24) where status = 'succeeded';
update sandbox_stripe.refunds set
  balance_transaction = 'txn_' || left(md5(id), 24),
  failure_balance_transaction = case when status = 'failed' then 'txn_' || left(md5(id || 'failed'), 24) end;

insert into sandbox_stripe.balance_transactions (id, type, amount, currency, source, description, created_at, available_on)
select id, type, amount, currency, source, description, created_at, available_on
from (
  select balance_transaction as id, case method when 'card' then 'charge' else 'payment' end as type, amount, currency,
    charge as source, description, charged_at as created_at, charged_at + interval '3 days' as available_on
  from sandbox_stripe.payment_intents where status = 'succeeded'
  union all
  select r.balance_transaction, case p.method when 'card' then 'refund' else 'payment_refund' end, -r.amount, r.currency,
    r.id, null, r.created_at, r.created_at
  from sandbox_stripe.refunds r join sandbox_stripe.payment_intents p on p.id = r.payment_intent
  union all
  select failure_balance_transaction, 'refund_failure', amount, currency, id, null, created_at, created_at
  from sandbox_stripe.refunds where status = 'failed'
  union all
  select 'txn_' || left(md5(id), 24), 'adjustment', -amount, currency, id, 'Chargeback withdrawal for ' || charge,
    created_at, created_at
  from sandbox_stripe.disputes
  union all
  select 'txn_' || left(md5(id || 'won'), 24), 'adjustment', amount, currency, id, 'Chargeback reversal for ' || charge,
    created_at, created_at
  from sandbox_stripe.disputes where status = 'won'
) as earlier
order by created_at, id;
