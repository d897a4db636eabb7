/**
 * Finds names of settings that are not quite ours: such a setting would be ignored, and its default would apply. Other programs'
 * variables are left alone.
 */
import * as m from '#messages/settings'

/** A line for each, with what may have been meant. `ours`: all names that are right. */
export function findMisspelt(names: string[], ours: string[]): string[] {
  return names.flatMap((name) => {
    const meant = ours.includes(name) ? [] : guessMeant(name, ours)
    return meant.length > 0
      ? [m.misspelt({ name, meant: new Intl.ListFormat('en', { type: 'disjunction' }).format(meant) })]
      : []
  })
}

function guessMeant(name: string, ours: string[]): string[] {
  const near = ours.filter((known) => known.length >= MIN_LENGTH && isNear(name, known))
  const [nearest] = near.toSorted((one, other) => distance(name, one) - distance(name, other))
  if (nearest) return [nearest]
  const longer = ours.filter((known) => hasAllWords(known, name))
  if (longer.length > 0) return longer
  const [family] = splitName(name)
  return FAMILIES.test(name) ? ours.filter((known) => splitName(known)[0] === family) : []
}

const MIN_LENGTH = 8 // Of a name. Shorter ones resemble other programs' variables.
const mistakes = (known: string) => Math.max(2, Math.floor(known.length / 5)) // As in DATABASE_URI for DATABASE_URL.

/** The lengths first, which a start compares for all variables of its environment with all settings. */
const isNear = (name: string, known: string) =>
  Math.abs(name.length - known.length) <= mistakes(known) && distance(name, known) <= mistakes(known)

/** First words that no other program's variables have. Not STRIPE or S3, for example. */
const FAMILIES = /^(CONFIRM_MAILS|FEE|HOLDS|KEEP|PRICE|TRUSTED)_/

const splitName = (name: string) => name.split('_')

/** Whether both begin alike, and all words of `name` are in `known` in that order, as those of TRUST_PROXY in TRUSTED_PROXIES. */
function hasAllWords(known: string, name: string): boolean {
  const words = splitName(name)
  const rest = splitName(known)
  if (words.length < 2 || !isSameWord(words[0]!, rest[0]!)) return false
  return words.every((word) => {
    const at = rest.findIndex((its) => isSameWord(word, its))
    rest.splice(0, at + 1)
    return at >= 0
  })
}

/** Also in another form: PERCENT and PERCENTAGE, PROXY and PROXIES. */
function isSameWord(one: string, other: string): boolean {
  const stem = Math.min(one.length, other.length) - 1
  return one === other || (stem >= MIN_STEM && one.slice(0, stem) === other.slice(0, stem))
}

const MIN_STEM = 4

/** How many letters must be put in, left out or changed to make one name of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, its] of [...other].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === its ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
