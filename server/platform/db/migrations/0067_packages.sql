-- Packages of sessions. Never edit after merging; add a new migration instead.

-- For how much a mentor sells several sessions of a type. One in another currency than the mentor's is not on offer.
create table session_packages (
  session_type_id  uuid not null references session_types (id) on delete cascade,
  sessions         integer not null check (sessions in (3, 5)),
  mentor_id        uuid not null references mentors (id) on delete cascade,
  price_pence      integer not null check (price_pence > 0),
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (session_type_id, sessions)
);
create index session_packages_of_mentor on session_packages (mentor_id);
-- A mentor's page says what packages cost.
create trigger listing_of_session_package after insert or update or delete on session_packages
  for each row execute function mark_stale_listing();

-- Packages that were held or bought. Each is a booking, as a seat in a cohort is: without a mentor, from the end of its year on.
-- Sessions of it are bookings of the mentor. Both name it.
create table packages (
  id               uuid primary key references bookings (id),
  mentor_id        uuid not null references mentors (id),
  session_type_id  uuid not null, -- No reference: the mentor may remove the type.
  sessions         integer not null check (sessions in (3, 5))
);
create index packages_of_mentor on packages (mentor_id);

create table credits (
  package_id   uuid not null references packages (id),
  number       integer not null check (number between 1 and 5),
  share        integer not null check (share > 0), -- Of what was paid for the package.
  fee          integer not null check (fee between 0 and share), -- The operator's, of the share.
  booking_id   uuid unique references bookings (id), -- The session that it is booked as, once.
  earned_at    timestamptz, -- Since when the share is the mentor's.
  refunded_at  timestamptz,
  primary key (package_id, number),
  check (refunded_at is null or (booking_id is null and earned_at is null))
);

alter table bookings add column package_id uuid;
alter table bookings add constraint bookings_package_id_fkey
  foreign key (package_id) references packages (id) deferrable initially deferred not valid;

-- `deferred`: what was paid for a package and is not the mentor's yet, below zero; a share that is theirs now, above zero.
alter table ledger drop constraint ledger_kind_check;
alter table ledger drop constraint ledger_sign_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('charge', 'refund', 'reversal', 'fee', 'contribution', 'deferred', 'transfer', 'transfer_reversal')) not valid;
alter table ledger add constraint ledger_sign_check
  check (kind in ('fee', 'contribution', 'deferred') or (kind in ('refund', 'transfer')) = (amount_pence < 0)) not valid;

create or replace function refuse_unearned(booking uuid) returns void language plpgsql as $$
begin
  if (select coalesce(sum(amount_pence), 0) from payout_lines where booking_id = booking)
    + (select coalesce(sum(amount), 0) from transfer_lines where booking_id = booking)
    - (select coalesce(sum(amount), 0) from transfer_reversals where booking_id = booking and status <> 'refused')
    > (select coalesce(sum(case when kind = 'fee' then -amount_pence else amount_pence end), 0)
       from ledger where booking_id = booking and kind in ('charge', 'refund', 'reversal', 'fee', 'contribution', 'deferred')) then
    raise exception 'booking % has not earned what is paid for it', booking using errcode = 'check_violation';
  end if;
end $$;
