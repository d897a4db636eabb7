/** What is shown after the payment page of a package. Server side. */
import type { Client } from '#domain/accounts/client'
import { hashSecret } from '#server/bookings/holds/release'
import { settleForPage } from '#server/bookings/settlement/settle-for-page'
import type { App } from '#server/context'
import { packagePath } from '#server/packages/package-link'
import { findPackageByCheckout } from '#server/packages/packages-queries'
import * as m from '#messages/packages'
import { formatMoney } from '#words/prices'
import type { BoughtView } from '../../ui/packages/bought-page.tsx'
import { masked } from '../bookings/booking-facts.ts'

const CHECKOUT = /^[\w-]{8,200}$/

/** Settles a payment, which records what already happened. */
export async function readBought(app: App, checkoutId: string | null, client: Client): Promise<BoughtView> {
  if (checkoutId === null || !CHECKOUT.test(checkoutId)) return { state: 'none' }
  const known = await findPackageByCheckout(app.db, checkoutId)
  if (!known) return { state: 'none' }
  if (!known.paidAt) await settleForPage(app, checkoutId)
  const bought = (await findPackageByCheckout(app.db, checkoutId)) ?? known
  const { sessions, mentorName: name, mentorSlug: slug } = bought
  const facts = {
    slug,
    title: m.buyTitle({ sessions, name }),
    email: masked(bought.menteeEmail),
    paid: formatMoney(bought.paidAmountPence ?? bought.pricePence, bought.currency),
  }
  if (!bought.paidAt) {
    if (bought.status !== 'held') return { state: 'lapsed', ...facts }
    return { state: bought.processingSince ? 'processing' : 'confirming', ...facts }
  }
  if (bought.status === 'expired') return { state: 'returned', ...facts }
  const isOwn = bought.browserHash !== null && bought.browserHash === hashSecret(client.browser)
  return { state: 'bought', ...facts, page: isOwn ? packagePath(app, bought) : null }
}
