/** Breaks each invariant on purpose. Every other test checks, when it ends, that the product itself breaks none. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import { invariantNames } from '#server/bookings/invariants/invariants-queries'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday, TUESDAY } from '../../../tests/support/bookings/requests.ts'

useProduct({ unchecked: true })

const violated = async (minutes = 0) => {
  test.clock.forward(minutes)
  const names = (await checkInvariants(test.db, test.clock.time)).map(({ invariant }) => invariant)
  return [...new Set(names)].toSorted()
}

/** One booking that is confirmed, one that is held, and one whose payment went back: all as it should be. */
async function world() {
  const mentor = await addMentor(test)
  const late = await bookTuesday(test, { mentor, time: '18:30', email: 'late@example.com' })
  const confirmed = await bookTuesday(test, { mentor })
  await payCheckout(test, confirmed)
  await settleCheckout(test.app, confirmed)
  await test.db.updateTable('bookings').set({ startsAt: test.clock.time }).where('checkoutId', '=', late).execute()
  await payCheckout(test, late)
  await settleCheckout(test.app, late)
  await test.runJobs()
  await payOut(mentor.id)
  await bookTuesday(test, { mentor, time: '16:30', email: 'held@example.com' })
  expect(await violated()).toEqual([])
}

/** A batch that pays the mentor for the confirmed booking. */
async function payOut(mentorId: string) {
  const [batch, payout] = [randomUUID(), randomUUID()]
  await sql`insert into payout_batches (id, created_at) values (${batch}, ${test.clock.time})`.execute(test.db)
  await sql`insert into payouts (id, batch_id, mentor_id, amount_pence, currency, sealed_payee)
    values (${payout}, ${batch}, ${mentorId}, 4500, 'GBP', '')`.execute(test.db)
  await sql`insert into payout_lines (payout_id, booking_id, number, kept_pence, fee_pence)
    select ${payout}, id, 1, 4500, 0 from bookings where status = 'confirmed'`.execute(test.db)
}

/** SQL for a queued transfer of this amount for the confirmed booking. */
const transfer = (amount: number) => `
  insert into transfers (id, booking_id, number, mentor_id, account_id, payment_intent, amount, currency, status, created_at)
    select gen_random_uuid(), id, 1, mentor_id, 'acct_1', payment_intent, ${amount}, currency, 'queued', created_at
    from bookings where status = 'confirmed';
  insert into transfer_lines (transfer_id, booking_id, kept, fee) select id, booking_id, ${amount}, 0 from transfers;`
/** SQL that takes this much back of the transfer. */
const takenBack = (amount: number) => `
  insert into transfer_reversals (id, transfer_id, booking_id, number, kept, fee, currency, status, created_at)
    select gen_random_uuid(), id, booking_id, 1, ${amount}, 0, currency, 'queued', created_at from transfers;`
/** SQL that takes the confirmed booking out of its batch. */
const unpaid = `alter table payout_lines disable trigger payout_lines_stay; delete from payout_lines; delete from payouts;`

const mutable = 'alter table tax_documents disable trigger tax_documents_are_immutable;'

/** SQL for a cohort of two seats with `count` confirmed bookings, each with its row in `seats`. */
const seats = (count: number) => `
  insert into accounts (id, name, email, email_verified, created_at, updated_at)
    values ('00000000-0000-4000-8000-000000000001', 'Elif', 'elif@example.com', true, '${TUESDAY}', '${TUESDAY}');
  insert into cohorts (id, slug, account_id, status, status_since, changed_at, title, subtitle, mentor_name, starts_on, ends_on,
      seats, commitment, audience, welcome, core_skills, interview_prep, skills_gain, progress, created_at)
    values ('00000000-0000-4000-8000-000000000002', 'lyon', '00000000-0000-4000-8000-000000000001', 'accepted', '${TUESDAY}',
      '${TUESDAY}', 'Lyon', '', 'Elif', '2030-09-02', '2030-09-03', 2, '', '', '', '{}', '{}', '{}', '', '${TUESDAY}');
  insert into bookings (id, reference, secret_hash, cohort_id, session_title, starts_at, minutes, mentor_time_zone, price_pence,
      currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic, terms_version, terms_accepted_at, status,
      pay_before, hold_expires_at, created_at)
    select gen_random_uuid(), 'B-SEAT-000' || n, 'seat ' || n, '00000000-0000-4000-8000-000000000002', 'Lyon', '2030-09-02', 2880,
      'UTC', 0, 'GBP', 'Grace', 'grace@example.com', '', 'UTC', '', '', '${TUESDAY}', 'confirmed', '${TUESDAY}', '${TUESDAY}',
      '${TUESDAY}' from generate_series(1, ${count}) as n;
  insert into seats (booking_id, cohort_id, number, seats)
    select id, cohort_id, right(reference, 1)::int, greatest(2, ${count}) from bookings where cohort_id is not null;`

