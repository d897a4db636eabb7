/**
 * The calendar process: works out the busy times of one calendar after the other for `calendar-process.ts`. It ends
 * itself when the product that started it is gone.
 */
import type { Expansion } from '#domain/mentors/busy-calendar'
import { readBusyTimes } from '#server/platform/ics/busy-times'

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', ({ text, expansion }: { text: string; expansion: Expansion }) => {
  process.send?.(readBusyTimes(text, expansion))
})
