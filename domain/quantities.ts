/** Quantities as people say them, for pages, emails and previews alike. */

/** "1 mentor", "24 mentors". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const NUMBERS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** At the beginning of a sentence: "One mentor", "Twelve mentors", "13 mentors". */
export function formatPlural(count: number, noun: string): string {
  return plural(count, noun).replace(String(count), NUMBERS[count - 1] ?? String(count))
}

/** "6 years", "1 year", "Less than a year". */
export function formatYears(count: number): string {
  return count === 0 ? 'Less than a year' : plural(count, 'year')
}

/** "60 minutes": spelled out, since a screen reader takes "60 m" for metres. */
export function formatDuration(minutes: number): string {
  return plural(minutes, 'minute')
}
