-- What mentors are paid, and where to.
-- Frozen once merged: a later change is a later file.

-- Whom a mentor's money goes to. One sealed text: a copy of the database alone names no bank account.
create table payees (
  mentor_id   uuid primary key references mentors (id) on delete cascade,
  sealed      text not null,
  changed_at  timestamptz not null
);

-- What is transferred at one time. Not paid yet, it can be discarded, and its bookings are due again.
create table payout_batches (
  id          uuid primary key,
  created_at  timestamptz not null,
  paid_at     timestamptz
);

create table payouts (
  id            uuid primary key,
  batch_id      uuid not null references payout_batches (id),
  mentor_id     uuid not null references mentors (id),
  amount_pence  integer not null check (amount_pence > 0),
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  sealed_payee  text not null, -- As it was then: who changes theirs later changes no transfer that is on its way.
  unique (batch_id, mentor_id)
);
create index payouts_of_mentor on payouts (mentor_id);

-- What a payout pays for. The first line of a booking is what it earned, a later one what has changed since.
create table payout_lines (
  payout_id     uuid not null references payouts (id),
  booking_id    uuid not null references bookings (id),
  number        integer not null check (number >= 1),
  kept_pence    integer not null,
  fee_pence     integer not null,
  amount_pence  integer not null generated always as (kept_pence - fee_pence) stored check (amount_pence <> 0),
  primary key (payout_id, booking_id),
  -- Of any number of admins who pay for a booking at once, one does.
  constraint payout_lines_once unique (booking_id, number)
);

create function refuse_unearned_payout() returns trigger language plpgsql as $$
begin
  if (select sum(amount_pence) from payout_lines where booking_id = new.booking_id) > (
    select coalesce(sum(case when kind = 'fee' then -amount_pence else amount_pence end), 0)
    from ledger where booking_id = new.booking_id
  ) then
    raise exception 'booking % has not earned what is paid for it', new.booking_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger payout_lines_are_earned after insert on payout_lines
  for each row execute function refuse_unearned_payout();

create function refuse_change_of_payout() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (
    select from payouts join payout_batches on payout_batches.id = batch_id
    where payouts.id = old.payout_id and paid_at is not null
  ) then
    raise exception 'what was paid out stays' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger payout_lines_stay before update or delete on payout_lines
  for each row execute function refuse_change_of_payout();
