/**
 * Merges concurrent calls, so that they share one statement. A call made while a batch is running joins the next batch; otherwise it
 * runs at once. A batch begins after each of its calls, so no caller gets a value older than their call.
 *
 * @param run Works on all items of a batch. If it rejects, so do all their calls.
 * @returns a function that resolves to what `run` made of the item's batch.
 */
export function batchCalls<Item, Results>(run: (items: Item[]) => Promise<Results>): (item: Item) => Promise<Results> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { items: Item[]; results: Promise<Results> } | null = null
  return (item) => {
    if (next) {
      next.items.push(item)
      return next.results
    }
    const items = [item]
    const results = underWay.then(() => {
      next = null
      return run(items)
    })
    next = { items, results }
    underWay = results.catch(() => {})
    return results
  }
}
