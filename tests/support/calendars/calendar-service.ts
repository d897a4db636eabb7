/** A calendar service for tests: an HTTP server on loopback, found under any name. Independent of a test runner. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { connectCalendars, type Calendars } from '#server/platform/ics/calendars'
import type { FetchLimits } from '#server/platform/ics/fetch-calendar'
import type { Network } from '#server/platform/network/network'

/** What is sent for a path: a calendar, or whatever a function does. */
type Reply = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** An internet address outside the tests. */
export const SOMEWHERE = '93.184.215.14'

export const CALENDAR_WORKER = new URL('../../../server/platform/ics/calendar-worker.ts', import.meta.url)

/**
 * `pages`: replies by path; others are 404. `addresses`: by host, one list for each time that it is looked up, the last
 * one for all later times; by default one on the internet. `requests`: what arrived. `connections`: to which addresses
 * the product has connected.
 */
export async function startCalendarService() {
  const pages = new Map<string, Reply>()
  const addresses = new Map<string, string[][]>()
  const requests: { host: string; path: string; headers: IncomingMessage['headers'] }[] = []
  const connections: string[][] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ host: request.headers.host ?? '', path, headers: request.headers })
    const reply = pages.get(path)
    if (reply === undefined) response.writeHead(404).end()
    else if (typeof reply === 'string') response.writeHead(200, { 'Content-Type': 'text/calendar' }).end(reply)
    else reply(request, response)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const network: Network = {
    async resolve(host) {
      const known = addresses.get(host)
      return (known && known.length > 1 ? known.shift() : known?.[0]) ?? [SOMEWHERE]
    },
    open(_host, found) {
      connections.push(found)
      return connect(port, '127.0.0.1')
    },
  }
  return {
    pages,
    addresses,
    requests,
    connections,
    network,
    reset() {
      pages.clear()
      addresses.clear()
      requests.length = 0
      connections.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type CalendarService = Awaited<ReturnType<typeof startCalendarService>>

/** The product's calendars, with this service as all there is. */
export function openTestCalendars(
  service: Pick<CalendarService, 'network'>,
  secret: string,
  limits?: FetchLimits,
): Calendars {
  return connectCalendars({ secret, network: service.network, worker: CALENDAR_WORKER, ...(limits && { limits }) })
}

/** An iCalendar file of these events; each is its lines, without those that every event has. */
export function makeIcs(events: string[], { zones = '' } = {}): string {
  const lines = events.flatMap((event, n) => [
    'BEGIN:VEVENT',
    ...(/^UID:/m.test(event) ? [] : [`UID:event-${n}@calendar.test`]),
    'DTSTAMP:20300101T000000Z',
    ...event.trim().split(/\n\s*/),
    'END:VEVENT',
  ])
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tests//EN',
    ...zones.trim().split(/\n\s*/),
    ...lines,
    'END:VCALENDAR',
  ]
  return `${all.filter(Boolean).join('\r\n')}\r\n`
}

/** An event at an hour of January 2030, in UTC, when the tests' clock stands at 09:00 on the 7th. */
export function eventHour(day: number, hour: number): string {
  const at = (each: number) => `203001${String(day).padStart(2, '0')}T${String(each).padStart(2, '0')}0000Z`
  return `DTSTART:${at(hour)}\nDTEND:${at(hour + 1)}`
}
