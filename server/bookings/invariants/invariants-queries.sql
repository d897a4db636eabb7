-- What must be true of every booking and all money at any moment, whatever visitors, clocks, networks and crashes did.
-- A row for each violation: the oracle's name, and the id of what breaks it. None: all is well. It trusts no constraint.
--
--   $1  now
--   $2  bookings made before this are passed over
--
-- Run after every test (tests/support/product/app.ts) and told at /metrics. To run it by hand: psql, with `\bind`.

with
  recent as materialized (select * from bookings where created_at >= $2::timestamptz),

  -- Sessions that demo mentors held before the demo began were never paid through a checkout. Live there are none.
  sold as materialized (
    select * from recent
    where checkout_id is not null or exists (select from installation where mode = 'live')
  ),

  holding as (
    select id, mentor_id, starts_at - buffer_before * interval '1 minute' as since,
      starts_at + (minutes + buffer_after) * interval '1 minute' as until
    from recent where status in ('held', 'confirmed')
  ),

  -- A hold that is being moved and the one that replaces it may share minutes, and only with each other. Where they do,
  -- the two count as one, of all the minutes of both.
  moves as (
    select replacing.id, replaced.id as replaced
    from recent as replacing join recent as replaced on replaced.id = replacing.moved_from
    where replacing.status = 'held' and replaced.status = 'held'
  ),

  claimed as (
    select coalesce(replaced_claims.booking_id, claims.booking_id) as id, claims.mentor_id,
      least(lower(claims.during), lower(replaced_claims.during)) as since,
      greatest(upper(claims.during), upper(replaced_claims.during)) as until
    from claims
    left join moves on moves.id = claims.booking_id
    left join claims as replaced_claims
      on replaced_claims.booking_id = moves.replaced and replaced_claims.during && claims.during
    where not exists (
      select from moves join claims as replacing on replacing.booking_id = moves.id
      where moves.replaced = claims.booking_id and replacing.during && claims.during
    )
  ),

  kept as (
    select coalesce(replaced_holding.id, holding.id) as id, holding.mentor_id,
      least(holding.since, replaced_holding.since) as since, greatest(holding.until, replaced_holding.until) as until
    from holding
    left join moves on moves.id = holding.id
    left join holding as replaced_holding on replaced_holding.id = moves.replaced
      and replaced_holding.since < holding.until and holding.since < replaced_holding.until
    where not exists (
      select from moves join holding as replacing on replacing.id = moves.id
      where moves.replaced = holding.id and replacing.since < holding.until and holding.since < replacing.until
    )
  ),

  money as (
    select booking_id,
      count(*) filter (where kind = 'charge') as charges,
      coalesce(sum(amount_pence) filter (where kind = 'charge'), 0) as charged,
      coalesce(-sum(amount_pence) filter (where kind in ('refund', 'reversal')), 0) as refunded,
      coalesce(sum(amount_pence) filter (where kind = 'fee'), 0) as fees,
      count(distinct currency) as currencies
    from ledger group by booking_id
  ),

  returning_money as (
    select booking_id,
      coalesce(sum(amount_pence) filter (where status in ('queued', 'pending', 'succeeded')), 0) as under_way,
      coalesce(sum(amount_pence) filter (where status = 'succeeded'), 0) as done
    from refunds group by booking_id
  )

-- No minute of a mentor is taken twice: by the claims,
select 'claims_overlap' as oracle, id::text as subject
from (
  select id, since < max(until) over (
      partition by mentor_id order by since, id rows between unbounded preceding and 1 preceding
    ) as crosses
  from claimed
) as in_order
where crosses

-- and by the bookings themselves, buffers included.
union all
select 'bookings_overlap', id::text
from (
  select id, since < max(until) over (
      partition by mentor_id order by since, id rows between unbounded preceding and 1 preceding
    ) as crosses
  from kept
) as in_order
where crosses

-- Who holds or has booked an hour has a claim to just that,
union all
select 'claim_missing', holding.id::text
from holding left join claims on claims.booking_id = holding.id
where claims.booking_id is null or claims.during <> tstzrange(since, until)

-- and nobody else has one.
union all
select 'claim_left', claims.booking_id::text
from claims left join bookings on bookings.id = claims.booking_id
where bookings.id is null or bookings.status not in ('held', 'confirmed')

-- A session that costs something is booked by one payment of its price.
union all
select 'confirmed_unpaid', sold.id::text
from sold left join money on money.booking_id = sold.id
where status in ('confirmed', 'completed', 'no_show') and price_pence > 0
  and (paid_at is null or paid_amount_pence <> price_pence or coalesce(charges, 0) <> 1 or charged <> price_pence)

-- Each payment confirmed its booking once, whatever came after, or goes back whole. Where that failed a person knows.
union all
select 'paid_for_nothing', sold.id::text
from sold left join returning_money on returning_money.booking_id = sold.id
where paid_at is not null and status not in ('confirmed', 'completed', 'no_show', 'cancelled')
  and coalesce(under_way, 0) < paid_amount_pence
  and not exists (
    select from concerns where concerns.booking_id = sold.id and kind = 'refund_failed' and resolved_at is null
  )

-- What the bookings say was paid is what the ledger says was charged.
union all
select 'ledger_charge', sold.id::text
from sold left join money on money.booking_id = sold.id
where coalesce(charged, 0) <> coalesce(paid_amount_pence, 0) or coalesce(charges, 0) <> (paid_at is not null)::int

-- What the refunds say went back is what the ledger says; never more than came in, nor a fee of more than stayed.
union all
select 'ledger_refund', money.booking_id::text
from money left join returning_money on returning_money.booking_id = money.booking_id
where refunded <> coalesce(done, 0) or refunded > charged or fees not between 0 and charged - refunded
  or currencies <> 1

-- One by one, too: a refund that succeeded is entered, one that failed after that is reversed, no other is there.
union all
select 'refund_entry', refunds.id::text
from refunds
where (
    select array_agg(kind order by kind) from ledger
    where service_id = refunds.service_id and kind in ('refund', 'reversal')
  ) is distinct from case when status = 'succeeded' then array['refund'] end
  and not (
    status = 'failed'
    and exists (select from ledger where kind = 'refund' and service_id = refunds.service_id)
    and exists (select from ledger where kind = 'reversal' and service_id = refunds.service_id)
  )

-- Nobody keeps an hour from others without paying: two minutes after its end a hold is over, unless money is on its way or
-- the payment service could not be asked.
union all
select 'hold_overdue', id::text
from recent
where status = 'held' and hold_expires_at + interval '2 minutes' < $1::timestamptz
  and expire_failed_at is null and processing_since is null

-- Nobody is told the same twice.
union all
select 'mail_twice', booking_id::text
from mails
group by booking_id, kind, version
having count(*) > 1
