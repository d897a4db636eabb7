-- Invariants: what is true of every booking and all money at any moment, after any sequence of requests, clock changes,
-- network failures and crashes. Returns a row per violation: the invariant's name, and the id of the row that breaks it.
-- The queries rely on no constraint of the database.
--
--   $1  now
--   $2  bookings created before this are skipped
--
-- Runs after every test (tests/support/product/app.ts) and for /metrics. To run it by hand: psql, with `\bind`.

with
  recent as materialized (select * from bookings where created_at >= $2::timestamptz),

  -- A demo on Stripe's test mode begins with completed sessions that were never paid there. A live installation has none.
  -- Sessions from packages are paid with the package.
  sold as materialized (
    select * from recent
    where (checkout_id is not null or exists (select from installation where mode = 'live'))
      and (package_id is null or package_id = id)
  ),

  holding as (
    select id, mentor_id, starts_at - buffer_before * interval '1 minute' as since,
      starts_at + (minutes + buffer_after) * interval '1 minute' as until
    from recent where status in ('held', 'confirmed') and mentor_id is not null
  ),

  -- A hold that is being moved may share minutes with the hold that replaces it, and with no other. Where the two overlap,
  -- they count as one range that covers both.
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
      coalesce(sum(amount_pence) filter (where kind = 'deferred'), 0) as deferred,
      coalesce(sum(amount_pence) filter (where kind = 'contribution'), 0) as contributed,
      count(distinct currency) as currencies
    from ledger group by booking_id
  ),

  returning_money as (
    select booking_id,
      coalesce(sum(amount_pence) filter (where status in ('queued', 'pending', 'succeeded')), 0) as under_way,
      coalesce(sum(amount_pence) filter (where status = 'succeeded'), 0) as done
    from refunds group by booking_id
  )

-- No two claims of a mentor overlap.
select 'claims_overlap' as invariant, id::text as subject
from (
  select id, since < max(until) over (
      partition by mentor_id order by since, id rows between unbounded preceding and 1 preceding
    ) as crosses
  from claimed
) as in_order
where crosses

-- No two held or confirmed bookings of a mentor overlap, buffers included.
union all
select 'bookings_overlap', id::text
from (
  select id, since < max(until) over (
      partition by mentor_id order by since, id rows between unbounded preceding and 1 preceding
    ) as crosses
  from kept
) as in_order
where crosses

-- Each held or confirmed booking has a claim of exactly its minutes.
union all
select 'claim_missing', holding.id::text
from holding left join claims on claims.booking_id = holding.id
where claims.booking_id is null or claims.during <> tstzrange(since, until)

-- No other booking has a claim.
union all
select 'claim_left', claims.booking_id::text
from claims left join bookings on bookings.id = claims.booking_id
where bookings.id is null or bookings.status not in ('held', 'confirmed')

-- Each seat in a cohort that is held, confirmed or was used is taken, and no other is.
union all
select 'seat_missing', recent.id::text
from recent left join seats on seats.booking_id = recent.id
where recent.cohort_id is not null
  and (status in ('held', 'confirmed', 'completed')) <> (seats.booking_id is not null and seats.cohort_id = recent.cohort_id)

-- No cohort has more members than seats.
union all
select 'cohort_oversold', cohorts.id::text
from cohorts
where seats < (select count(*) from bookings where cohort_id = cohorts.id and status in ('held', 'confirmed', 'completed'))

-- A browser has one link that waits for the payment of someone else, apart from one that replaces it.
union all
select 'two_links', min(recent.id::text)
from recent join payment_requests on payment_requests.booking_id = recent.id
where status = 'held' and moved_from is null and browser_hash is not null
group by browser_hash
having count(*) > 1

-- A session with a price is confirmed by exactly one payment of that price.
union all
select 'confirmed_unpaid', sold.id::text
from sold left join money on money.booking_id = sold.id
where status in ('confirmed', 'completed', 'no_show') and price_pence > 0
  and (paid_at is null or paid_amount_pence <> price_pence or coalesce(charges, 0) <> 1 or charged <> price_pence)

-- Each payment either confirmed its booking or is refunded in full. Where the refund failed, a concern is open.
union all
select 'paid_for_nothing', sold.id::text
from sold left join returning_money on returning_money.booking_id = sold.id
where paid_at is not null and status not in ('confirmed', 'completed', 'no_show', 'cancelled')
  and coalesce(under_way, 0) < paid_amount_pence
  and not exists (
    select from concerns where concerns.booking_id = sold.id and kind = 'refund_failed' and resolved_at is null
  )

-- The ledger's charges equal what the bookings record as paid.
union all
select 'ledger_charge', sold.id::text
from sold left join money on money.booking_id = sold.id
where coalesce(charged, 0) <> coalesce(paid_amount_pence, 0) or coalesce(charges, 0) <> (paid_at is not null)::int

