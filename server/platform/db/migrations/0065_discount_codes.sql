-- Discount codes: what they take off, who has used them, and what the operator contributes to a mentor's earnings for them.
-- Never edit after merging; add a new migration instead.

create table discount_codes (
  id               uuid primary key,
  code             text not null unique check (code ~ '^[A-Z0-9]{4,40}$'), -- In capitals, without spaces and hyphens.
  batch            text check (batch <> ''), -- The name of what it was made with; null: made alone.
  mentor_id        uuid references mentors (id) on delete cascade, -- Whose it is; null: the operator's.
  percent          integer check (percent between 1 and 100),
  amount           integer check (amount > 0),
  currency         text check (currency ~ '^[A-Z]{3}$'), -- Of `amount`.
  mentor_ids       uuid[] check (mentor_ids <> '{}'), -- Null: any mentor.
  applies_to       text not null check (applies_to in ('sessions', 'cohorts', 'both')),
  session_type_ids uuid[] check (session_type_ids <> '{}'), -- Null: any session.
  cohort_ids       uuid[] check (cohort_ids <> '{}'), -- Null: any cohort.
  valid_from       timestamptz not null,
  valid_until      timestamptz,
  max_redemptions  integer check (max_redemptions >= 1),
  max_per_person   integer check (max_per_person >= 1),
  borne_by         text not null check (borne_by in ('mentor', 'operator')),
  redeemed         integer not null default 0 check (redeemed >= 0),
  disabled_at      timestamptz,
  created_by       uuid references accounts (id) on delete set null,
  created_at       timestamptz not null,
  constraint discount_codes_terms check (num_nonnulls(percent, amount) = 1 and num_nonnulls(amount, currency) in (0, 2)),
  constraint discount_codes_own check (mentor_id is null or borne_by = 'mentor'),
  constraint discount_codes_dates check (valid_until > valid_from),
  constraint discount_codes_used_up check (max_redemptions is null or redeemed <= max_redemptions)
);
create index discount_codes_made on discount_codes (created_at, id);
create index discount_codes_of_mentor on discount_codes (mentor_id, created_at) where mentor_id is not null;
create index discount_codes_of_batch on discount_codes (batch, id) where batch is not null;

-- How often one person has redeemed a code that has a limit for each person. `person`: a keyed hash of the email address.
create table discount_uses (
  code_id uuid not null references discount_codes (id) on delete cascade,
  person  text not null,
  uses    integer not null check (uses >= 0),
  most    integer not null check (most >= 1),
  primary key (code_id, person),
  constraint discount_uses_per_person check (uses <= most)
);

-- The code with which a booking is held or was bought. Holds of one person, of which one replaces the other, share a `holder`
-- and are one redemption.
create table discount_redemptions (
  booking_id  uuid primary key references bookings (id) on delete cascade,
  code_id     uuid not null references discount_codes (id),
  person      text not null,
  holder      uuid not null default gen_random_uuid(),
  discount    integer not null check (discount > 0),
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  borne_by    text not null check (borne_by in ('mentor', 'operator')),
  created_at  timestamptz not null,
  released_at timestamptz -- Null: it counts.
);
create index discount_redemptions_of_code on discount_redemptions (code_id, created_at);
create index discount_redemptions_of_person on discount_redemptions (person, code_id);
create index discount_redemptions_by_holder on discount_redemptions (holder) where released_at is null;

-- What a code took off: the list price is `price_pence` + `discount_pence`.
alter table bookings add column discount_pence integer not null default 0;
alter table bookings add constraint bookings_discount_check check (discount_pence >= 0) not valid;

alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in (
  'slot_taken', 'wrong_amount', 'too_late', 'at_service', 'mentor_left', 'mentee_cancelled', 'mentor_cancelled',
  'admin_cancelled', 'move_unanswered', 'mentor_absent', 'problem', 'admin_refunded', 'code_used_up')) not valid;

-- What the operator adds to a charge so that the mentor earns the list price, less what was taken back of it.
alter table ledger drop constraint ledger_kind_check;
alter table ledger drop constraint ledger_sign_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('charge', 'refund', 'reversal', 'fee', 'contribution', 'transfer', 'transfer_reversal')) not valid;
alter table ledger add constraint ledger_sign_check
  check (kind in ('fee', 'contribution') or (kind in ('refund', 'transfer')) = (amount_pence < 0)) not valid;

create or replace function refuse_unearned(booking uuid) returns void language plpgsql as $$
begin
  if (select coalesce(sum(amount_pence), 0) from payout_lines where booking_id = booking)
    + (select coalesce(sum(amount), 0) from transfer_lines where booking_id = booking)
    - (select coalesce(sum(amount), 0) from transfer_reversals where booking_id = booking and status <> 'refused')
    > (select coalesce(sum(case when kind = 'fee' then -amount_pence else amount_pence end), 0)
       from ledger where booking_id = booking and kind in ('charge', 'refund', 'reversal', 'fee', 'contribution')) then
    raise exception 'booking % has not earned what is paid for it', booking using errcode = 'check_violation';
  end if;
end $$;

-- A session that the buyer got for nothing has no payment from which its mentor could be paid.
alter table transfers alter column payment_intent drop not null;