/** SQL for a code of at most `most` redemptions that the confirmed booking has redeemed, and a count for its person. */
const code = (most: number) => `
  insert into discount_codes (id, code, percent, applies_to, valid_from, max_redemptions, borne_by, redeemed, created_at)
    values ('00000000-0000-4000-8000-000000000003', 'FIFTH', 20, 'both', '${TUESDAY}', ${most}, 'mentor', 1, '${TUESDAY}');
  update bookings set discount_pence = 900 where status = 'confirmed';
  insert into discount_redemptions (booking_id, code_id, person, discount, currency, borne_by, created_at)
    select id, '00000000-0000-4000-8000-000000000003', 'grace', 900, currency, 'mentor', created_at
    from bookings where status = 'confirmed';
  insert into discount_uses (code_id, person, uses, most) values ('00000000-0000-4000-8000-000000000003', 'grace', 1, 1);`

/** SQL for a package of three sessions for 90.00 that is paid, of which none is booked. */
const bought = `
  insert into bookings (id, reference, secret_hash, package_id, session_title, starts_at, minutes, mentor_time_zone, price_pence,
      currency, mentee_name, mentee_email, mentee_phone, mentee_time_zone, topic, terms_version, terms_accepted_at, status,
      pay_before, hold_expires_at, created_at, checkout_id, payment_intent, paid_at, paid_amount_pence)
    values ('00000000-0000-4000-8000-000000000004', 'B-PACK-0003', 'package', '00000000-0000-4000-8000-000000000004', 'First weeks',
      '2031-01-08', 60, 'UTC', 9000, 'GBP', 'Grace', 'grace@example.com', '', 'UTC', '', '', '${TUESDAY}', 'confirmed', '${TUESDAY}',
      '${TUESDAY}', '${TUESDAY}', 'cs_package', 'pi_package', '${TUESDAY}', 9000);
  insert into packages (id, mentor_id, session_type_id, sessions)
    select '00000000-0000-4000-8000-000000000004', mentor_id, session_type_id, 3 from bookings where status = 'held';
  insert into credits (package_id, number, share, fee)
    select '00000000-0000-4000-8000-000000000004', n, 3000, 0 from generate_series(1, 3) as n;
  insert into ledger (id, booking_id, kind, amount_pence, currency, service_id, created_at)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000004', kind, amount, 'GBP', 'pi_package', '${TUESDAY}'
    from (values ('charge', 9000), ('deferred', -9000)) as entries (kind, amount);`

/** SQL that books the held session from the package instead. `credit`: whether it has one. */
const fromPackage = (credit: boolean) => `
  update bookings set package_id = '00000000-0000-4000-8000-000000000004', status = 'confirmed', price_pence = 3000,
      paid_amount_pence = 3000, paid_at = created_at
    where status = 'held';
  update credits set booking_id = (select id from bookings where package_id = credits.package_id and id <> package_id)
    where number = 1 and ${credit};`

