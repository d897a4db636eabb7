/**
 * The cookie of a browser that has signed in before: a mark for each of the last accounts, signed with the product's
 * secret. It opens nothing. It only lets its owner's password be looked at before the guesses of strangers (OWASP calls
 * it a device cookie). A mark names no account, cannot be made without the secret, and ends with the account's
 * password.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie, writeCookie } from '#server/http/cookies'

type KnownSettings = { secret: string; secure: boolean }

/** The account that a mark is for. `password`: its hash as it is stored. */
type MarkedAccount = { id: string; password: string }

const DAYS = 90
const MOST_ACCOUNTS = 3
const DAY_MS = 86_400_000
const MARK = /^([a-z\d]{1,6})\.[\w-]{22}$/ // The day it ends, and 132 bits of its signature.

const knownCookieName = (secure: boolean) => hostCookieName('known', secure)

/** Whether a Cookie header shows that this browser has signed in to the account within 90 days. */
export function isKnownBrowser(cookies: string, account: MarkedAccount, now: Date, settings: KnownSettings): boolean {
  return marksIn(cookies, now, settings).some((mark) => isMarkOf(mark, account, settings))
}

/**
 * A `Set-Cookie` header that marks the browser as one that has signed in to the account. Older marks stay beside it.
 */
export function markBrowser(cookies: string, account: MarkedAccount, now: Date, settings: KnownSettings): string {
  const { secure } = settings
  const others = marksIn(cookies, now, settings).filter((mark) => !isMarkOf(mark, account, settings))
  const marks = [write(dayOf(now) + DAYS, account, settings), ...others].slice(0, MOST_ACCOUNTS)
  return writeCookie(knownCookieName(secure), marks.join('~'), { secure, seconds: DAYS * 86_400 })
}

/** The marks that have not ended, whosever they are. */
function marksIn(cookies: string, now: Date, { secure }: KnownSettings): string[] {
  return (readCookie(cookies, knownCookieName(secure)) ?? '')
    .split('~', MOST_ACCOUNTS)
    .filter((mark) => Number.parseInt(MARK.exec(mark)?.[1] ?? '0', 36) > dayOf(now))
}

function isMarkOf(mark: string, account: MarkedAccount, settings: KnownSettings): boolean {
  const right = write(Number.parseInt(mark, 36), account, settings) // Read up to the dot.
  return mark.length === right.length && timingSafeEqual(Buffer.from(mark), Buffer.from(right))
}

function write(lastDay: number, { id, password }: MarkedAccount, { secret }: KnownSettings): string {
  const day = lastDay.toString(36)
  const signature = createHmac('sha256', secret).update(`known browser\n${id}\n${password}\n${day}`)
  return `${day}.${signature.digest('base64url').slice(0, 22)}`
}

const dayOf = (date: Date) => Math.floor(date.getTime() / DAY_MS)
