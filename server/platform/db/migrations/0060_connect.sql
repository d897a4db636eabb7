-- Mentors' accounts at the payment service, and what is transferred to them. Never edit after merging; add a new migration instead.

create table connected_accounts (
  mentor_id          uuid primary key references mentors (id) on delete cascade,
  account_id         text not null unique,
  country            text not null check (country ~ '^[A-Z]{2}$'),
  transfers          text not null check (transfers in ('inactive', 'pending', 'active')),
  payouts_enabled    boolean not null,
  details_submitted  boolean not null,
  -- What the service still requires, in its own words, and by when.
  due                text[] not null default '{}',
  due_by             timestamptz,
  disabled_reason    text,
  deauthorized_at    timestamptz,
  created_at         timestamptz not null,
  read_at            timestamptz not null -- When the service was last asked.
);

-- One transfer for a booking, again after more of it is kept. Written before it is sent.
create table transfers (
  id              uuid primary key,
  booking_id      uuid not null references bookings (id),
  number          integer not null check (number >= 1),
  mentor_id       uuid not null references mentors (id),
  account_id      text not null,
  payment_intent  text not null, -- Whose charge the money comes from.
  amount          integer not null check (amount > 0),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  status          text not null check (status in ('queued', 'sent')),
  service_id      text unique,
  refusals        integer not null default 0,
  refusal         text,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  unique (booking_id, number),
  check ((status = 'sent') = (service_id is not null and sent_at is not null))
);
create index transfers_of_mentor on transfers (mentor_id, created_at);
create index transfers_queued on transfers (created_at) where status = 'queued';

-- What a transfer pays for: its booking, and what is owed of others and set off.
create table transfer_lines (
  transfer_id  uuid not null references transfers (id) on delete cascade,
  booking_id   uuid not null references bookings (id),
  kept         integer not null,
  fee          integer not null,
  amount       integer not null generated always as (kept - fee) stored check (amount <> 0),
  primary key (transfer_id, booking_id)
);
create index transfer_lines_of_booking on transfer_lines (booking_id);

-- What is taken back of a transfer after a refund or a lost dispute.
create table transfer_reversals (
  id           uuid primary key,
  transfer_id  uuid not null references transfers (id),
  booking_id   uuid not null references bookings (id),
  number       integer not null check (number >= 1), -- Of the transfer's.
  kept         integer not null,
  fee          integer not null,
  amount       integer not null generated always as (kept - fee) stored check (amount > 0),
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  -- Refused: what is owed is set off against the next transfers.
  status       text not null check (status in ('queued', 'sent', 'refused')),
  service_id   text unique,
  refusal      text,
  created_at   timestamptz not null,
  sent_at      timestamptz,
  unique (transfer_id, number),
  check ((status = 'sent') = (service_id is not null and sent_at is not null))
);
create index transfer_reversals_of_booking on transfer_reversals (booking_id);

alter table ledger drop constraint ledger_kind_check;
alter table ledger drop constraint ledger_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('charge', 'refund', 'reversal', 'fee', 'transfer', 'transfer_reversal')) not valid;
alter table ledger add constraint ledger_sign_check
  check (kind = 'fee' or (kind in ('refund', 'transfer')) = (amount_pence < 0)) not valid;

-- What is paid for a booking, in a batch or by transfer, is at most what it has earned.
create function refuse_unearned(booking uuid) returns void language plpgsql as $$
begin
  if (select coalesce(sum(amount_pence), 0) from payout_lines where booking_id = booking)
    + (select coalesce(sum(amount), 0) from transfer_lines where booking_id = booking)
    - (select coalesce(sum(amount), 0) from transfer_reversals where booking_id = booking and status <> 'refused')
    > (select coalesce(sum(case when kind = 'fee' then -amount_pence else amount_pence end), 0)
       from ledger where booking_id = booking and kind in ('charge', 'refund', 'reversal', 'fee')) then
    raise exception 'booking % has not earned what is paid for it', booking using errcode = 'check_violation';
  end if;
end $$;
create or replace function refuse_unearned_payout() returns trigger language plpgsql as $$
begin
  if new.amount_pence > 0 then perform refuse_unearned(new.booking_id); end if;
  return null;
end $$;
create function refuse_unearned_transfer() returns trigger language plpgsql as $$
begin
  if new.amount > 0 then perform refuse_unearned(new.booking_id); end if;
  return null;
end $$;
create trigger transfer_lines_are_earned after insert on transfer_lines
  for each row execute function refuse_unearned_transfer();

-- The connected account whose event it is; null for the site's own.
alter table payment_events add column account text;
