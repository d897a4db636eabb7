/** What is wrong with a calendar, and what to do about it. */
import type { CalendarProblem } from '#domain/mentors/busy-calendar'

export const CALENDAR_PROBLEMS: Record<CalendarProblem, string> = {
  not_allowed:
    'The address leads somewhere that is not on the internet. Use the address that your calendar service gives.',
  no_answer: 'The service did not answer. Check the address, or try again later.',
  too_slow: 'The service took longer than ten seconds. Try again later.',
  not_found: 'The service does not open this address. Copy the secret address once more: it changes when it is reset.',
  too_large: 'The calendar is larger than 1 MB. Use one with fewer old events.',
  not_a_calendar: 'There is no calendar at this address. Copy the one for iCal or ICS, not the address of the page.',
  too_demanding: 'The calendar has more busy times than can be read. Use one without events every few minutes.',
  unsealed: 'The address can no longer be read here. Remove the calendar and add it once more.',
}
