/**
 * A person's sessions as a calendar at a secret address, for the programs that read it again and again. The address is computed
 * from the account and a version, so nothing stores it, and a new version ends it.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { writeFeed } from '#domain/bookings/calendar-entry'
import { minutesAfter } from '#domain/time/wall-time'
import { findAccount, raiseCalendarVersion } from '#server/accounts/queries'
import { buildCalendarEntry } from '#server/bookings/calendar/entries'
import { listBookingsOfPerson } from '#server/bookings/calendar/feed-queries'
import type { App } from '#server/context'
import { inLanguage, toOfferedLanguage } from '#server/platform/language/language'

const PAST_DAYS = 90
const DAY_MINUTES = 1_440

type FeedOwner = { id: string; calendarVersion: number }

/** The secret begins with the account's id, by which it is found, and ends with an unguessable part. */
function feedSecret(app: Pick<App, 'secretFor'>, { id, calendarVersion }: FeedOwner): string {
  return `${shortId(id)}${app.secretFor('calendar feed', `${id} ${calendarVersion}`)}`
}

const shortId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** 22 letters of the id, 43 of the HMAC. */
const SECRET = /^([\w-]{22})[\w-]{43}$/

function idIn(secret: string): string | null {
  const short = SECRET.exec(secret)?.[1]
  if (!short) return null
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** An account's address now, with the version that `changeFeedAddress` asks for. Null if there is no such account. */
export async function readFeedAddress(
  app: Pick<App, 'db' | 'config' | 'secretFor'>,
  accountId: string,
): Promise<{ address: string; version: number } | null> {
  const account = await findAccount(app.db, accountId)
  if (!account) return null
  const address = `${app.config.PUBLIC_URL}/calendar/${feedSecret(app, account)}.ics`
  return { address, version: account.calendarVersion }
}

/** Ends an account's address and makes another. Does nothing if the address is no longer the one of `version`. */
export const changeFeedAddress = ({ db }: Pick<App, 'db'>, accountId: string, version: number): Promise<void> =>
  raiseCalendarVersion(db, accountId, version)

/** The calendar behind a secret: sessions to come, and those of the last 90 days. Null if it opens none. */
export async function readFeed(app: App, secret: string): Promise<{ text: string; etag: string } | null> {
  const id = idIn(secret)
  const account = id ? await findAccount(app.db, id) : undefined
  if (!account || account.suspendedAt || !isSame(secret, feedSecret(app, account))) return null
  const since = minutesAfter(app.now(), -PAST_DAYS * DAY_MINUTES)
  const bookings = await listBookingsOfPerson(app.db, account.id, since)
  const entries = inLanguage(toOfferedLanguage(account.language, app.config.LANGUAGES), () =>
    bookings.map(({ isMentor, bookedAt, ...booking }) =>
      buildCalendarEntry(app, booking, isMentor ? 'mentor' : 'mentee', bookedAt),
    ),
  )
  const text = writeFeed(app.config.SITE_NAME, entries)
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