/** Ways to break the data, with the invariants that must report each; some drop a constraint first. */
const harms: [invariant: string | string[], harm: string, minutes?: number][] = [
  [
    'contribution_differs',
    `insert into ledger select gen_random_uuid(), booking_id, 'contribution', 900, currency, 'x', created_at from ledger
     where kind = 'charge' and booking_id in (select id from bookings where status = 'confirmed');`,
  ],
  ['contribution_differs', `${code(2)} update discount_redemptions set borne_by = 'operator';`],
  ['code_overused', `${code(2)} update discount_codes set redeemed = 2;`],
  [
    'code_overused',
    `${code(1)} alter table discount_codes drop constraint discount_codes_used_up;
     update discount_codes set max_redemptions = 1, redeemed = 2;
     insert into discount_redemptions select (jsonb_populate_record(r, jsonb_build_object('booking_id', bookings.id,
       'holder', gen_random_uuid(), 'person', 'alan'))).* from discount_redemptions r, bookings where status = 'held';
     update bookings set discount_pence = 900 where status = 'held';`,
  ],
  ['code_overused_by_person', `${code(2)} update discount_redemptions set person = 'alan';`],
  ['code_not_redeemed', `${code(2)} update bookings set discount_pence = 800 where status = 'confirmed';`],
  [
    'code_not_redeemed',
    `${code(2)} update discount_redemptions set released_at = created_at;
     update discount_codes set redeemed = 0; delete from discount_uses;`,
  ],
  [
    'package_deferred',
    `${bought} insert into ledger select gen_random_uuid(), booking_id, kind, 1, currency, 'x', created_at from ledger where kind = 'deferred';`,
  ],
  ['package_deferred', `${bought} ${fromPackage(true)} update credits set earned_at = '${TUESDAY}' where number = 2;`],
  ['package_shares', `${bought} update credits set share = 2999 where number = 3;`],
  ['package_shares', `${bought} delete from credits where number = 3; update credits set share = 4500;`],
  ['credit_missing', `${bought} ${fromPackage(false)}`],
  [
    'credit_missing',
    `${bought} ${fromPackage(true)} delete from claims using bookings where bookings.id = booking_id and package_id is not null;
     update bookings set status = 'cancelled' where package_id <> id;`,
  ],
  [
    'credit_left',
    `${bought} update bookings set status = 'cancelled' where package_id = id; update credits set refunded_at = '${TUESDAY}' where number < 3;`,
  ],
  [
    ['bookings_overlap', 'claims_overlap'],
    `alter table claims drop constraint claims_no_overlap;
     update bookings set starts_at = '${TUESDAY}'::timestamptz + interval '30 minutes' where status = 'held';
     update claims set during = tstzrange('${TUESDAY}'::timestamptz + interval '30 minutes', '${TUESDAY}'::timestamptz + interval '90 minutes')
       where booking_id in (select id from bookings where status = 'held');`,
  ],
  ['claim_missing', `delete from claims where booking_id in (select id from bookings where status = 'held');`],
  ['claim_missing', `update bookings set buffer_after = 15 where status = 'held';`],
  ['claim_left', `update bookings set status = 'expired' where status = 'held';`],
  [
    ['paid_for_nothing', 'two_links'],
    `insert into payment_requests (booking_id, token_hash, created_at)
       select id, id, created_at from bookings where status in ('held', 'confirmed');
     update bookings set status = 'held', browser_hash = 'one' where status in ('held', 'confirmed');`,
  ],
  ['seat_missing', `${seats(1)} delete from seats;`],
  ['seat_missing', `${seats(1)} update bookings set status = 'cancelled' where cohort_id is not null;`],
  ['cohort_oversold', `alter table seats drop constraint seats_cohort_id_seats_fkey; ${seats(3)}`],
  [['confirmed_unpaid', 'ledger_charge'], `update bookings set paid_amount_pence = 4400 where status = 'confirmed';`],
  [
    ['confirmed_unpaid', 'ledger_charge'],
    `insert into ledger select gen_random_uuid(), booking_id, 'charge', 4500, currency, 'pi_twice', created_at from ledger
     where booking_id in (select id from bookings where status = 'confirmed');`,
  ],
  [['claim_left', 'paid_for_nothing'], `update bookings set status = 'expired' where status = 'confirmed';`],
  ['paid_for_nothing', `update bookings set status = 'held' where status = 'confirmed';`],
  [['ledger_refund', 'paid_for_nothing', 'refund_entry'], `update refunds set status = 'failed';`],
  [['ledger_refund', 'refund_entry'], `update refunds set status = 'pending';`],
  [
    'ledger_refund',
    `insert into ledger select gen_random_uuid(), booking_id, 'fee', 1, currency, 'x', created_at from refunds;`,
  ],
  [
    'refund_entry',
    `insert into refunds select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'key', 'x', 'status', 'failed',
       'service_id', 're_x'))).* from refunds r;
     insert into ledger select gen_random_uuid(), booking_id, 'reversal', 1, currency, 're_x', created_at from refunds where key = 'x';
     insert into ledger select gen_random_uuid(), booking_id, 'refund', -1, currency, 're_y', created_at from refunds where key = 'x';`,
  ],
  [
    'absent_mentor_kept',
    `update bookings set status = 'no_show' where status = 'confirmed';
     delete from claims where booking_id in (select id from bookings where status = 'no_show');
     insert into no_shows (booking_id, absent, reported_at, outcome, decided_at)
       select id, 'mentor', starts_at, 'absent', starts_at from bookings where status = 'no_show';`,
  ],
  [
    'no_show_unsettled',
    `insert into no_shows (booking_id, absent, reported_at)
       select id, 'mentor', starts_at from bookings where status = 'held';`,
  ],
  [
    'no_show_unsettled',
    `insert into no_shows (booking_id, absent, reported_at, outcome, decided_at)
       select id, 'mentee', starts_at, 'absent', starts_at from bookings where status = 'confirmed';`,
  ],
  [
    'paid_out_unearned',
    `alter table payout_lines disable trigger payout_lines_are_earned;
     insert into payout_lines (payout_id, booking_id, number, kept_pence, fee_pence)
       select payout_id, (select id from bookings where status = 'held'), 1, 1, 0 from payout_lines;
     update payouts set amount_pence = 4501;`,
  ],
  [
    'paid_out_unearned',
    `alter table payout_lines disable trigger payout_lines_stay; update payout_lines set number = 2;`,
  ],
  ['paid_out_unearned', `alter table transfer_lines disable trigger transfer_lines_are_earned; ${transfer(4500)}`],
  ['transfer_sum', `${unpaid} ${transfer(4500)} update transfers set amount = 4499;`],
  ['transfer_sum', `${unpaid} ${transfer(4500)} update transfers set currency = 'JPY';`],
  ['transfer_sum', `${unpaid} ${transfer(4500)} ${takenBack(4501)}`],
  [
    'transfer_entry',
    `${unpaid} ${transfer(4500)} update transfers set status = 'sent', service_id = 'tr_1', sent_at = created_at;`,
  ],
  [
    'transfer_entry',
    `insert into ledger select gen_random_uuid(), booking_id, 'transfer', -1, currency, 'tr_x', created_at from refunds;`,
  ],
  ['document_entry', `${mutable} update tax_documents set gross = gross + 1 where kind = 'receipt';`],
  [
    'document_entry',
    `${mutable} update tax_documents set booking_id = (select id from bookings where status = 'held');`,
  ],
  ['document_vat', `${mutable} update tax_documents set vat = 1 where kind = 'receipt';`],
  ['document_vat', `${mutable} update tax_documents set vat_percent = 20, vat = vat where kind = 'receipt';`],
  ['document_gap', `${mutable} update tax_documents set number = 5 where number = 2;`],
  ['document_gap', `${mutable} update tax_documents set number = 5 where number = 3;`],
  ['payout_sum', `update payouts set amount_pence = 4499;`],
  ['payout_sum', `update payouts set currency = 'JPY';`],
  [
    'payout_sum',
    `insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, weekly_starts, status, created_at)
       select gen_random_uuid(), 'another', name, role, experience, location, languages, price_pence, currency, time_zone, weekly_starts, status, created_at from mentors;
     update payouts set mentor_id = (select id from mentors where slug = 'another');`,
  ],
  ['hold_overdue', '', 38],
  [
    'mail_twice',
    `alter table outbox drop constraint outbox_subject_kind_recipient_version_key;
     insert into outbox select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).* from outbox o;`,
  ],
]

