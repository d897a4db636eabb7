/** What is wrong with a calendar, and what to do about it. */
import type { CalendarProblem } from '#domain/mentors/busy-calendar'

export const CALENDAR_PROBLEMS: Record<CalendarProblem, string> = {
  not_allowed: 'This address isn’t on the internet. Use the address from your calendar service.',
  no_answer: 'The calendar service didn’t respond. Check the address, or try again later.',
  too_slow: 'The service took longer than ten seconds. Try again later.',
  not_found: 'The calendar service refused this address. Copy the secret address again: it changes when it’s reset.',
  too_large: 'The calendar is larger than 1 MB. Use one with fewer old events.',
  not_a_calendar: 'There is no calendar at this address. Copy the one for iCal or ICS, not the address of the page.',
  too_demanding: 'The calendar has too many events. Use one with fewer events.',
  unsealed: 'We can no longer read this address. Remove the calendar and add it again.',
}
