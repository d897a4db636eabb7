/** Quantities as people say them, for pages, mails and previews alike. */

/** "1 mentor", "24 mentors". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** "6 years", "1 year", "Less than a year". */
export function yearsInWords(count: number): string {
  return count === 0 ? 'Less than a year' : plural(count, 'year')
}

/** "60 minutes": spelled out, since a screen reader takes "60 m" for metres. */
export function minutesInWords(minutes: number): string {
  return plural(minutes, 'minute')
}
