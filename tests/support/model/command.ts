/** How a command of the model test is made: it runs on the product, updates the model and looks at the books. */
import * as fc from 'fast-check'
import { findFaults, readBooks, type Entry } from './books.ts'
import { findStatementFaults } from '../payments/statement-books.ts'
import { noticeEnds } from './notice.ts'
import { noticeOutgoings } from './outgoings.ts'
import { findPackageFaults } from './packages/books.ts'
import type { Rig } from './rig.ts'
import { count } from './runs.ts'
import { findTransferFaults, readTransferBooks } from './payouts/transfer-books.ts'
import type { Sale, World } from './world.ts'

export type Command = fc.AsyncCommand<World, Rig>

/** Throws the rules that a step broke. Returns the books of both sides. */
export async function look(world: World, rig: Rig, faults: string[] = []): Promise<Entry[]> {
  const shown = new Set(world.sales.map((sale) => sale.checkoutId))
  const paidAlone = world.sales.filter(({ kind }) => kind === 'session')
  const parts = new Map(paidAlone.map((sale) => [sale.checkoutId, sale.parts]))
  const known = { shown, parts, refundKeys: rig.refundKeys, now: rig.clock.time.getTime() }
  const books = await readBooks(rig.db)
  const moved = findTransferFaults(await readTransferBooks(rig.db))
  const out = [...(await noticeOutgoings(world, rig.db)), ...(await findStatementFaults(rig.db))]
  const ended = noticeEnds(world, books, rig.clock.time)
  const packages = await findPackageFaults(world, rig.db)
  const found = [...faults, ...ended, ...packages, ...findFaults(books, known), ...moved, ...out]
  const [surprise] = rig.surprises()
  if (surprise !== undefined) throw new Error(`Logged: ${String(surprise)}`, { cause: surprise })
  if (found.length > 0) throw new Error(found.join('; '))
  return books
}

export type Step = (world: World, rig: Rig) => Promise<string[] | void>

export const command = (
  name: string,
  words: unknown,
  run: Step,
  check: (world: World) => boolean = () => true,
): Command => ({
  check,
  async run(world, rig) {
    count(name)
    await look(world, rig, (await run(world, rig)) ?? [])
  },
  toString: () => `${name}(${words === undefined ? '' : JSON.stringify(words)})`,
})

/** A command on one of the sales for which `may` is true. */
export function ofSale(
  name: string,
  may: (sale: Sale) => boolean,
  run: (sale: Sale, world: World, rig: Rig) => Promise<string[] | void>,
  words?: unknown,
) {
  return fc.nat(7).map((n) =>
    command(
      name,
      words === undefined ? n : [n, words],
      (world, rig) => {
        const among = world.sales.filter(may)
        return run(among[n % among.length]!, world, rig)
      },
      (world) => world.sales.some(may),
    ),
  )
}

export const simple = (name: string, run: Step) => fc.constant(null).map(() => command(name, undefined, run))

/** Commands that are rarely possible when drawn, or matter most, are listed several times. */
export const often = <Value>(times: number, arbitrary: Value) => Array.from({ length: times }, () => arbitrary)
