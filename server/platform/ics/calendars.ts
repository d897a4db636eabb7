/** Calendars of other services, by secret addresses: fetch, read, and keep the address secret. Decision 0026. */
import { createHash } from 'node:crypto'
import type { CalendarProblem, Expansion } from '#domain/mentors/busy-calendar'
import { ok, type Result } from '#domain/result'
import type { BusyTimes } from '#domain/mentors/busy-calendar'
import { openCalendarProcess } from '#server/platform/ics/calendar-process'
import { fetchCalendar, type FetchLimits, type Validators } from '#server/platform/ics/fetch-calendar'
import type { Network } from '#server/platform/network/network'
import { addressSeal, type AddressSeal } from '#server/platform/ics/sealed-address'

/** What was last read of a calendar. `contentHash`: of everything that decides about busy times. */
export type Known = Validators & { contentHash: string | null }

/** `busy`: null if the calendar says what it said before. */
type ReadCalendar = Known & { busy: BusyTimes | null }

export type Calendars = {
  /** Fetches a calendar and works out its busy times, unless it is still the `known` one (null: read it in any case). */
  read(address: string, expansion: Expansion, known: Known | null): Promise<Result<ReadCalendar, CalendarProblem>>
  seal: AddressSeal
  close(): Promise<void>
}

type Connection = {
  /** Addresses are sealed under it. */
  secret: string
  network: Network
  /** The URL of `calendar-worker.ts`. */
  worker: URL
  limits?: FetchLimits
}

export function connectCalendars({ secret, network, worker, limits }: Connection): Calendars {
  const child = openCalendarProcess(worker)
  return {
    async read(address, expansion, known) {
      const fetched = await fetchCalendar(network, address, known ?? undefined, limits)
      if (!fetched.ok) return fetched
      const { text, ...validators } = fetched.value
      if (text === null) return ok({ ...validators, contentHash: known?.contentHash ?? null, busy: null })
      const contentHash = hashText(text)
      if (known?.contentHash === contentHash) return ok({ ...validators, contentHash, busy: null })
      const read = await child.read(text, expansion)
      return read.ok ? ok({ ...validators, contentHash, busy: read.value }) : read
    },
    seal: addressSeal(secret),
    close: child.close,
  }
}

/** Without the lines in which services write the time of the request: with those, no two responses would be equal. */
function hashText(text: string): string {
  return createHash('sha256')
    .update(text.replaceAll(/^DTSTAMP[;:].*$/gm, ''))
    .digest('base64url')
}
