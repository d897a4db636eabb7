/** The page of a package, and refunding what is left of it. Server side. */
import { creditState, sumOpenShares, type Credit } from '#domain/packages/package'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
import { listCredits } from '#server/bookings/credits/credits-queries'
import type { App } from '#server/context'
import { listSessionsOfPackage, type BoughtPackage } from '#server/packages/packages-queries'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { isOpenBooking } from '#server/privacy/erase-bookings-queries'
import * as m from '#messages/packages'
import { formatMoney } from '#words/prices'
import { dayAndYearIn, formatDuration, shortMomentIn } from '#words/time'
import { readBookingDocumentsPart } from '../tax-documents/booking-documents.ts'
import type { EraseQuestion } from '../../ui/bookings/page/erase-page.tsx'
import type { ReceiptPart } from '../../ui/bookings/page/receipt-page.tsx'
import type { CreditLine, PackagePageView } from '../../ui/packages/package-page.tsx'
import type { RefundQuestion } from '../../ui/packages/refund-page.tsx'

export async function readPackagePage(app: App, bought: BoughtPackage): Promise<PackagePageView> {
  const { reference, status, currency, mentorName: name, sessions, menteeTimeZone: zone } = bought
  const credits = await listCredits(app.db, bought.id)
  const left = credits.filter((credit) => creditState(credit) === 'open').length
  const isUsable = status === 'confirmed' && bought.startsAt > app.now()
  const money = await readMoneyOfBooking(app.db, bought.id)
  const back = money ? money.returned + money.onTheWay + money.delayed : 0
  const takesBookings = bought.mentorStatus === 'accepted'
  return {
    reference,
    title: m.buyTitle({ sessions, name }),
    mentor: { name, page: takesBookings ? `/mentors/${bought.mentorSlug}` : null },
    session: m.sessionLength({ title: bought.sessionTitle, duration: formatDuration(bought.minutes) }),
    left: isUsable ? m.leftToBook({ sessions: left }) : null,
    bookBy: isUsable && left > 0 ? m.bookBy({ date: dayAndYearIn(bought.startsAt, zone) }) : null,
    canBook: isUsable && left > 0 && takesBookings,
    away: isUsable && left > 0 && !takesBookings ? m.mentorAway({ name }) : null,
    over: status === 'cancelled' ? m.packageRefunded() : isUsable ? null : m.packageEnded(),
    credits: await describeCredits(app, bought, credits),
    paid: formatMoney(money?.paid ?? bought.pricePence, currency),
    back: back > 0 ? formatMoney(toMinorUnits(back), currency) : null,
    canRefund: isUsable && left > 0,
    erase: bought.accountId ? null : `/packages/${reference}/erase`,
  }
}

/** Each session: whether and when it is booked, or what became of it. */
async function describeCredits(
  app: App,
  { id, currency, menteeTimeZone: zone }: BoughtPackage,
  credits: Credit[],
): Promise<CreditLine[]> {
  const booked = new Map((await listSessionsOfPackage(app.db, id)).map((session) => [session.number, session]))
  return credits.map((credit) => {
    const { number, share } = credit
    const session = booked.get(number)
    const when = session ? shortMomentIn(session.startsAt, zone) : ''
    const words = {
      open: m.creditOpen,
      booked: () => m.creditBooked({ when }),
      used: () => m.creditUsed({ when }),
      lapsed: m.creditLapsed,
      refunded: () => m.creditRefunded({ amount: formatMoney(share, currency) }),
    }
    return { number, text: words[creditState(credit)](), page: session ? `/bookings/${session.reference}` : null }
  })
}

/** Null before a document is issued. */
export async function readPackageReceipt(app: App, { id, reference }: BoughtPackage): Promise<ReceiptPart | null> {
  const page = `/packages/${reference}`
  const documents = await readBookingDocumentsPart(app, { bookingId: id, path: `${page}/receipt` })
  if (documents.documents.length === 0 && !documents.preparing) return null
  return { reference, documents, facts: null, back: { to: page, label: m.yourPackage() } }
}

/** Null when nothing is left to refund. */
export async function readRefundQuestion(app: App, bought: BoughtPackage): Promise<RefundQuestion | null> {
  if (bought.status !== 'confirmed' || bought.startsAt <= app.now()) return null
  const credits = await listCredits(app.db, bought.id)
  const sessions = credits.filter((credit) => creditState(credit) === 'open').length
  if (sessions === 0 || sumOpenShares(credits) === 0) return null
  const shown = await readRefundDue(app.db, bought, 'mentee', app.now())
  const amount = formatMoney(shown, bought.currency)
  return { reference: bought.reference, sum: m.refundSum({ amount, sessions }), amount, shown }
}

/** Null when it is done, or nothing is left to refund; otherwise the question with the new sum. */
export async function refundByForm(app: App, bought: BoughtPackage, shown: MinorUnits): Promise<RefundQuestion | null> {
  const cancelled = await cancelBooking(app, { id: bought.id, by: 'mentee', shown })
  return cancelled.ok || cancelled.error.code !== 'refund_changed' ? null : readRefundQuestion(app, bought)
}

/** The confirmation shown to guests before they are erased from a package. */
export async function readPackageEraseQuestion(app: App, bought: BoughtPackage): Promise<EraseQuestion> {
  const { reference, sessions, mentorName: name } = bought
  const question = await readRefundQuestion(app, bought)
  const isOver = bought.status !== 'confirmed' || bought.startsAt <= app.now()
  return {
    booked: 'package',
    reference,
    title: m.buyTitle({ sessions, name }),
    cancelled: question?.sum ?? null,
    shown: question?.shown ?? 0,
    waits: isOver && (await isOpenBooking(app.db, bought.id)),
  }
}
