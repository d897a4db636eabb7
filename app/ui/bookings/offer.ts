/**
 * What can be booked with a mentor: props of the booking dialog and the booking page.
 * `startsAt` and `at` are instants in ISO text.
 */
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import type { AdviceNotice } from '#domain/mentors/advice'
import type { MinorUnits } from '#domain/payments/money'
import { zoneCity } from '#domain/time/zone'
import { clockNotes } from '#words/clock-changes'
import type { OfferedPackage } from '../packages/package-offers.tsx'
import type { LangAttributes } from '../lang-attributes.ts'
import type { Clock } from '../time/clock.ts'

/**
 * `leaveWith`: what the mentee has in hand at the end. `notice` stands below a session that touches visas or permits. `about`:
 * the price in the visitor's currency. `packages`: several sessions of it for less.
 */
export type SessionOffer = {
  id: string
  title: string
  minutes: number
  description: string
  leaveWith?: string
  notice?: AdviceNotice
  price: MinorUnits
  currency: string
  about?: string
  packages?: OfferedPackage[]
}

/** `zone` is set where the mentor is away from their own zone at that time. */
export type SlotOffer = { startsAt: string; taken: boolean; zone?: string }

/**
 * A slot that this browser holds. `payUrl` leads to the payment page, or for a `free` one to what to do instead. `byLink`: someone else
 * pays, and it leads to the page with their link.
 */
export type CurrentHold = { at: string; payUrl: string; payBefore: string; free: boolean; byLink?: boolean }

export type BookingOffer = {
  /** `picture` is the key of the portrait, `timeZone` the mentor's home zone and `place` the city that names it. */
  mentor: { slug: string; name: string; picture: string | null; timeZone: string; place: string }
  sessions: SessionOffer[]
  /** Of what the mentor wrote about them. */
  langAttributes?: LangAttributes
  /** The id of the chosen session type. Null until one is chosen. */
  session: string | null
  /** Every slot of the chosen session in order, taken ones too. Null until a session is chosen. */
  slots: SlotOffer[] | null
  /** The slot that the visitor holds with this mentor. It is not `taken` for them: they may keep it or move it. */
  own: CurrentHold | null
  /** The visitor's zone. While it is null, times are shown in the mentor's. */
  zone: string | null
  /** The country calling code of that zone, "+91", with which a phone number begins. Absent if there is none. */
  callingCode?: string
  /** Whose rates amounts in the visitor's currency follow, and of which day. Absent where there are none. */
  rates?: string
  /** What cancelling gives back, and the sentence that says so. */
  policy: CancelPolicy
  refundRule: string
  /** How many days ahead can be booked. */
  horizonDays: number
  /** Whether someone else may pay by a link. */
  acceptsLinks: boolean
  /** How many minutes a slot is held while it is paid for. */
  minutesHeld: number
  /** When this was read, by the product's clock. */
  now: string
  /** The clock changes near any of the slots, by zone. */
  clockChanges: Record<string, { at: string; minutes: number }[]>
  /** Who is signed in: the form starts with their name and email. */
  visitor?: { name: string; email: string }
}

/** The mentor's clock at one of their slots, wherever they are then. */
export function mentorClockAt({ mentor, slots }: BookingOffer, at: Date): Clock {
  const zone = slots?.find(({ startsAt }) => startsAt === at.toISOString())?.zone
  return zone ? { timeZone: zone, place: zoneCity(zone) } : { timeZone: mentor.timeZone, place: mentor.place }
}

/** Sentences about clock changes near a start, of the visitor's zone and of the mentor's. */
export function clockNotesAt(offer: BookingOffer, at: Date, visitor: Clock): string[] {
  const clocks = [visitor, mentorClockAt(offer, at)].map(({ timeZone, place }) => {
    const changes = (offer.clockChanges[timeZone] ?? []).map((change) => ({ ...change, at: new Date(change.at) }))
    return { timeZone, place, changes }
  })
  return clockNotes(clocks, at, new Date(offer.now))
}
