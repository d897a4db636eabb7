/**
 * The lists of a typed form, whose fields are named by their place: "sessions.0.title". Pure, for the page that changes
 * them in the browser and for the one that does it without scripts.
 */
type Typed = Record<string, string>

const FIELD = /^(\w+)\.(\d{1,2})\.(\w+)$/

/** How many entries a list has: one more than the last place in a name. */
export function countEntries(typed: Typed, list: string): number {
  const places = Object.keys(typed).map((name) => FIELD.exec(name))
  return Math.max(0, ...places.map((match) => (match?.[1] === list ? Number(match[2]) + 1 : 0)))
}

/**
 * The same fields with the entries of a list in another order: `order` has the places at which they are now. Entries
 * whose place it leaves out are gone. Also for messages, which have the names of their fields.
 */
export function reordered(typed: Typed, list: string, order: readonly number[]): Typed {
  const entries = Object.entries(typed).flatMap(([name, value]): [string, string][] => {
    const [, of, place, field] = FIELD.exec(name) ?? []
    if (of !== list) return [[name, value]]
    const to = order.indexOf(Number(place))
    return to < 0 ? [] : [[`${list}.${to}.${field}`, value]]
  })
  return Object.fromEntries(entries)
}

/** The places 0 to `length`, with the one at `from` moved to `to`. */
export function moved(length: number, from: number, to: number): number[] {
  const order = Array.from({ length }, (_, place) => place)
  order.splice(to, 0, ...order.splice(from, 1))
  return order
}
