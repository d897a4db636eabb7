/**
 * A calendar service for demos, on loopback: one mentor's calendar at a secret address. The product finds it under a name
 * that does not exist on the internet (RFC 2606), and treats it like any other.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** What the product finds hosts by. */
export type Network = {
  resolve(host: string): Promise<string[]>
  open(host: string, addresses: string[]): Duplex
}

const HOST = 'calendar.example'
const PATH = '/ical/private-4d1f0c7be2a94c55/basic.ics'
/** An address of the internet, since the product connects to no other. Nothing is sent there. */
const ADDRESS = '93.184.215.14'

/** What a mentor would paste. */
export const DEMO_CALENDAR = `https://${HOST}${PATH}`

/** Busy on weekdays from 15:00 to 17:00, on the mentor's own clock; and a reminder that takes no time. */
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Landfall//Sandbox//EN',
  'BEGIN:VEVENT',
  'UID:team@calendar.example',
  'DTSTAMP:20260105T000000Z',
  'DTSTART:20260105T150000',
  'DTEND:20260105T170000',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'SUMMARY:Work',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:birthday@calendar.example',
  'DTSTAMP:20260105T000000Z',
  'DTSTART;VALUE=DATE:20260214',
  'RRULE:FREQ=YEARLY',
  'TRANSP:TRANSPARENT',
  'SUMMARY:Birthday',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

/** `within`: a network in which the calendar is found under its name. */
export async function startCalendar() {
  const server = createServer((request, response) => {
    if (request.url !== PATH) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': 'text/calendar; charset=utf-8' }).end(CALENDAR)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    within: (rest: Network): Network => ({
      resolve: async (host) => (host === HOST ? [ADDRESS] : rest.resolve(host)),
      open: (host, addresses) => (host === HOST ? connect(port, '127.0.0.1') : rest.open(host, addresses)),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