-- The ledger's refunds equal the refunds that succeeded, are at most what was charged, and fees are at most what is left.
union all
select 'ledger_refund', money.booking_id::text
from money left join returning_money on returning_money.booking_id = money.booking_id
where refunded <> coalesce(done, 0) or refunded > charged or fees not between 0 and charged - refunded + deferred + contributed
  or currencies <> 1

-- Each refund that succeeded is in the ledger; one that failed afterwards is reversed there; no other refund is.
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

-- What is paid out for a booking, in batches and by transfer, is at most what was charged for it, less the fee that was taken with
-- the charge. (What goes back after a payout is owed by the mentor; that no line pays more than is earned at its moment is a
-- trigger's to say.)
union all
select 'paid_out_unearned', booking_id::text
from (
  select booking_id, amount_pence as amount, number from payout_lines
  union all
  select booking_id, amount, null from transfer_lines
  union all
  select booking_id, -amount, null from transfer_reversals where status <> 'refused'
) as paid
group by booking_id
having sum(amount) > (
    select coalesce(sum(amount_pence) filter (where kind = 'charge' or (kind in ('deferred', 'contribution') and amount_pence > 0)), 0)
      - coalesce(sum(amount_pence) filter (where kind = 'fee' and service_id in (
          select service_id from ledger as charges
          where charges.booking_id = paid.booking_id and (kind = 'charge' or (kind in ('deferred', 'contribution') and amount_pence > 0)))), 0)
    from ledger where ledger.booking_id = paid.booking_id
  )
  or count(number) <> coalesce(max(number), 0)

-- A payout is the sum of its lines, in their currency, and goes to the mentor of their bookings.
union all
select 'payout_sum', payouts.id::text
from payouts
left join payout_lines on payout_id = payouts.id
left join bookings on bookings.id = payout_lines.booking_id
group by payouts.id
having payouts.amount_pence <> coalesce(sum(payout_lines.amount_pence), 0)
  or bool_or(bookings.mentor_id <> payouts.mentor_id or bookings.currency <> payouts.currency)

-- A transfer is the sum of its lines, in their currency, and goes to the mentor of their bookings. Not more is taken back of it.
union all
select 'transfer_sum', transfers.id::text
from transfers
left join transfer_lines on transfer_id = transfers.id
left join bookings on bookings.id = transfer_lines.booking_id
group by transfers.id
having transfers.amount <> coalesce(sum(transfer_lines.amount), 0)
  or bool_or(bookings.mentor_id <> transfers.mentor_id or bookings.currency <> transfers.currency)
  or transfers.amount < (select coalesce(sum(back.amount), 0) from transfer_reversals as back
    where back.transfer_id = transfers.id and back.status <> 'refused')

-- Each transfer and reversal that was sent is in the ledger with its amount, once; no other is.
union all
select 'transfer_entry', coalesce(moved.service_id, entry.service_id)
from (
  select 'transfer' as kind, service_id, booking_id, -amount as amount, currency from transfers where status = 'sent'
  union all
  select 'transfer_reversal', service_id, booking_id, amount, currency from transfer_reversals where status = 'sent'
) as moved
full join (select * from ledger where kind in ('transfer', 'transfer_reversal')) as entry
  on entry.kind = moved.kind and entry.service_id = moved.service_id
where (moved.booking_id, moved.amount, moved.currency) is distinct from (entry.booking_id, entry.amount_pence, entry.currency)

-- A tax document has the booking, amount and currency of its entry in the ledger, and the kind that belongs to it.
union all
select 'document_entry', document.id::text
from tax_documents as document left join ledger as entry on entry.id = document.ledger_entry
where document.issued_at >= $2::timestamptz and document.kind in ('receipt', 'credit_note')
  and (document.booking_id, document.gross, document.currency, document.kind) is distinct from
    (entry.booking_id, entry.amount_pence, entry.currency, case entry.kind when 'refund' then 'credit_note' else 'receipt' end)

-- The documents of a booking have one seller and one rate, and their VAT sums up to that of what is kept.
union all
select 'document_vat', booking_id::text
from tax_documents
where booking_id in (select booking_id from tax_documents where issued_at >= $2::timestamptz)
group by booking_id, currency
having count(distinct (seller, vat_percent)) <> 1
  or sum(vat) <> floor(greatest(sum(gross), 0) * min(vat_percent) / (100 + min(vat_percent)) + 0.5)

-- No number is missing in a seller's year, up to the last one that was taken.
union all
select 'document_gap', seller || ' ' || year
from (
  select seller, year, min(number) as first, max(number) as last
  from tax_documents where issued_at >= $2::timestamptz group by seller, year
) as recent_numbers
left join tax_document_series using (seller, year)
where tax_document_series.last is distinct from recent_numbers.last
  or recent_numbers.last - first + 1 <> (
    select count(*) from tax_documents as document
    where document.seller = recent_numbers.seller and document.year = recent_numbers.year and number >= first
  )

-- What is deferred of a package is what was paid for it, less what was refunded and what is its mentor's by now.
union all
select 'package_deferred', package_id::text
from (
  select package_id, sum(deferred + charged - refunded) as taken
  from recent join money on money.booking_id = recent.id
  where recent.package_id in (select id from recent)
  group by 1
) as package
where taken <> (select coalesce(sum(share), 0) from credits where credits.package_id = package.package_id and earned_at is not null)

-- The credits of a package are as many as its sessions, and their shares are its price. Not more is refunded by us than the shares
-- of refunded credits.
union all
select 'package_shares', packages.id::text
from packages join recent on recent.id = packages.id
where sessions <> (select count(*) from credits where credits.package_id = packages.id)
  or price_pence <> (select sum(share) from credits where credits.package_id = packages.id)
  or (select coalesce(sum(amount_pence), 0) from refunds
      where booking_id = packages.id and reason <> 'at_service' and refunds.status in ('queued', 'pending', 'succeeded')
        and recent.status <> 'expired')
    > (select coalesce(sum(share), 0) from credits where credits.package_id = packages.id and refunded_at is not null)

-- A session from a package has its credit until it is cancelled in time, and has earned its share once it is over.
union all
select 'credit_missing', recent.id::text
from recent left join credits on credits.booking_id = recent.id
where recent.package_id <> recent.id and case
  when recent.status = 'confirmed' then credits.package_id is distinct from recent.package_id or earned_at is not null
  else credits.package_id is not null and (credits.package_id <> recent.package_id or earned_at is null) end

-- A package that is cancelled or has ended has no open credit.
union all
select 'credit_left', recent.id::text
from recent join credits on credits.package_id = recent.id
where recent.status in ('cancelled', 'completed') and booking_id is null and refunded_at is null and earned_at is null
-- A code is redeemed as often as bookings count for it, holds that replace each other once, and no more often than it may be.
union all
select 'code_overused', discount_codes.id::text
from discount_codes
where id in (select code_id from recent join discount_redemptions on booking_id = recent.id)
  and (redeemed > max_redemptions or redeemed <> (
    select count(distinct holder) from discount_redemptions where code_id = discount_codes.id and released_at is null))

-- So it is for each person, where a code has a limit for each.
union all
select 'code_overused_by_person', code_id::text
from discount_uses
where code_id in (select code_id from recent join discount_redemptions on booking_id = recent.id)
  and (uses > most or uses <> (
    select count(distinct holder) from discount_redemptions as redemption
    where redemption.code_id = discount_uses.code_id and redemption.person = discount_uses.person and released_at is null))

-- A booking has redeemed what its code took off while it is held and once it is booked, and no longer once its hold has expired.
union all
select 'code_not_redeemed', recent.id::text
from recent left join discount_redemptions on booking_id = recent.id
where recent.discount_pence <> coalesce(discount, 0) or (recent.discount_pence > 0 and (
  (status in ('held', 'confirmed', 'completed') and released_at is not null) or (status = 'expired' and released_at is null)))

-- The operator contributes what it bears of a discount, while everything else is kept; nothing once everything has gone back.
union all
select 'contribution_differs', sold.id::text
from recent as sold
left join money on money.booking_id = sold.id
left join discount_redemptions as redemption on redemption.booking_id = sold.id and redemption.borne_by = 'operator'
where case
  when redemption.booking_id is null then coalesce(contributed, 0) <> 0
  when coalesce(charged, 0) > 0 then contributed not between 0 and discount
    or (refunded = 0 and contributed <> discount) or (refunded = charged and contributed <> 0)
  when status in ('confirmed', 'completed') then coalesce(contributed, 0) <> discount
  else coalesce(contributed, 0) not between 0 and discount end

-- A hold is over two minutes after its end, unless a payment is processing or the payment service could not be reached.
union all
select 'hold_overdue', id::text
from recent
where status = 'held' and hold_expires_at + interval '2 minutes' < $1::timestamptz
  and expire_failed_at is null and processing_since is null

-- Nothing is kept of a payment for a session that its mentor missed. Where the refund failed, a concern is open.
union all
select 'absent_mentor_kept', sold.id::text
from sold
join no_shows on no_shows.booking_id = sold.id and absent = 'mentor' and outcome = 'absent'
left join returning_money on returning_money.booking_id = sold.id
where paid_at is not null and coalesce(under_way, 0) < paid_amount_pence
  and not exists (
    select from concerns where concerns.booking_id = sold.id and kind = 'refund_failed' and resolved_at is null
  )

-- A report of a no-show waits only while its session is confirmed, and the session is a no-show once it took effect.
union all
select 'no_show_unsettled', sold.id::text
from sold join no_shows on no_shows.booking_id = sold.id
where (outcome is null and status <> 'confirmed') or (outcome = 'absent' and status <> 'no_show')

-- No one has two emails of one kind and version about a booking.
union all
select 'mail_twice', subject::text
from outbox
where about = 'booking'
group by subject, kind, recipient, version
having count(*) > 1
