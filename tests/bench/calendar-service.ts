/** A calendar service in a process of its own. Its argument: milliseconds before each answer. Every calendar differs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeIcs } from '../support/calendars/calendar-service.ts'

const EVENTS = 100
const EVERY = 10 // One calendar in this many is a series.
const [milliseconds = 0] = process.argv.slice(2).map(Number)

/** Of a person with meetings in the next months, at hours that `number` moves. */
function makeCalendar(number: number): string {
  const first = Date.now() + (number % 24) * 3_600_000
  return makeIcs(
    Array.from({ length: EVENTS }, (_, n) => {
      const day = new Date(first + n * 20 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
      const hour = String(8 + (n % 10)).padStart(2, '0')
      const series = n % EVERY === 0 ? '\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH' : ''
      return `DTSTART;TZID=Europe/London:${day}T${hour}0000\nDTEND;TZID=Europe/London:${day}T${hour}4500\nSUMMARY:Meeting ${n}\nDESCRIPTION:${'x'.repeat(200)}${series}`
    }),
  )
}

const calendars = Array.from({ length: 24 }, (_, number) => makeCalendar(number))
const server = createServer((request, response) => {
  const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
  setTimeout(() => response.end(calendars[number % calendars.length]), milliseconds)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
