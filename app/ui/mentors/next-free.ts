/** The next free start in words. For loaders only: the words depend on the current time. */
import { dateKeyIn, dayIn, timeIn } from '#domain/time/clock'
import { keyAfter } from '../time/clock.ts'

/** "Today 18:30", "Tomorrow 14:30", "Thu 16:30" within a week, "3 Dec 16:30" after that. */
export function nextFreeInWords(freeAt: Date, now: Date, zone: string): string {
  const today = dateKeyIn(now, zone)
  const key = dateKeyIn(freeAt, zone)
  const [weekday = '', day = '', month = ''] = dayIn(freeAt, zone).split(' ')
  const word =
    key <= today
      ? 'Today'
      : key === keyAfter(today, 1)
        ? 'Tomorrow'
        : key < keyAfter(today, 7)
          ? weekday.slice(0, 3)
          : `${day} ${month.slice(0, 3)}`
  return `${word} ${timeIn(freeAt, zone)}`
}
