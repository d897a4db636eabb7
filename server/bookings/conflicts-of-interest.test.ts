/** An admin who is one of a booking's people decides nothing about it; one who is alone says why. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { cancelAsAdmin, moveAsAdmin } from '#server/bookings/admin/booking-actions'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { dismissConcern, refundConcern, settleConcern } from '#server/bookings/admin/concerns'
import { rebook } from '#server/bookings/admin/rebook'
import { decideFeedback, restoreFeedback } from '#server/bookings/after-session/feedback'
import { insertFeedback } from '#server/bookings/after-session/feedback-queries'
import { decideNoShow } from '#server/bookings/after-session/no-show'
import { resolveProblem } from '#server/bookings/after-session/problem'
import { insertNoShow, insertProblem, recordContest } from '#server/bookings/after-session/reports-queries'
import { listOpenConcerns } from '#server/platform/concerns-queries'
import { signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { bookPaid, inKolkata, losePaidSession, readBooking } from '../../tests/support/bookings/paid-session.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true, unchecked: true })

const JUNE = { name: 'June Park', email: 'june@example.com' }
const REASON = 'I run this site alone; the mentor requested it by phone.'

type Actor = { kind: 'account'; accountId: string; address: string | null; ownReason?: string }
type Session = { id: string; mentorId: string }

let june: Actor
let session: Session

beforeEach(async () => {
  const { accountId } = (await signUpAdmin(test, JUNE)).session
  june = { kind: 'account', accountId, address: null }
  const mentor = await addMentor(test)
  session = { id: (await bookPaid(test, { mentor })).id, mentorId: mentor.id }
})

/** Whom of the booking's people the admin is. */
const being: Record<string, () => Promise<unknown>> = {
  'its mentor': () =>
    test.db.updateTable('mentors').set({ accountId: june.accountId }).where('id', '=', session.mentorId).execute(),
  'its mentee': () =>
    test.db.updateTable('bookings').set({ accountId: june.accountId }).where('id', '=', session.id).execute(),
  'a guest with their address': () =>
    test.db
      .updateTable('bookings')
      .set({ menteeEmail: 'June+trip@example.com' })
      .where('id', '=', session.id)
      .execute(),
}

const paidForNothing = () => losePaidSession(test, session.id)

async function feedback(state: 'published' | 'hidden'): Promise<string> {
  const [id, at] = [randomUUID(), test.app.now()]
  const words = { rating: 1, text: 'Late.', author: 'G', createdAt: at }
  await insertFeedback(test.db, { id, bookingId: session.id, mentorId: session.mentorId, publishedAt: at, ...words })
  if (state === 'hidden')
    await test.db.updateTable('feedback').set({ hiddenAt: at, publishedAt: null }).where('id', '=', id).execute()
  return id
}

type Decide = (actor: Actor) => Promise<{ ok: boolean }>

/** Each sets up what waits, and gives what an admin may do about it. */
const DECISIONS: Record<string, () => Promise<Decide>> = {
  'cancels it': async () => (actor) => cancelAsAdmin(test.app, { id: session.id, shown: toMinorUnits(4500), actor }),
  'gives a part back': async () => (actor) => {
    const part = { amount: toMinorUnits(1000), shown: toMinorUnits(4500), status: 'confirmed', reason: 'x' } as const
    return refundPart(test.app, { id: session.id, ...part, actor })
  },
  'moves it': async () => (actor) =>
    moveAsAdmin(test.app, { id: session.id, startsAt: inKolkata(14, '09:10'), revision: 0, actor }),
  'books it after all': async () => {
    await paidForNothing()
    return (actor) => rebook(test.app, { id: session.id, startsAt: inKolkata(11, '14:30'), revision: 0, actor })
  },
  'settles a concern': async () => {
    const id = await paidForNothing()
    await test.db.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', session.id).execute()
    return (actor) => settleConcern(test.app, { id, actor })
  },
  'refunds a concern': async () => {
    const id = await paidForNothing()
    return (actor) => refundConcern(test.app, { id, actor })
  },
  'dismisses a concern': async () => {
    const id = await paidForNothing()
    return (actor) => dismissConcern(test.app, { id, reason: 'x', actor })
  },
  'decides a contested no-show': async () => {
    await insertNoShow(test.db, session.id, { absent: 'mentor', reportedAt: test.app.now() })
    await recordContest(test.db, session.id, 'I was there.', test.app.now())
    return (actor) => decideNoShow(test.app, session.id, { outcome: 'present', accountId: actor.accountId, actor })
  },
  'resolves a problem': async () => {
    const [id, reportedAt] = [randomUUID(), test.app.now()]
    await insertProblem(test.db, { id, bookingId: session.id, side: 'mentee', text: 'Late', reportedAt })
    const decision = { refund: 'none' as const, answer: '' }
    return (actor) => resolveProblem(test.app, id, { ...decision, accountId: actor.accountId, actor })
  },
  'hides feedback': async () => {
    const id = await feedback('published')
    return (actor) => decideFeedback(test.app, id, { hide: true, reason: 'x', actor })
  },
  'keeps reported feedback': async () => {
    const id = await feedback('published')
    return (actor) => decideFeedback(test.app, id, { hide: false, actor })
  },
  'shows feedback again': async () => {
    const id = await feedback('hidden')
    return (actor) => restoreFeedback(test.app, id, actor)
  },
}

/** Everything that a decision could have written. */
const written = async () => ({
  booking: await readBooking(test, session.id),
  audit: await test.db.selectFrom('auditLog').select(['action', 'after']).orderBy('id').execute(),
  refunds: await test.db.selectFrom('refunds').select('id').execute(),
  mails: await test.db.selectFrom('outbox').select('id').orderBy('id').execute(),
  concerns: (await listOpenConcerns(test.db, 10)).map(({ id }) => id),
  feedback: await test.db.selectFrom('feedback').selectAll().execute(),
  problems: await test.db.selectFrom('problems').selectAll().execute(),
  noShows: await test.db.selectFrom('noShows').selectAll().execute(),
})

const own = (matter: 'another' | 'alone') => ({ ok: false, error: { code: 'own', matter } })

describe.each(Object.keys(DECISIONS))('an admin who %s', (what) => {
  const prepare = DECISIONS[what]!

  it('does nothing where they are one of its people, whatever they write, and another admin does it', async () => {
    const decide = await prepare()
    const omar = (await signUpAdmin(test, { name: 'Omar Aziz', email: 'omar@example.com' })).session.accountId
    for (const become of Object.values(being)) {
      await become()
      const before = await written()
      expect(await decide({ ...june, ownReason: REASON })).toEqual(own('another'))
      expect(await written()).toEqual(before)
    }
    expect(await decide({ ...june, accountId: omar, ownReason: REASON })).toMatchObject({ ok: true })
    expect(JSON.stringify((await written()).audit)).not.toContain(REASON)
  })

  it('does it when there is no other admin, and only with a reason, which the audit log keeps', async () => {
    const decide = await prepare()
    await being['its mentor']!()
    const before = await written()
    expect(await decide(june)).toEqual(own('alone'))
    expect(await written()).toEqual(before)
    expect(await decide({ ...june, ownReason: REASON })).toMatchObject({ ok: true })
    expect((await written()).audit.at(-1)!.after).toMatchObject({ aboutThemselves: REASON })
  })
})
