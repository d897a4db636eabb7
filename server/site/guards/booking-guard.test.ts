/** Who opens a booking's page, and by which links. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bookingLink, bookingSecret } from '#server/bookings/booking-link'
import { releaseHold } from '#server/bookings/holds/release'
import { openByLink, requireBooking, requireMentee, requireBookingMentor } from '#server/site/guards/booking-guard'
import { signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { readStatus, visit } from '../../../tests/support/bookings/opened-pages.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { confirmedSession } from '../../../tests/support/bookings/sessions.ts'
import { readTables } from '../../../tests/support/database/tables.ts'
import { ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

let booking: Awaited<ReturnType<typeof readBooking>>
beforeEach(async () => {
  await confirmedSession(test)
  booking = await readBooking()
})

const readBooking = () =>
  test.db.selectFrom('bookings').select(['id', 'reference', 'linkVersion', 'mentorId']).executeTakeFirstOrThrow()
const secret = () => bookingSecret(test.app, booking)
const cookie = (value = secret()) => `booking-${booking.reference}=${value}`

const open = (by: Parameters<typeof visit>[1], reference = booking.reference) => {
  const { context, request } = visit(test, by)
  return requireBooking(context, request, reference)
}
const enter = (link: { reference: string; secret: string }, address?: string) => {
  const { context, request } = visit(test, address ? { address } : {})
  return openByLink(context, request, link)
}

describe('the link of an email', () => {
  it('is exchanged for a cookie that only the pages of bookings get, in each language, and leaves the address bar', async () => {
    expect(secret()).toMatch(/^[\w-]{43}$/)
    expect(bookingLink(test.app, booking)).toBe(`${ORIGIN}/bookings/${booking.reference}/${secret()}`)
    const entered = await enter({ reference: booking.reference, secret: secret() })
    expect(entered.status).toBe(302)
    expect(entered.headers.get('location')).toBe(`/bookings/${booking.reference}`)
    const cookies = entered.headers.getSetCookie()
    for (const each of cookies)
      expect(each).toMatch(
        new RegExp(
          `^booking-${booking.reference}=${secret()}; Max-Age=\\d+; Path=[/a-z-]*/bookings; HttpOnly; SameSite=Lax$`,
        ),
      )
    const paths = cookies.map((each) => /Path=([^;]*)/.exec(each)?.[1])
    expect(paths).toEqual(expect.arrayContaining(['/bookings', '/es/bookings', '/zh-hans/bookings']))
    expect(entered.headers.get('cache-control')).toBe('private, no-store')
    expect(entered.headers.get('referrer-policy')).toBe('same-origin')
    expect(entered.headers.get('x-robots-tag')).toBe('noindex')
  })

  it('sets a cookie that only TLS carries, where the site has it', async () => {
    test.app.config = { ...test.app.config, PUBLIC_URL: 'https://landfall.test' }
    const entered = await enter({ reference: booking.reference, secret: secret() })
    expect(entered.headers.get('set-cookie')).toMatch(/^__Secure-booking-B-.*; Secure;/)
    expect(await readStatus(open({ cookie: cookie() }))).toBe(404)
    expect(await readStatus(open({ cookie: `__Secure-${cookie()}` }))).toBe(200)
  })

  it('opens the page as its mentee, without signing in', async () => {
    const before = await readTables(test.db)
    for (const _time of [1, 2]) {
      await enter({ reference: booking.reference, secret: secret() })
      expect(await open({ cookie: cookie() })).toMatchObject({ side: 'mentee', guest: true })
    }
    expect(await readTables(test.db)).toEqual(before) // However often it is opened.
  })

  it('opens the page until 90 days after the session, and no longer', async () => {
    test.clock.time = new Date('2030-04-08T10:00:00Z') // The session ends on 8 January at 10:00.
    expect(await readStatus(open({ cookie: cookie() }))).toBe(200)
    test.clock.forward(1)
    expect(await readStatus(open({ cookie: cookie() }))).toBe(404)
    expect(await readStatus(enter({ reference: booking.reference, secret: secret() }))).toBe(404)
  })

  it('opens no other booking, and none once the booking has links of a later version', async () => {
    const { reference } = await confirmedSession(test)
    expect(await readStatus(enter({ reference, secret: secret() }))).toBe(404)
    expect(await readStatus(open({ cookie: cookie() }, reference))).toBe(404)
    await test.db.updateTable('bookings').set({ linkVersion: 2 }).execute()
    expect(await readStatus(enter({ reference: booking.reference, secret: secret() }))).toBe(404)
    expect(await readStatus(open({ cookie: cookie() }))).toBe(404)
  })
})

describe('a booking', () => {
  const signUpMentor = async (mentorId: string, email: string) => {
    const { session } = await signUpByLink(test, { email })
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentorId).execute()
    return session
  }

  it('opens for the account that it belongs to and for its mentor, each on their side', async () => {
    const { session } = await signUpByLink(test)
    await test.db.updateTable('bookings').set({ accountId: session.accountId }).execute()
    expect(await open({ session })).toMatchObject({ side: 'mentee', guest: false })
    const mentor = await signUpMentor(booking.mentorId!, 'mentor@example.com')
    expect(await open({ session: mentor })).toMatchObject({ side: 'mentor', guest: false })
  })

  it('lets each side do only what is theirs', async () => {
    const session = await signUpMentor(booking.mentorId!, 'mentor@example.com')
    const asMentor = visit(test, { session })
    const asMentee = visit(test, { cookie: cookie() })
    expect(await readStatus(requireMentee(asMentor.context, asMentor.request, booking.reference))).toBe(404)
    expect(await readStatus(requireBookingMentor(asMentee.context, asMentee.request, booking.reference))).toBe(404)
    expect(await readStatus(requireBookingMentor(asMentor.context, asMentor.request, booking.reference))).toBe(200)
    expect(await readStatus(requireMentee(asMentee.context, asMentee.request, booking.reference))).toBe(200)
  })

  it('does not exist for other accounts, other mentors and visitors', async () => {
    const { session } = await signUpByLink(test)
    for (const by of [{}, { session }, { cookie: cookie('A'.repeat(43)) }]) expect(await readStatus(open(by))).toBe(404)
  })

  it('has no page while it is only held, or when it lapsed unpaid', async () => {
    await bookTuesday(test)
    const held = await test.db.selectFrom('bookings').selectAll().where('status', '=', 'held').executeTakeFirstOrThrow()
    const own = { cookie: `booking-${held.reference}=${bookingSecret(test.app, held)}` }
    expect(await readStatus(open(own, held.reference))).toBe(404)
    expect(await releaseHold(test.app, held)).toBe('released')
    expect(await readStatus(open(own, held.reference))).toBe(404)
  })
})

describe('guessing references or secrets', () => {
  const ADDRESS = '203.0.113.7'

  it('gets 404 for each of the first twenty, and 429 for every one after them, known reference or not', async () => {
    for (let tries = 1; tries <= 20; tries += 1) {
      const reference = tries % 2 ? booking.reference : 'B-2222-2222'
      expect(await readStatus(enter({ reference, secret: 'A'.repeat(43) }, ADDRESS))).toBe(404)
    }
    expect(await readStatus(enter({ reference: 'B-2222-2222', secret: 'A'.repeat(43) }, ADDRESS))).toBe(429)
    expect(await readStatus(open({ address: ADDRESS }))).toBe(429)
    expect(await readStatus(open({ address: ADDRESS }, 'no reference'))).toBe(429)
  })

  it('does not block others in the same network from their own booking', async () => {
    for (let tries = 1; tries <= 25; tries += 1) await readStatus(open({ address: ADDRESS }))
    expect(await readStatus(open({ address: ADDRESS, cookie: cookie() }))).toBe(200)
  })
})
