/** Repeated requests for a hold without a time: a seat in a cohort, or a package. */
import { err, type Result } from '#domain/result'
import type { AnyHold } from '#server/bookings/holds/insert-hold-queries'
import type { HeldSlot } from '#server/bookings/holds/open-checkout'
import { releaseHold } from '#server/bookings/holds/release'
import { resumeHold } from '#server/bookings/holds/resume-hold'
import { updateMenteeDetails } from '#server/bookings/queries'
import type { App } from '#server/context'
import { currentLanguage } from '../../../messages/runtime.ts'

type HeldBefore = { id: string; checkoutId: string | null; pricePence: number; menteeEmail: string; payBefore: Date }

/** `already_paid`: what this browser held has just been paid. */
type ResumeError = { code: 'payments_unavailable' } | { code: 'already_paid'; checkoutId: string }

/**
 * Returns the checkout of the current hold if the request is for the same purchase, price and email address. Otherwise releases it.
 *
 * @param isSame Whether the request is for the same purchase.
 * @returns null if it has been released or has ended, so that another can be held.
 */
export async function resumeOrRelease(
  app: App,
  current: HeldBefore,
  wanted: AnyHold,
  isSame: boolean,
): Promise<Result<HeldSlot, ResumeError> | null> {
  const isSameBuyer = current.menteeEmail.toLowerCase() === wanted.menteeEmail.toLowerCase()
  if (isSame && isSameBuyer && current.pricePence === wanted.pricePence && current.payBefore > app.now()) {
    const { menteeName: name, menteePhone: phone, topic, menteeTimeZone: timeZone } = wanted
    const accountId = wanted.accountId ?? null
    const typed = { name, phone, topic, timeZone, accountId, language: currentLanguage() }
    await updateMenteeDetails(app.db, current.id, typed)
    const resumed = await resumeHold(app, current.id)
    if (resumed) return resumed.ok ? resumed : err({ code: 'payments_unavailable' })
  }
  switch (await releaseHold(app, current)) {
    case 'released':
      return null
    case 'paid':
      return current.checkoutId ? err({ code: 'already_paid', checkoutId: current.checkoutId }) : null
    case 'kept':
      return err({ code: 'payments_unavailable' })
  }
}
