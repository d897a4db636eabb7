import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { compileOnce } from '#server/platform/db/compile-once'
import { connect, isOutage, transact } from '#server/platform/db/connect'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table notes (id bigint primary key, text text not null)`.execute(database.db)
})
afterAll(() => database.close())

const note = (id: number) => sql`insert into notes values (${id}, 'hello')`
async function notes(): Promise<unknown[]> {
  const { rows } = await sql<{ id: unknown }>`select id from notes order by id`.execute(database.db)
  return rows.map(({ id }) => id)
}

describe('transact', () => {
  it('commits all of its work or none', async () => {
    await transact(database.db, (tx) => note(1).execute(tx))
    const undone = transact(database.db, async (tx) => {
      await note(2).execute(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await notes()).toEqual([1])
  })

  it('refuses the root database with a message that names the mistake, and the database stays usable', async () => {
    const { db } = database
    const queries = () => db.withSchema('public').selectFrom('mentors').selectAll().execute()
    for (const mistake of [notes, () => transact(db, async () => 1), () => note(3).execute(db), queries])
      await expect(transact<unknown>(db, mistake)).rejects.toThrow(
        'The root database was used inside a transaction. Use tx.',
      )
    expect(await notes()).toEqual([1])
  })

  it('refuses it in a transaction that another copy of the module opened, as the bundle has one', async () => {
    vi.resetModules()
    const other = (await import('#server/platform/db/connect')) as { transact: typeof transact }
    expect(other.transact).not.toBe(transact)
    await expect(other.transact<unknown>(database.db, () => notes())).rejects.toThrow('Use tx.')
  })

  it('refuses it in work that it did not wait for', async () => {
    let loose: Promise<unknown> | undefined
    await transact(database.db, async (tx) => {
      loose = note(4).execute(database.db)
      loose.catch(() => {})
      await note(5).execute(tx)
    })
    await expect(loose).rejects.toThrow('Use tx.')
    expect(await notes()).toEqual([1, 5])
  })

  it('makes other transactions wait, which then all run', async () => {
    const order: string[] = []
    const slow = transact(database.db, async (tx) => {
      await sql`select pg_sleep(0.05)`.execute(tx)
      order.push('first')
    })
    const others = Array.from({ length: 20 }, (_, n) => note(100 + n).execute(database.db))
    await Promise.all([slow, ...others])
    expect(order).toEqual(['first'])
    await expect(transact(database.db, (tx) => note(1).execute(tx))).rejects.toMatchObject({ code: '23505' })
    expect(await notes(), 'usable after a failure in the database').toHaveLength(22)
  })
})

describe('a query', () => {
  it('returns counts and big integers as numbers and instants as dates, on either database', async () => {
    const { rows } = await sql`select count(*) as count, 5::int8 as big, timestamptz '2030-01-01T12:00:00+02' as at,
      array['a', 'b']::text[] as list, 2.5::float8 as half from notes where false`.execute(database.db)
    expect(rows).toEqual([{ count: 0, big: 5, at: new Date('2030-01-01T10:00:00Z'), list: ['a', 'b'], half: 2.5 }])
  })
})

describe('a name of two words', () => {
  it('is camelCase in the code and snake_case in the database, whether a query is built or written', async () => {
    const built = database.db.selectFrom('listingVersion').select('onlyRow')
    expect(built.compile().sql).toBe('select "only_row" from "listing_version"')
    expect(await built.execute()).toEqual([{ onlyRow: true }])
    const written = await sql`select only_row, 1 as "takenAsIs", jsonb_build_object('payment_intent',
      jsonb_build_array(jsonb_build_object('line_items', 2))) as stored_object from listing_version`.execute(
      database.db,
    )
    const storedObject = { payment_intent: [{ line_items: 2 }] } // Stays as it is inside of JSON.
    expect(written.rows).toEqual([{ onlyRow: true, takenAsIs: 1, storedObject }])
  })
})

describe('a prepared statement', () => {
  it('is parsed once per connection, and returns the right rows for each set of values', async () => {
    const twice = (number: number) =>
      sql<{ doubled: number }>`/* prepared: twice */ select ${number}::int * 2 as doubled`.execute(database.db)
    for (const number of [1, 2, 3]) expect((await twice(number)).rows).toEqual([{ doubled: number * 2 }])
    const known = await transact(database.db, async (tx) => {
      await sql`/* prepared: twice */ select ${4}::int * 2 as doubled`.execute(tx)
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx)
      return rows.filter(({ name }) => name === 'twice').length
    })
    expect(known).toBe(inject('database') === 'postgres' ? 1 : 0)
  })
})

describe('a statement that is compiled once', () => {
  it('is built by its first call, and gets the values of each', async () => {
    let built = 0
    const add = compileOnce((db, values: { left: number | null; right: number }) => {
      built += 1
      return sql<{
        sum: number | null
        onlyRight: number
      }>`select ${values.left}::int + ${values.right}::int as sum, ${values.right}::int as only_right`.compile(db)
    })
    const calls = [add(database.db, { left: 1, right: 2 }), add(database.db, { left: 3, right: 4 })]
    expect(await Promise.all(calls)).toEqual([
      { sum: 3, onlyRight: 2 },
      { sum: 7, onlyRight: 4 },
    ])
    expect(await add(database.db, { left: null, right: 5 })).toEqual({ sum: null, onlyRight: 5 })
    expect(built).toBe(1)
  })
  it('cannot be built from a copy of its values, which would have none of them', async () => {
    const add = compileOnce((db, { ...values }: { left: number }) => sql`select ${values.left}::int`.compile(db))
    await expect(add(database.db, { left: 1 })).rejects.toThrow('Name the values')
  })
})

describe('a connection', () => {
  it('fails if a statement or a lock takes too long', async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(database.db)
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
    // PGlite has one connection, so no other lock can be in the way.
    const server = { statement_timeout: 10_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 }
    const embedded = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
    expect(settings).toEqual(inject('database') === 'postgres' ? server : embedded)
  })
})

describe('a server that accepts a query and then', () => {
  it.each([
    ['never answers', () => {}],
    ['hangs up', (socket: Socket) => socket.destroy()],
  ])('%s makes the query fail and closes the connection, and the process lives on', async (_what, answer) => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.once('data', () => {
        socket.write(WELCOME)
        socket.once('data', () => answer(socket))
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { db } = await connect(`postgres://landfall@127.0.0.1:${port}/landfall`, { connections: 1, silence: 200 })
    for (const work of [() => sql`select 1`.execute(db), () => transact(db, (tx) => note(1).execute(tx))]) {
      const failure = await work().catch((error: unknown) => error)
      expect(isOutage(failure), String(failure)).toBe(true)
    }
    expect(connections).toBe(2)
    await db.destroy()
    server.close()
  })
})

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol: "you are in" and "ask me". */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex')
