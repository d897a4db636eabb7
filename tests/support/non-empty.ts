/** The items that a test looks at one by one. Throws where there are none: the test would pass and have looked at nothing. */
export function nonEmpty<Item>(items: Iterable<Item>): Item[] {
  const all = [...items]
  if (all.length === 0) throw new Error('There is nothing to look at')
  return all
}
