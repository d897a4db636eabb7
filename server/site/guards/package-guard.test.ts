/** The page of a session that was booked with a package: for whom it links to the package. */
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { bookingSecret } from '#server/bookings/booking-link'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { requireBooking } from '#server/site/guards/booking-guard'
import { enterPackage, findPackagePage } from '#server/site/guards/package-guard'
import { readBookingPage } from '../../../app/views/bookings/page/booking-page.ts'
import { readDeskPage } from '../../../app/views/mentors/desk/week.ts'
import { visit } from '../../../tests/support/bookings/opened-pages.ts'
import { addSeller, bookedWithCredit, buyPackage } from '../../../tests/support/bookings/packages.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

type Row = { id: string; reference: string; linkVersion: number }
let seller: Awaited<ReturnType<typeof addSeller>>
let bought: Row
let session: Row

const find = (id: string): Promise<Row> =>
  test.db
    .selectFrom('bookings')
    .select(['id', 'reference', 'linkVersion'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
beforeEach(async () => {
  seller = await addSeller(test)
  bought = await find((await buyPackage(test, seller)).id)
  await bookedWithCredit(test, bought.id, 1)
  session = await find(await bookedWithCredit(test, bought.id, 4))
})

const cookie = (row: Row) => `booking-${row.reference}=${bookingSecret(test.app, row)}`
/** The line at the head of the session's page. */
async function readLine(by: Parameters<typeof visit>[1]) {
  const { context, request } = visit(test, by)
  const opened = await requireBooking(context, request, session.reference)
  const packagePage = await findPackagePage(context, request, opened.booking)
  const search = new URLSearchParams()
  return (await readBookingPage(test.app, opened, { search, packagePage })).head.package
}

describe('the page of a session that was booked with a package', () => {
  it('says which one it is, and links to the package where this browser has opened the package’s own link', async () => {
    const { context, request } = visit(test)
    const entered = await enterPackage(context, request, {
      reference: bought.reference,
      secret: bookingSecret(test.app, bought),
    })
    const paths = entered.headers.getSetCookie().map((each) => /Path=([^;]*)/.exec(each)?.[1])
    expect(paths).toEqual(expect.arrayContaining(['/packages', '/bookings', '/es/packages', '/es/bookings']))
    const text = 'Session 2 of 3 from your package'
    const line = { text, to: `/packages/${bought.reference}` }
    expect(await readLine({ cookie: `${cookie(session)}; ${cookie(bought)}` })).toEqual(line)
    // The session's link may have been shared.
    expect(await readLine({ cookie: cookie(session) })).toEqual({ text, to: null })
  })

  it('says that it was booked with the package once it has gone back', async () => {
    await cancelBooking(test.app, { id: session.id, by: 'mentee', shown: toMinorUnits(0) })
    expect(await readLine({ cookie: cookie(session) })).toEqual({ text: 'Booked with your package', to: null })
  })
})

it('a mentor’s desk says which session of how many from a package is next', async () => {
  const { next } = await readDeskPage(test.app, new Request('http://localhost/desk'), seller.id)
  expect(next.map((booking) => booking.package)).toEqual([1, 2].map((n) => `session ${n} of 3 from a package`))
})
