/**
 * How much one person, browser or network may hold, ask for and have for nothing. Pure: callers pass what was held before.
 *
 * Live holds are counted at the moment, new holds and mails to confirm in windows that slide with time, free sessions from
 * a week back on. Whoever is refused is told when enough of what is counted has ended. A limit that strangers could fill for
 * somebody else is none of that person's: holds in one's name count only where one's own browser made them.
 *
 * Source: decision 0019; numbers from OWASP ASVS 2.4.1 (anti-automation) and from watching people book.
 */
import { maxHoldsOfMentor } from '#domain/bookings/booking'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

/** In which new holds are counted. */
export const NEW_HOLD_MINUTES = 10
/** The daily maximum of mails to confirm, as a multiple of the hourly one. */
const MAIL_HOURS_A_DAY = 3
/** How long after it a free session counts. */
export const FREE_DAYS = 7
/** For how many days ahead a share of a mentor's time is reckoned. */
export const SHARE_DAYS = 14
/** A bank says within days whether a debit is paid; nobody knows when. So much later one may look again. */
const DEBIT_RETRY = HOUR_MS
/** The sweeper ends what has lapsed every minute, or as soon as the payment service answers again. */
const SWEEP_RETRY = MINUTE_MS

/** What a network may do the /48 around it may do so many times: some providers give a customer all of one. */
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

/** A booking that was made before, and what it has in common with the one that is asked for. */
export type EarlierHold = {
  sameBrowser: boolean
  /** By `emailKey`. */
  sameEmail: boolean
  /** The same IPv4 address, or /64 of IPv6. */
  sameNetwork: boolean
  /** The same /48 of IPv6. */
  sameFar: boolean
  sameMentor: boolean
  /** No browser is known of one of the two, so nobody can say that a stranger made it. */
  anonymous: boolean
  free: boolean
  /** `processing`: a bank is asked for the money. `booked`: it is to take place, or has. `ended`: neither held nor booked. */
  state: 'held' | 'processing' | 'booked' | 'ended'
  startsAt: Date
  createdAt: Date
  /** When a hold ends by itself. */
  endsAt: Date
}

/** `startsOnOffer`: how many starts the mentor offers in the next `SHARE_DAYS`. `ownEmail`: of an account that asks. */
type AskedHold = { free: boolean; startsAt: Date; ownEmail: boolean; startsOnOffer: () => number }

/** When a hold may be made; null: now. */
export function nextAllowedAt(asked: AskedHold, earlier: EarlierHold[], limits: HoldLimits, now: Date): Date | null {
  const waits = [
    ...liveWaits(earlier, limits, now),
    ...shareWaits(asked, earlier, limits, now),
    ...newWaits(earlier, limits, now),
    ...(asked.free ? [...mailWaits(asked, earlier, limits, now), ...freeWaits(earlier, limits, now)] : []),
  ].filter((wait) => wait !== null)
  return waits.length > 0 ? new Date(Math.max(...waits)) : null
}

/** Whether somebody has as many free sessions booked as they may. Called as one of them is confirmed. */
export function isFreeLimitReached(earlier: EarlierHold[], limits: HoldLimits, now: Date): boolean {
  const booked = earlier.filter(({ state }) => state === 'booked')
  return freeWaits(booked, limits, now).some((wait) => wait !== null)
}

/** Milliseconds since 1970 at which fewer than `most` are left; null: that is so now. `ends`: when each stops counting. */
function waitOf(ends: number[], most: number): number | null {
  return ends.length < most ? null : ends.toSorted((one, other) => one - other)[ends.length - most]!
}

const isLive = ({ state }: EarlierHold) => state === 'held' || state === 'processing'
/** Holds in somebody's name that strangers made are none of theirs. */
const isOwn = ({ sameBrowser, sameEmail, anonymous }: EarlierHold) => sameBrowser || (sameEmail && anonymous)

function endOf({ state, endsAt }: EarlierHold, now: Date): number {
  if (state === 'processing') return now.getTime() + DEBIT_RETRY
  return endsAt > now ? endsAt.getTime() : now.getTime() + SWEEP_RETRY
}

function liveWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const live = earlier.filter(isLive)
  const ends = (counts: (hold: EarlierHold) => boolean) => live.filter(counts).map((hold) => endOf(hold, now))
  const { HOLDS_PER_BROWSER, HOLDS_PER_EMAIL, HOLDS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  return [
    waitOf(
      ends(({ sameBrowser }) => sameBrowser),
      HOLDS_PER_BROWSER,
    ),
    waitOf(
      ends((hold) => hold.sameEmail && isOwn(hold)),
      HOLDS_PER_EMAIL,
    ),
    waitOf(
      ends(({ sameNetwork }) => sameNetwork),
      HOLDS_PER_ADDRESS,
    ),
    waitOf(
      ends(({ sameFar }) => sameFar),
      HOLDS_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}

/** A part of one mentor's next days. Several people are behind a network, so it has two starts at the least. */
function shareWaits(asked: AskedHold, earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const until = new Date(now.getTime() + SHARE_DAYS * DAY_MS)
  const isNear = ({ startsAt }: { startsAt: Date }) => startsAt < until
  const near = earlier.filter((hold) => hold.sameMentor && isNear(hold))
  if (near.length === 0 || !isNear(asked)) return []
  const share = maxHoldsOfMentor(asked.startsOnOffer(), limits.HOLDS_SHARE_PERCENT)
  const shareOfNetwork = Math.max(2, share)
  const ends = (counts: (hold: EarlierHold) => boolean) =>
    near.filter((hold) => isLive(hold) && counts(hold)).map((hold) => endOf(hold, now))
  const booked = near.filter((hold) => hold.free && hold.state === 'booked' && hold.sameEmail && hold.startsAt > now)
  const ofEmail = ends((hold) => hold.sameEmail && isOwn(hold))
  return [
    waitOf([...ofEmail, ...booked.map(({ startsAt }) => startsAt.getTime())], share),
    waitOf(
      ends(({ sameNetwork }) => sameNetwork),
      shareOfNetwork,
    ),
    waitOf(
      ends(({ sameFar }) => sameFar),
      shareOfNetwork * limits.FAR_NETWORK_TIMES,
    ),
  ]
}

/** When each of those made within a span of milliseconds leaves it. */
function leaving(holds: EarlierHold[], span: number, now: Date): number[] {
  return holds.map(({ createdAt }) => createdAt.getTime() + span).filter((end) => end > now.getTime())
}

function newWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const made = (counts: (hold: EarlierHold) => boolean) =>
    leaving(earlier.filter(counts), NEW_HOLD_MINUTES * MINUTE_MS, now)
  const { NEW_HOLDS_PER_BROWSER, NEW_HOLDS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  return [
    waitOf(made(isOwn), NEW_HOLDS_PER_BROWSER),
    waitOf(
      made(({ sameNetwork }) => sameNetwork),
      NEW_HOLDS_PER_ADDRESS,
    ),
    waitOf(
      made(({ sameFar }) => sameFar),
      NEW_HOLDS_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}

/**
 * Each free hold is a mail to an address that may be a stranger's. One place may write to an address so often, all places
 * together twice as often: who fills one's mailbox from one place keeps nobody elsewhere from their own sessions.
 */
function mailWaits(asked: AskedHold, earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const mails = earlier.filter(({ free }) => free)
  const { CONFIRM_MAILS_PER_BROWSER, CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  const isHere = (mail: EarlierHold) => isOwn(mail) || mail.sameNetwork || mail.sameFar
  const to = mails.filter(({ sameEmail }) => sameEmail)
  const counted: [EarlierHold[], number][] = [
    [mails.filter(isOwn), CONFIRM_MAILS_PER_BROWSER],
    [mails.filter(({ sameNetwork }) => sameNetwork), CONFIRM_MAILS_PER_ADDRESS],
    [mails.filter(({ sameFar }) => sameFar), CONFIRM_MAILS_PER_ADDRESS * FAR_NETWORK_TIMES],
    [to.filter(isHere), CONFIRM_MAILS_PER_EMAIL],
    ...(asked.ownEmail ? [] : [[to, 2 * CONFIRM_MAILS_PER_EMAIL] satisfies [EarlierHold[], number]]),
  ]
  return counted.flatMap(([sent, most]) => [
    waitOf(leaving(sent, HOUR_MS, now), most),
    waitOf(leaving(sent, DAY_MS, now), most * MAIL_HOURS_A_DAY),
  ])
}

/** What nobody paid for: held, to come, or not a week past. A confirmed address is the asker's own, whichever browser asked. */
function freeWaits(earlier: EarlierHold[], limits: HoldLimits, now: Date): (number | null)[] {
  const free = earlier.filter((hold) => hold.free)
  const { FREE_PER_EMAIL, FREE_PER_ADDRESS, FAR_NETWORK_TIMES } = limits
  const ends = (counts: (hold: EarlierHold) => boolean) => {
    const booked = free.filter((hold) => hold.state === 'booked' && counts(hold))
    const live = free.filter((hold) => isLive(hold) && counts(hold))
    const passing = booked.map(({ startsAt }) => startsAt.getTime() + FREE_DAYS * DAY_MS)
    return [...live.map((hold) => endOf(hold, now)), ...passing.filter((end) => end > now.getTime())]
  }
  return [
    waitOf(
      ends(({ sameBrowser }) => sameBrowser),
      FREE_PER_EMAIL,
    ),
    waitOf(
      ends((hold) => hold.sameEmail && (hold.state === 'booked' || isOwn(hold))),
      FREE_PER_EMAIL,
    ),
    waitOf(
      ends(({ sameNetwork }) => sameNetwork),
      FREE_PER_ADDRESS,
    ),
    waitOf(
      ends(({ sameFar }) => sameFar),
      FREE_PER_ADDRESS * FAR_NETWORK_TIMES,
    ),
  ]
}
