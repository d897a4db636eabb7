/** Stripe's lists: newest first, `limit` items, continued from the id of the last (or first) item seen. */
import { sql, type RawBuilder } from 'kysely'
import { group, optionalInteger, optionalText, type Parameters } from './parameters.ts'
import { badParameter, cursorNotFound } from './errors.ts'
import type { SandboxDb } from '../tables.ts'

export const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'] as const

export type Page = {
  limit: number
  /** True when reading towards newer items: the rows are then selected oldest first and reversed. */
  backwards: boolean
  where: RawBuilder<boolean>
}

/**
 * What is listed: the rows of a table. `id` and `created` are the columns used, if they are not `id` and `createdAt`.
 */
type Listed = { resource: string; table: Table; id?: string; created?: RawBuilder<unknown> }
type Table =
  | 'balanceTransactions'
  | 'checkoutSessions'
  | 'disputes'
  | 'events'
  | 'paymentIntents'
  | 'payouts'
  | 'refunds'
  | 'transferReversals'
  | 'transfers'

/**
 * Reads the paging parameters and the filter on `created` (in seconds: a value, or gt, gte, lt, lte). 400 if the item
 * to continue from does not exist.
 */
export async function readPage(db: SandboxDb, parameters: Parameters, listed: Listed): Promise<Page> {
  const limit = optionalInteger(parameters, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw badParameter('limit', 'This value must be between 1 and 100, inclusive')
  const after = optionalText(parameters, 'starting_after')
  const before = optionalText(parameters, 'ending_before')
  if (after && before)
    throw badParameter('ending_before', 'You may only specify one of these parameters: starting_after, ending_before.')
  const where = [sql<boolean>`true`, ...createdFilters(parameters, listed.created ?? sql.ref('createdAt'))]
  if (after) where.push(sql<boolean>`sequence < ${await findSequence(db, listed, after, 'starting_after')}`)
  if (before) where.push(sql<boolean>`sequence > ${await findSequence(db, listed, before, 'ending_before')}`)
  return { limit, backwards: before !== null, where: sql<boolean>`(${sql.join(where, sql` and `)})` }
}

async function findSequence(
  db: SandboxDb,
  { resource, table, id: column = 'id' }: Listed,
  id: string,
  param: 'starting_after' | 'ending_before',
): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${sql.table(`sandbox_stripe.${table}`)} where ${sql.ref(column)} = ${id}`.execute(db)
  if (!rows[0]) throw cursorNotFound(resource, id, param)
  return rows[0].sequence
}

/** The rows of the page in Stripe's order, and whether there are more. */
export function cutPage<Row>(rows: Row[], page: Page): { rows: Row[]; more: boolean } {
  const cut = rows.slice(0, page.limit)
  return { rows: page.backwards ? cut.toReversed() : cut, more: rows.length > page.limit }
}

/** Compares whole seconds, as Stripe does: a row made at 12:00:00.700 was created at 12:00:00. */
function createdFilters(parameters: Parameters, column: RawBuilder<unknown>): RawBuilder<boolean>[] {
  if (typeof parameters.created === 'string') {
    const second = optionalInteger(parameters, 'created') ?? 0
    return [sql<boolean>`${column} >= ${instant(second)}`, sql<boolean>`${column} < ${instant(second + 1)}`]
  }
  const range = group(parameters, 'created')
  const bound = (name: 'gt' | 'gte' | 'lt' | 'lte') => optionalInteger(range, name, 'created')
  const [gt, gte, lt, lte] = [bound('gt'), bound('gte'), bound('lt'), bound('lte')]
  return [
    gt === null ? [] : [sql<boolean>`${column} >= ${instant(gt + 1)}`],
    gte === null ? [] : [sql<boolean>`${column} >= ${instant(gte)}`],
    lt === null ? [] : [sql<boolean>`${column} < ${instant(lt)}`],
    lte === null ? [] : [sql<boolean>`${column} < ${instant(lte + 1)}`],
  ].flat()
}

const LAST_SECOND = 253_402_300_799 // The end of the year 9999, which both a Date and the database can hold.

function instant(second: number): Date {
  return new Date(Math.min(Math.max(second, 0), LAST_SECOND) * 1000)
}
