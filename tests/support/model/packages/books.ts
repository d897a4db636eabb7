/** What became of every session of every package, beside what a person watching would know; and the sums that follow from it. */
import { sql } from 'kysely'
import { creditState, type Credit } from '#domain/packages/package'
import type { Db } from '#server/platform/db/connect'
import type { Sale, World } from '../world.ts'

type State = ReturnType<typeof creditState>

/** Of a package: sums in minor units of the ledger's entries for it and its sessions, of which `kept` is less the part not earned yet. */
type PackageBooks = { id: string; status: string; price: number; charged: number; kept: number; fees: number }

async function readPackages(db: Db): Promise<PackageBooks[]> {
  const { rows } = await sql<PackageBooks>`
    select bought.id::text, bought.status, bought.price_pence as price,
      coalesce(sum(amount_pence) filter (where kind = 'charge'), 0)::int as charged,
      coalesce(sum(amount_pence) filter (where kind in ('charge', 'refund', 'reversal', 'deferred')), 0)::int as kept,
      coalesce(sum(amount_pence) filter (where kind = 'fee'), 0)::int as fees
    from bookings bought
    join bookings on bookings.package_id = bought.id
    left join ledger on ledger.booking_id = bookings.id
    where bought.id = bought.package_id
    group by bought.id`.execute(db)
  return rows
}

/** A sentence for each package whose sessions are in other states than what happened to them explains, and for each wrong sum. */
export async function findPackageFaults(world: World, db: Db): Promise<string[]> {
  const sold = new Map(world.sales.map((sale) => [sale.bookingId, sale]))
  if (!world.sales.some(({ kind }) => kind === 'package')) return []
  const all = await db.selectFrom('credits').selectAll().orderBy('number').execute()
  const byPackage = Map.groupBy(all, ({ packageId }) => packageId)
  return (await readPackages(db)).flatMap((books) => {
    const credits = byPackage.get(books.id) ?? []
    const bought = sold.get(books.id)
    return [...findSumFaults(books, credits), ...(bought ? findStateFaults(world, bought, books, credits) : [])]
  })
}

function findSumFaults(
  { id, price, charged, kept, fees }: PackageBooks,
  credits: (Credit & { fee: number })[],
): string[] {
  const earned = credits.filter(({ earnedAt }) => earnedAt)
  const [shares, all] = [sum(earned.map(({ share }) => share)), sum(credits.map(({ share }) => share))]
  const fee = sum(earned.map((credit) => credit.fee))
  return [
    ...(all === price ? [] : [`package ${id} costs ${price}, and its shares are ${all}`]),
    ...(charged === 0 || charged === price ? [] : [`package ${id} costs ${price}, and ${charged} were charged`]),
    ...(kept === shares ? [] : [`of package ${id} ${shares} are earned, ${kept} by the ledger`]),
    ...(fees === fee ? [] : [`of package ${id} ${fee} are the fees, ${fees} by the ledger`]),
  ]
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)

function findStateFaults(world: World, bought: Sale, { id, status }: PackageBooks, credits: Credit[]): string[] {
  const states = listSessions(world, bought).map(predictState)
  const used = states.filter((state) => state !== 'open')
  const left: State = status === 'cancelled' ? 'refunded' : status === 'completed' ? 'lapsed' : 'open'
  const expected = [...used, ...Array<State>(Math.max(bought.size - used.length, 0)).fill(left)].toSorted().join(' ')
  const found = credits.map(creditState).toSorted().join(' ')
  return expected === found ? [] : [`the sessions of package ${id} are ${found}, not ${expected}`]
}

const listSessions = ({ sales }: World, bought: Sale) => sales.filter((sale) => sale.bought === bought)

/** What a session did to its credit. `open`: it gave the credit back. */
function predictState({ cancelled, noShow, isCompleted, parts }: Sale): State {
  if (cancelled) return cancelled.isLate ? 'used' : 'open'
  if (noShow?.outcome === 'absent') return noShow.absent === 'mentee' ? 'used' : 'open'
  if (!isCompleted) return 'booked'
  return parts > 0 ? 'open' : 'used'
}

/** How many sessions of a package can be booked or refunded. */
export const countOpen = (world: World, bought: Sale): number =>
  bought.size - listSessions(world, bought).filter((session) => predictState(session) !== 'open').length
