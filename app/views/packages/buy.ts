/** Buying a package: what the page shows, what the form says, and what becomes of it. Server side. */
import type { Session } from '#domain/accounts/account'
import { splitEvenly } from '#domain/packages/package'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { isRowId } from '#domain/row-id'
import { rememberLanguage } from '#server/accounts/queries'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import type { App } from '#server/context'
import { readBuyForm } from '#server/packages/form'
import { holdPackage, type PackageError } from '#server/packages/hold-package'
import { findOfferedPackage } from '#server/packages/offered-package'
import * as cohorts from '#messages/cohorts'
import * as money from '#messages/money'
import * as m from '#messages/packages'
import { aboutPart, type AboutPrice } from '#words/about-price'
import { formatMoney } from '#words/prices'
import { formatDuration } from '#words/time'
import { currentLanguage } from '../../../messages/runtime.ts'
import type { BuyResult, BuyView } from '../../ui/packages/buy-page.tsx'
import { explainTooManyHolds, prefillBuyer, readTypedBuyer } from '../bookings/purchase.ts'

type Wanted = { slug: string; sessionTypeId: string; sessions: number }

/** Which package: the mentor, and by the address a session type's id and a number of sessions. */
export function packageInAddress(request: Request, slug: string): Wanted {
  const query = new URL(request.url).searchParams
  const id = query.get('session') ?? ''
  return { slug, sessionTypeId: isRowId(id) ? id : NO_ID, sessions: Number(query.get('sessions')) }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Null: it is not on offer. `canceled`: they came back from the payment page. */
export async function readBuy(
  app: App,
  { slug, ...wanted }: Wanted,
  { session, canceled, about }: { session: Session | null; canceled: boolean; about: AboutPrice },
): Promise<BuyView | null> {
  const offered = await findOfferedPackage(app, wanted)
  if (!offered || offered.sessionType.mentorSlug !== slug) return null
  const { sessionType, sessions, price, single } = offered
  const { title, minutes, mentorName, cancelPolicy, currency } = sessionType
  return {
    slug,
    mentorName,
    title: m.buyTitle({ sessions, name: mentorName }),
    session: m.sessionLength({ title, duration: formatDuration(minutes) }),
    pricePence: price,
    price: formatMoney(price, currency),
    each: formatEach(price, sessions, currency),
    saved: formatMoney(toMinorUnits(single * sessions - price), currency),
    currency,
    ...aboutPart(about, price, currency),
    policy: cancelPolicy,
    typed: prefillBuyer(session),
    canceled,
  }
}

/** What each session of a package costs: "£40.00", or "about £33.33" where the first ones cost a step more. */
export function formatEach(price: MinorUnits, sessions: number, currency: string): string {
  const shares = splitEvenly(price, sessions, currency)
  const least = shares.at(-1)!
  const amount = formatMoney(least, currency)
  return shares[0] === least ? amount : money.about({ amount })
}

/** Where the visitor goes to pay, or what the form says. */
export async function buyByForm(
  app: App,
  { slug: _slug, ...wanted }: Wanted,
  form: FormData,
  by: { client: BookingClient; session: Session | null; timeZone: string | null },
): Promise<{ to: string } | { result: BuyResult; status: number; retryAfter?: number }> {
  const typed = readTypedBuyer(form)
  const read = readBuyForm(form)
  if (!read.ok) return { result: { typed, errors: read.error, problem: null }, status: 400 }
  const accountId = by.session?.accountId ?? null
  const request = { ...wanted, timeZone: by.timeZone, ...read.value }
  const held = await holdPackage(app, request, { client: by.client, accountId })
  if (held.ok && accountId) await rememberLanguage(app.db, accountId, currentLanguage())
  if (held.ok) return { to: held.value.payUrl }
  const { error } = held
  if (error.code === 'already_paid') return { to: `/packages/bought?session_id=${error.checkoutId}` }
  return {
    result: { typed, errors: {}, problem: explain(error, app.now()) },
    status: STATUS[error.code],
    ...(error.code === 'too_many_holds' && { retryAfter: error.retryAfter }),
  }
}

const STATUS = { not_offered: 409, price_changed: 409, payments_unavailable: 502, too_many_holds: 429 } as const

function explain(error: Exclude<PackageError, { code: 'already_paid' }>, now: Date): string {
  switch (error.code) {
    case 'not_offered':
      return m.notOffered()
    case 'price_changed':
      return m.priceChanged({ price: formatMoney(error.price, error.currency) })
    case 'payments_unavailable':
      return cohorts.paymentUnreachable()
    case 'too_many_holds':
      return explainTooManyHolds(error.retryAfter, now)
  }
}
