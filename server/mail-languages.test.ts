/** Each email is in its recipient’s language, whatever the language of the request that caused it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { rememberLanguage } from '#server/accounts/queries'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { runJob } from '#server/jobs'
import { raiseConcern } from '#server/platform/concerns-queries'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { addToWaitlist } from '#server/waitlist/waitlist'
import { inLanguage } from '#server/platform/language/language'
import { holdFromForm } from '../app/views/bookings/hold-from-form.ts'
import {
  ADA,
  askForAccount,
  clientFrom,
  mailsTo,
  signUp,
  signUpAdmin,
  signUpByLink,
} from '../tests/support/accounts/accounts.ts'
import { makeBookingForm, postBooking } from '../tests/support/bookings/requests.ts'
import { payCheckout } from '../tests/support/payments/checkout.ts'
import { bookPaid, inKolkata, type Mentor } from '../tests/support/bookings/paid-session.ts'
import { sendDue } from '../tests/support/mails.ts'
import { addMentor, ORIGIN } from '../tests/support/product/app.ts'
import { test, useProduct } from '../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const GRACE = 'grace@example.com'

let mentor: Mentor
/** Ada mentors and reads Spanish. */
beforeEach(async () => {
  const { session } = await inLanguage('es', () => signUpByLink(test, { name: 'Ada Lovelace', email: ADA }))
  mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
})

/** The languages of an address's emails about its bookings, with the language of their links; the oldest first. */
async function readLanguages(address: string): Promise<string[]> {
  const mails = (await mailsTo(test, address)).filter(({ text }) => text.includes('/bookings/')).toReversed()
  return mails.map(({ html, text }) => `${langOf(html)} ${linkIn(text)}`)
}

/** A filled form for a session with Ada. */
function writeForm(): FormData {
  const form = new FormData()
  const startsAt = inKolkata(11, '14:30').toISOString()
  const fields = { ...makeBookingForm(mentor), sessionTypeId: mentor.sessionTypeIds[0]!, startsAt, terms: 'on' }
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.set(name, value)
  return form
}
const UNKNOWN_CLIENT = { browser: null, network: null, farNetwork: null }

const langOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1]
const linkIn = (text: string) => /^http\S+?(?=\/bookings)/m.exec(text)?.[0].slice(ORIGIN.length)

describe('emails about a booking', () => {
  it('reach a guest in the language of their page and the mentor in that of their account, all through', async () => {
    const { id } = await inLanguage('hi', () => bookPaid(test, { mentor }))
    await inLanguage('fr', () => moveSession(test.app, { id, startsAt: inKolkata(12, '15:30'), revision: 0 }))
    await test.runJobs()
    test.clock.time = inKolkata(12, '14:30')
    await runJob(test.app, 'reminders', {})
    await sendDue(test)
    expect(await cancelBooking(test.app, { id, by: 'mentor', shown: toMinorUnits(4500) })).toMatchObject({ ok: true })
    expect(await readLanguages(GRACE)).toEqual(['hi /hi', 'hi /hi', 'hi /hi', 'hi /hi'])
    expect(await readLanguages(ADA)).toEqual(['es /es', 'es /es', 'es /es', 'es /es'])
  })

  it('follow the page on which someone signed in books, and no stranger who books with their address', async () => {
    const { session } = await signUp(test, { name: 'Grace Hopper', email: GRACE })
    await inLanguage('ar', () => holdFromForm(test.app, writeForm(), UNKNOWN_CLIENT, session.accountId))
    await inLanguage('hi', () => bookPaid(test, { mentor, startsAt: inKolkata(13, '15:30') }))
    expect(await readLanguages(GRACE)).toEqual(['ar /ar'])
  })

  it('follow what an API client accepts, since it asks for its customer', async () => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'fr-CA' }
    const { id } = (await (await postBooking(test, makeBookingForm(mentor), headers)).json()) as { id: string }
    await payCheckout(test, id)
    await settleCheckout(test.app, id)
    expect(await readLanguages(GRACE)).toEqual(['fr /fr'])
  })

  it('are in the site’s own language where the recipient’s is no longer offered', async () => {
    test.app.config = { ...test.app.config, LANGUAGES: ['fr', 'en'] }
    await inLanguage('hi', () => bookPaid(test, { mentor }))
    expect([await readLanguages(GRACE), await readLanguages(ADA)]).toEqual([['fr /fr'], ['fr /fr']])
  })
})

describe('an email to someone of whom no language is known', () => {
  it('is in that of the page on which they requested it', async () => {
    await inLanguage('pt-BR', () => askForAccount(test, { email: 'lost@example.com' }))
    const [mail] = await mailsTo(test, 'lost@example.com')
    expect(langOf(mail!.html)).toBe('pt-BR')
    expect(mail!.text).toContain(`${ORIGIN}/pt-br/verify-email?token=`)
  })
})

describe('an email that a job or an admin causes', () => {
  it('is in the language of its recipient: of the page on which they joined a waitlist, of a mentor’s account', async () => {
    const by = { client: clientFrom(), session: null }
    const joined = { about: 'waiting', email: GRACE, timeZone: null } as const
    await inLanguage('zh-Hans', () => addToWaitlist(test.app, { mentorId: mentor.id }, joined, by))
    const { id } = await test.db.selectFrom('waitingList').select('id').executeTakeFirstOrThrow()
    await transact(test.db, async (tx) => {
      await queueMail(test.app, tx, { about: 'waiting', subject: id, kind: 'asked', recipient: 'person' })
      await queueMail(test.app, tx, { about: 'mentor', subject: mentor.id, kind: 'resumed', recipient: 'mentor' })
    })
    expect((await mailsTo(test, GRACE)).map(({ html }) => langOf(html))).toEqual(['zh-Hans', 'zh-Hans'])
    expect(langOf((await mailsTo(test, ADA))[0]!.html)).toBe('es')
  })
})

describe('the digest of an admin', () => {
  it('is English, as the admin’s pages are', async () => {
    const { session } = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
    await rememberLanguage(test.db, session.accountId, 'es')
    await raiseConcern(test.db, { kind: 'refund_failed', subject: 'one', bookingId: null, at: test.clock.time })
    await runJob(test.app, 'digest', {})
    const [mail] = await mailsTo(test, 'june@example.com')
    expect(langOf(mail!.html)).toBe('en-GB')
    expect(mail!.text).toContain(`${ORIGIN}/admin-dashboard`)
  })
})
