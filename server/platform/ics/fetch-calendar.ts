/** Fetches a calendar: https alone, at most 1 MB, within 10 seconds, and nowhere but on the internet. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readCalendarAddress } from '#domain/mentors/calendar-address'
import type { CalendarProblem } from '#domain/mentors/busy-calendar'
import { err, ok, type Result } from '#domain/result'
import { decodeCalendar } from '#server/platform/ics/calendar-file'
import type { Network } from '#server/platform/network/network'
import { readFirst, requestOutside, withDeadline } from '#server/platform/network/outside-request'

/** Validators of the last response (ETag, Last-Modified), for a conditional request. */
export type Validators = { etag: string | null; lastModified: string | null }

/** `text`: null if the calendar is the one that the validators are of. */
type FetchedCalendar = Validators & { text: string | null }

export type FetchLimits = { deadlineMs: number; maxBytes: number }
export const FETCH_LIMITS: FetchLimits = { deadlineMs: 10_000, maxBytes: 1_048_576 }

const MAX_REDIRECTS = 3
/** A longer validator is not kept. */
const MAX_VALIDATOR = 512

type Fetch = { network: Network; signal: AbortSignal; maxBytes: number; known: Validators }

/** Never throws, and never says the address: an error of Node's could contain it. */
export function fetchCalendar(
  network: Network,
  address: string,
  known: Validators = { etag: null, lastModified: null },
  { deadlineMs, maxBytes }: FetchLimits = FETCH_LIMITS,
): Promise<Result<FetchedCalendar, CalendarProblem>> {
  return withDeadline(deadlineMs, (signal) => follow({ network, signal, maxBytes, known }, address))
}

/** Each address that a service redirects to is under the same rules as the first one. */
async function follow(fetch: Fetch, first: string): Promise<Result<FetchedCalendar, CalendarProblem>> {
  let address = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const read = readCalendarAddress(address)
    if (!read.ok) return err('not_allowed')
    const response = await ask(fetch, read.value)
    if (!response.ok) return response
    const { statusCode = 0, headers } = response.value
    if (!REDIRECTS.has(statusCode) || !headers.location) return readResponse(fetch, response.value)
    response.value.destroy()
    address = new URL(headers.location, read.value).href
  }
  return err('not_allowed')
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const GONE = new Set([401, 403, 404, 410])

function ask({ network, signal, known }: Fetch, url: URL) {
  return requestOutside(network, url, {
    method: 'GET',
    signal,
    headers: {
      Accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1',
      'Accept-Encoding': 'gzip',
      'User-Agent': 'Landfall (calendar reader)',
      ...(known.etag && { 'If-None-Match': known.etag }),
      ...(known.lastModified && { 'If-Modified-Since': known.lastModified }),
    },
  })
}

async function readResponse(
  { maxBytes, known }: Fetch,
  response: IncomingMessage,
): Promise<Result<FetchedCalendar, CalendarProblem>> {
  const { statusCode = 0, headers } = response
  if (statusCode === 304 && (known.etag ?? known.lastModified) !== null) return ok({ ...known, text: null })
  if (GONE.has(statusCode)) return err('not_found')
  if (statusCode !== 200) return err('no_answer')
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') return err('no_answer')
  // What was sent compressed counts as it is.
  const { bytes, isWhole } = await readFirst(encoding === 'gzip' ? unzipped(response) : response, maxBytes)
  if (!isWhole) return err('too_large')
  const kept = (value: string | undefined) => (value && value.length <= MAX_VALIDATOR ? value : null)
  return ok({ text: decodeCalendar(bytes), etag: kept(headers.etag), lastModified: kept(headers['last-modified']) })
}

/** An error of the connection is an error of what is read. */
function unzipped(response: IncomingMessage): Readable {
  const gunzip = createGunzip()
  response.on('error', (error) => gunzip.destroy(error))
  return response.pipe(gunzip)
}
