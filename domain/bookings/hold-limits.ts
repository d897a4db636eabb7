/**
 * Limits on holds, confirmation emails and free sessions per browser, email address and network. Pure: callers pass the
 * earlier bookings.
 *
 * Live holds are counted now, new holds and confirmation emails in sliding windows, free sessions until a week after
 * they took place. A refusal says when enough of what counts will have ended. Holds with the same email address count
 * against them only if their own browser made them; otherwise strangers could use up another person's limit.
 *
 * Source: decision 0019; numbers from OWASP ASVS 2.4.1 (anti-automation) and from watching people book.
 */
import { maxHoldsOfMentor } from '#domain/bookings/booking'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

/** The window in which new holds are counted. */
export const NEW_HOLD_MINUTES = 10
/** The daily maximum of confirmation emails, as a multiple of the hourly one. */
const MAIL_HOURS_A_DAY = 3
/** A free session counts until this long after it took place. */
export const FREE_DAYS = 7
/** The days ahead for which a share of a mentor's time is computed. */
export const SHARE_DAYS = 14
/** A bank debit takes an unknown time, up to days. The refusal says to try again after this. */
const DEBIT_RETRY = HOUR_MS
/** The sweeper expires overdue holds every minute, or as soon as the payment service answers again. */
const SWEEP_RETRY = MINUTE_MS

/**
 * `FAR_NETWORK_TIMES`: a /48 may do this many times what a network may, since some providers give one customer a whole
 * /48. Not for the share of one mentor's time.
 */
export type HoldLimits = {
  HOLDS_PER_BROWSER: number
  HOLDS_PER_EMAIL: number
  HOLDS_PER_ADDRESS: number
  HOLDS_SHARE_PERCENT: number
  NEW_HOLDS_PER_BROWSER: number
  NEW_HOLDS_PER_ADDRESS: number
  CONFIRM_MAILS_PER_BROWSER: number
  CONFIRM_MAILS_PER_EMAIL: number
  CONFIRM_MAILS_PER_ADDRESS: number
  FREE_PER_EMAIL: number
  FREE_PER_ADDRESS: number
  FAR_NETWORK_TIMES: number
}

/** An earlier booking, and what it has in common with the requested hold. */
export type EarlierHold = {
  sameBrowser: boolean
  /** By `emailKey`. */
  sameEmail: boolean
  /** The same IPv4 address, or /64 of IPv6. */
  sameNetwork: boolean
  /** The same /48 of IPv6. */
  sameFar: boolean
  sameMentor: boolean
  /** The browser of one of the two is not known, so it may be the same person. */
  anonymous: boolean
  free: boolean
  /** Someone else may pay by a link, with which an email goes to the visitor, as with a free session. */
  byLink?: boolean
  /** A discount code made it free, so limits of free sessions don't count it. */
  byCode: boolean
  /** `processing`: a bank debit is under way. `booked`: confirmed, to come or past. `ended`: anything else. */
  state: 'held' | 'processing' | 'booked' | 'ended'
  startsAt: Date
  createdAt: Date
  /** When a hold ends by itself. */
  endsAt: Date
}

/**
 * `startsOnOffer`: how many starts the mentor offers in the next `SHARE_DAYS`. `ownEmail`: the signed-in account's
 * address.
 */
type RequestedHold = Pick<EarlierHold, 'free' | 'byLink' | 'byCode' | 'startsAt'> & {
  ownEmail: boolean
  startsOnOffer: () => number
}

/** When the requested hold may be made; null: now. */
export function nextAllowedAt(
  request: RequestedHold,
  earlier: EarlierHold[],
  limits: HoldLimits,
  now: Date,
): Date | null {
  const waits = [
    ...liveWaits(earlier, limits, now),
    ...shareWaits(request, earlier, limits, now),
    ...newWaits(earlier, limits, now),
    ...(request.free || request.byLink ? mailWaits(request, earlier, limits, now) : []),
    ...(request.free && !request.byCode ? freeWaits(earlier, limits, now) : []),
  ].filter((wait) => wait !== null)
  return waits.length > 0 ? new Date(Math.max(...waits)) : null
}

/** True when the maximum of free sessions is booked already. For confirming one, so holds do not count. */
export function isFreeLimitReached(earlier: EarlierHold[], limits: HoldLimits, now: Date): boolean {
  const booked = earlier.filter(({ state }) => state === 'booked')
  return freeWaits(booked, limits, now).some((wait) => wait !== null)
}

/** When fewer than `max` are left, in epoch milliseconds; null: now. `ends`: when each one stops counting. */
function waitUntilBelow(ends: number[], max: number): number | null {
  return ends.length < max ? null : ends.toSorted((one, other) => one - other)[ends.length - max]!
}

const isLive = ({ state }: EarlierHold) => state === 'held' || state === 'processing'
/** False for a hold with the same address from another browser: a stranger may have made it. */
const isOwn = ({ sameBrowser, sameEmail, anonymous }: EarlierHold) => sameBrowser || (sameEmail && anonymous)

const isGivenFree = ({ free, byCode }: EarlierHold) => free && !byCode

function findEnd({ state, endsAt }: EarlierHold, now: Date): number {
  if (state === 'processing') return now.getTime() + DEBIT_RETRY
  return endsAt > now ? endsAt.getTime() : now.getTime() + SWEEP_RETRY
}

function liveWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const live = earlier.filter(isLive)
  const ends = (counts: (hold: EarlierHold) => boolean) => live.filter(counts).map((hold) => findEnd(hold, now))
  const { HOLDS_PER_BROWSER, HOLDS_PER_EMAIL, HOLDS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  return [
    waitUntilBelow(
      ends(({ sameBrowser }) => sameBrowser),
      HOLDS_PER_BROWSER,
    ),
    waitUntilBelow(
      ends((hold) => hold.sameEmail && isOwn(hold)),
      HOLDS_PER_EMAIL,
    ),
    waitUntilBelow(
      ends(({ sameNetwork }) => sameNetwork),
      HOLDS_PER_ADDRESS,
    ),
    waitUntilBelow(
      ends(({ sameFar }) => sameFar),
      HOLDS_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}

/**
 * The share of one mentor's next days. Several people may share a network, so it may hold at least two starts; a /48 no more,
 * since its holder can send from any of its networks.
 */
function shareWaits(request: RequestedHold, earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const until = new Date(now.getTime() + SHARE_DAYS * DAY_MS)
  const isNear = ({ startsAt }: { startsAt: Date }) => startsAt < until
  const near = earlier.filter((hold) => hold.sameMentor && isNear(hold))
  if (near.length === 0 || !isNear(request)) return []
  const share = maxHoldsOfMentor(request.startsOnOffer(), limits.HOLDS_SHARE_PERCENT)
  const shareOfNetwork = Math.max(2, share)
  const ends = (counts: (hold: EarlierHold) => boolean) =>
    near.filter((hold) => isLive(hold) && counts(hold)).map((hold) => findEnd(hold, now))
  const booked = near.filter(
    (hold) => isGivenFree(hold) && hold.state === 'booked' && hold.sameEmail && hold.startsAt > now,
  )
  const ofEmail = ends((hold) => hold.sameEmail && isOwn(hold))
  return [
    waitUntilBelow([...ofEmail, ...booked.map(({ startsAt }) => startsAt.getTime())], share),
    waitUntilBelow(
      ends(({ sameNetwork }) => sameNetwork),
      shareOfNetwork,
    ),
    waitUntilBelow(
      ends(({ sameFar }) => sameFar),
      shareOfNetwork,
    ),
  ]
}

/** When each hold made in the last `windowMs` leaves that window. */
function endsOfWindow(holds: EarlierHold[], windowMs: number, now: Date): number[] {
  return holds.map(({ createdAt }) => createdAt.getTime() + windowMs).filter((end) => end > now.getTime())
}

function newWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const made = (counts: (hold: EarlierHold) => boolean) =>
    endsOfWindow(earlier.filter(counts), NEW_HOLD_MINUTES * MINUTE_MS, now)
  const { NEW_HOLDS_PER_BROWSER, NEW_HOLDS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  return [
    waitUntilBelow(made(isOwn), NEW_HOLDS_PER_BROWSER),
    waitUntilBelow(
      made(({ sameNetwork }) => sameNetwork),
      NEW_HOLDS_PER_ADDRESS,
    ),
    waitUntilBelow(
      made(({ sameFar }) => sameFar),
      NEW_HOLDS_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}

/**
 * Each free hold, and each with a link for someone else, sends an email to an address that may be a stranger's. One browser or network may email an address
 * `CONFIRM_MAILS_PER_EMAIL` times an hour, all together twice as often, so that using up the first limit does not
 * keep the address's owner elsewhere from booking.
 */
function mailWaits(request: RequestedHold, earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const mails = earlier.filter(({ free, byLink }) => free || byLink)
  const { CONFIRM_MAILS_PER_BROWSER, CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  const isHere = (mail: EarlierHold) => isOwn(mail) || mail.sameNetwork || mail.sameFar
  const to = mails.filter(({ sameEmail }) => sameEmail)
  const counted: [EarlierHold[], number][] = [
    [mails.filter(isOwn), CONFIRM_MAILS_PER_BROWSER],
    [mails.filter(({ sameNetwork }) => sameNetwork), CONFIRM_MAILS_PER_ADDRESS],
    [mails.filter(({ sameFar }) => sameFar), CONFIRM_MAILS_PER_ADDRESS * FAR_NETWORK_TIMES],
    [to.filter(isHere), CONFIRM_MAILS_PER_EMAIL],
    ...(request.ownEmail ? [] : [[to, 2 * CONFIRM_MAILS_PER_EMAIL] satisfies [EarlierHold[], number]]),
  ]
  return counted.flatMap(([sent, max]) => [
    waitUntilBelow(endsOfWindow(sent, HOUR_MS, now), max),
    waitUntilBelow(endsOfWindow(sent, DAY_MS, now), max * MAIL_HOURS_A_DAY),
  ])
}

/**
 * Free sessions: held, upcoming, or less than a week past. A confirmed one counts for its address, from any browser.
 */
function freeWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const free = earlier.filter(isGivenFree)
  const { FREE_PER_EMAIL, FREE_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  const ends = (counts: (hold: EarlierHold) => boolean) => {
    const booked = free.filter((hold) => hold.state === 'booked' && counts(hold))
    const live = free.filter((hold) => isLive(hold) && counts(hold))
    const passing = booked.map(({ startsAt }) => startsAt.getTime() + FREE_DAYS * DAY_MS)
    return [...live.map((hold) => findEnd(hold, now)), ...passing.filter((end) => end > now.getTime())]
  }
  return [
    waitUntilBelow(
      ends(({ sameBrowser }) => sameBrowser),
      FREE_PER_EMAIL,
    ),
    waitUntilBelow(
      ends((hold) => hold.sameEmail && (hold.state === 'booked' || isOwn(hold))),
      FREE_PER_EMAIL,
    ),
    waitUntilBelow(
      ends(({ sameNetwork }) => sameNetwork),
      FREE_PER_ADDRESS,
    ),
    waitUntilBelow(
      ends(({ sameFar }) => sameFar),
      FREE_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}