/** The names of the invariants that `harm` breaks. Runs in a transaction that is rolled back. */
async function violatedAfter(harm: (tx: Db) => Promise<void>): Promise<string[]> {
  const undone = new Error('undone')
  let names: string[] = []
  await test.db
    .transaction()
    .execute(async (tx) => {
      await harm(tx)
      const found = await checkInvariants(tx, test.clock.time)
      names = [...new Set(found.map((violation) => violation.invariant))].toSorted()
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return names
}

describe('checkInvariants', () => {
  it('reports each harm', async () => {
    await world()
    const { time } = test.clock
    for (const [invariant, harm, minutes = 0] of harms) {
      const seen = await violatedAfter(async (tx) => {
        await sql.raw(`do $harm$ begin ${harm || 'null;'} end $harm$`).execute(tx)
        test.clock.forward(minutes)
      })
      expect(seen, harm).toEqual([invariant].flat())
      test.clock.time = time
    }
  })

  it('is tested here with a violation of every invariant', () => {
    expect([...new Set(harms.flatMap(([invariant]) => invariant))].toSorted()).toEqual(invariantNames.toSorted())
  })

  it('accepts an overdue hold while the payment service is unreachable or a payment is processing', async () => {
    await world()
    await sql`update bookings set expire_failed_at = created_at where status = 'held'`.execute(test.db)
    expect(await violated(60)).toEqual([])
    await sql`update bookings set expire_failed_at = null, processing_since = created_at where status = 'held'`.execute(
      test.db,
    )
    expect(await violated()).toEqual([])
  })

  it('accepts unpaid completed sessions in a demo, which seeds them, but not on a live site', async () => {
    const id = await bookTuesday(test)
    await payCheckout(test, id)
    await settleCheckout(test.app, id)
    await sql`
      update bookings set status = 'completed', checkout_id = null, payment_intent = null;
      `.execute(test.db)
    await sql`delete from claims`.execute(test.db)
    await sql`truncate ledger cascade`.execute(test.db)
    expect(await violated()).toEqual([])
    await test.db.insertInto('installation').values({ mode: 'live', createdAt: test.clock.time }).execute()
    expect(await violated()).toEqual(['confirmed_unpaid', 'ledger_charge'])
  })

  it('counts a hold and the one that replaces it as one, and reports a third that overlaps either', async () => {
    await world()
    const moved = await test.db
      .selectFrom('bookings')
      .selectAll()
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow()
    const { emailKey: _, ...known } = moved
    const insertMoved = async (tx: Db, from: number, movedFrom: string | null) => {
      const id = randomUUID()
      const reference = `B-2222-${String(Math.abs(from)).padStart(4, '0')}`
      const own = { id, reference, secretHash: id, checkoutId: id, movedFrom }
      const startsAt = minutesAfter(known.startsAt, from)
      await tx
        .insertInto('bookings')
        .values({ ...known, ...own, startsAt })
        .execute()
      await sql`
        insert into claims (booking_id, mentor_id, during)
        select ${id}::uuid, mentor_id, tstzrange(lower(during) + ${from} * interval '1 minute',
          upper(during) + ${from} * interval '1 minute') from claims where booking_id = ${moved.id}`.execute(tx)
    }
    const found = (...ranges: [from: number, moves: boolean][]) =>
      violatedAfter(async (tx) => {
        await sql`alter table claims drop constraint claims_no_overlap`.execute(tx)
        for (const [from, moves] of ranges) await insertMoved(tx, from, moves ? moved.id : null)
      })
    const both = ['bookings_overlap', 'claims_overlap']
    expect(await found([15, true])).toEqual([])
    expect(await found([60, true])).toEqual([])
    expect(await found([75, true])).toEqual([])
    expect(await found([15, false])).toEqual(both)
    expect(await found([15, true], [60, false])).toEqual(both)
    expect(await found([-15, true], [45, false])).toEqual(both)
    expect(await found([75, true], [45, false])).toEqual(both)
  })

  it('accepts a payment without a booking once a concern says that its refund failed', async () => {
    await world()
    const refund = await test.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
    await sql`truncate ledger cascade`.execute(test.db)
    await sql`update refunds set status = 'failed'`.execute(test.db)
    expect(await violated()).toContain('paid_for_nothing')
    const concern = {
      id: randomUUID(),
      kind: 'refund_failed' as const,
      subject: refund.id,
      bookingId: refund.bookingId,
    }
    await test.db
      .insertInto('concerns')
      .values({ ...concern, createdAt: test.clock.time, resolvedAt: null })
      .execute()
    expect(await violated()).not.toContain('paid_for_nothing')
  })
})
