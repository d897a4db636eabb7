/** The criteria of the search benchmark, the same in every run: filters, typing errors, beginnings of words. */
import { everybody, orders, type Criteria } from '#domain/search/criteria'
import type { Counts } from '#server/search/engine/search'
import { seededRandom } from './search-pools.ts'

type Random = () => number

const filters = [
  'destination',
  'origin',
  'language',
  'topic',
  'location',
  'minutes',
  'experience',
  'price',
  'free',
] as const

export type Asks = Record<'unfiltered' | 'filtered' | 'typo' | 'prefix', Criteria[]>

/** `counts`: of the search without criteria. `words`: existing names and cities. */
export function makeAsks(count: number, counts: Counts, words: string[]): Asks {
  const random = seededRandom(44)
  const several = (make: (random: Random, n: number) => Criteria) =>
    Array.from({ length: count }, (_, n) => make(random, n))
  const wordAt = (n: number) => words[n % words.length]!
  return {
    unfiltered: several(() => everybody),
    filtered: several(() => someFilters(random, counts)),
    typo: several((_, n) => ({ ...everybody, text: misspelled(random, wordAt(n)) })),
    prefix: several((_, n) => ({ ...everybody, text: [...wordAt(n)].slice(0, 2 + (n % 3)).join('') })),
  }
}

/** One to four filters, whose choices are as frequent as the mentors who have them; half of them with a move. */
function someFilters(random: Random, counts: Counts): Criteria {
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const likely = (choices: Map<string, number>): string => {
    const total = [...choices.values()].reduce((sum, count) => sum + count, 0)
    let left = random() * total
    for (const [value, count] of choices) if ((left -= count) < 0) return value
    return [...choices.keys()].at(-1) ?? ''
  }
  const criteria: Criteria = { ...everybody, choices: {}, order: random() < 0.5 ? 'best' : one(orders) }
  const picked = new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => one(filters)))
  for (const filter of picked) {
    if (filter === 'experience') criteria.experience = one([1, 3, 5, 7])
    else if (filter === 'price') criteria.price = { least: one([null, 20, 40]), most: one([50, 80, 120]) }
    else if (filter === 'free') criteria.freeWithin = one([3, 7, 14])
    else criteria.choices[filter] = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => likely(counts.choices[filter]))
  }
  if (random() < 0.5) {
    const { origin, destination, language } = counts.choices
    criteria.moving = { from: likely(origin), to: likely(destination), speaks: [likely(language)] }
  }
  return criteria
}

/** The word with one letter replaced. */
function misspelled(random: Random, word: string): string {
  const letters = [...word]
  letters[1 + Math.floor(random() * (letters.length - 1))] = 'xqwz'[Math.floor(random() * 4)]!
  return letters.join('')
}
