/** Numbers as people say them. */

/** "1 year", "6 years". */
export function years(count: number): string {
  return count === 0 ? 'Less than a year' : plural(count, 'year')
}

/** A length in words, which a screen reader does not take for metres: "60 minutes". */
export function minutesInWords(minutes: number): string {
  return plural(minutes, 'minute')
}

/** "1 mentor", "24 mentors". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
