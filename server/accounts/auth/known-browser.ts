/**
 * The cookie of a known browser, one that has signed in before (OWASP: device cookie). It has a mark for each of the
 * last accounts, signed with the product's secret. It opens nothing: it only puts the browser's password before the
 * guesses of strangers in the hashing queue. A mark names no account, and is void once the account's password changes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie, writeCookie } from '#server/platform/http/cookies'

type KnownSettings = { secret: string; secure: boolean }

/** `password`: its hash as stored. */
type MarkedAccount = { id: string; password: string }

const DAYS = 90
const MAX_ACCOUNTS = 3
const DAY_MS = 86_400_000
const MARK = /^([a-z\d]{1,6})\.[\w-]{22}$/ // The day it ends, and 132 bits of its signature.

const knownCookieName = (secure: boolean) => hostCookieName('known', secure)

/** Whether a Cookie header shows that this browser has signed in to the account within 90 days. */
export function isKnownBrowser(cookies: string, account: MarkedAccount, now: Date, settings: KnownSettings): boolean {
  return marksIn(cookies, now, settings).some((mark) => isMarkValid(mark, account, settings))
}

/**
 * A `Set-Cookie` header that marks the browser as one that has signed in to the account. Older marks stay beside it.
 */
export function markBrowser(cookies: string, account: MarkedAccount, now: Date, settings: KnownSettings): string {
  const { secure } = settings
  const others = marksIn(cookies, now, settings).filter((mark) => !isMarkValid(mark, account, settings))
  const marks = [write(dayOf(now) + DAYS, account, settings), ...others].slice(0, MAX_ACCOUNTS)
  return writeCookie(knownCookieName(secure), marks.join('~'), { secure, seconds: DAYS * 86_400 })
}

/** The marks of all accounts that have not ended. */
function marksIn(cookies: string, now: Date, { secure }: KnownSettings): string[] {
  return (readCookie(cookies, knownCookieName(secure)) ?? '')
    .split('~', MAX_ACCOUNTS)
    .filter((mark) => Number.parseInt(MARK.exec(mark)?.[1] ?? '0', 36) > dayOf(now))
}

function isMarkValid(mark: string, account: MarkedAccount, settings: KnownSettings): boolean {
  const right = write(Number.parseInt(mark, 36), account, settings) // Read up to the dot.
  return mark.length === right.length && timingSafeEqual(Buffer.from(mark), Buffer.from(right))
}

function write(lastDay: number, { id, password }: MarkedAccount, { secret }: KnownSettings): string {
  const day = lastDay.toString(36)
  const signature = createHmac('sha256', secret).update(`known browser\n${id}\n${password}\n${day}`)
  return `${day}.${signature.digest('base64url').slice(0, 22)}`
}

const dayOf = (date: Date) => Math.floor(date.getTime() / DAY_MS)
