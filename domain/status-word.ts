/**
 * Reads a status as older systems wrote it, in any letter case and with blanks or hyphens; null for unknown words.
 * `accept` means `accepted` (specification §4).
 */
export function readStatusWord<Status extends string>(text: string, statuses: readonly Status[]): Status | null {
  const written = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const word = written === 'accept' ? 'accepted' : written
  return statuses.find((status) => status === word) ?? null
}
