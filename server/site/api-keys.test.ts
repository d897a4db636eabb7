/** Keys of operators' programs: what they open, what they do not, and when they end. */
import { beforeEach, describe, expect, it } from 'vitest'
import { KEY_REQUESTS, type ApiScope } from '#domain/accounts/api-keys'
import { endApiKey } from '#server/accounts/api-keys/api-keys'
import type { Session } from '#domain/accounts/account'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { bookTuesday, expectProblem } from '../../tests/support/bookings/requests.ts'
import { addKeyMaker, KEY_MAKER, makeKey } from '../../tests/support/access/program-key.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { handleApiKeysForm, readApiKeys } from '../../app/views/admin/api-keys.ts'

useProduct()

const WRONG_KEY = `lf_${'A'.repeat(43)}`

beforeEach(() => addKeyMaker(test))

const makeApiKey = (...scopes: ApiScope[]) => makeKey(test, scopes)
const ask = (path: string, key?: string, init: RequestInit = {}) =>
  Promise.resolve(
    test.site.request(`/api/v1${path}`, {
      ...init,
      headers: { ...init.headers, ...(key && { authorization: `Bearer ${key}` }) },
    }),
  )
const cancel = (reference: string, key: string, amount = 4500) =>
  ask(`/bookings/${reference}/cancel`, key, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refund: { amount, currency: 'GBP' } }),
  })

async function paid(): Promise<{ id: string; reference: string }> {
  const checkout = await bookTuesday(test)
  await payCheckout(test, checkout)
  await settleCheckout(test.app, checkout)
  test.clock.forward(1)
  return test.db.selectFrom('bookings').select(['id', 'reference']).executeTakeFirstOrThrow()
}

describe('a key', () => {
  it('is stored as its hash alone, and its making and end are in the audit log without it', async () => {
    const key = await makeApiKey('bookings:read')
    expect(key).toMatch(/^lf_[\w-]{43}$/)
    const [row] = await test.db.selectFrom('apiKeys').selectAll().execute()
    expect(await endApiKey(test.app, KEY_MAKER, row!.id)).toBe(true)
    expect(await endApiKey(test.app, KEY_MAKER, row!.id)).toBe(false)
    const events = await test.db.selectFrom('auditLog').selectAll().orderBy('action').execute()
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['api_key.created', KEY_MAKER.accountId],
      ['api_key.revoked', KEY_MAKER.accountId],
    ])
    expect(JSON.stringify([row, events])).not.toContain(key.slice(3))
  })

  it('opens nothing once it is revoked, and a wrong one never did', async () => {
    const key = await makeApiKey('bookings:read', 'mentors:read')
    expect((await ask('/bookings', key)).status).toBe(200)
    const { id } = await test.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
    await endApiKey(test.app, KEY_MAKER, id)
    for (const path of ['/bookings', '/mentors', '/openapi.json'])
      for (const wrong of [key, WRONG_KEY, 'nothing', '']) {
        const refused = await ask(path, undefined, { headers: { authorization: `Bearer ${wrong}` } })
        await expectProblem(refused, 401, 'wrong_key')
        expect(refused.headers.get('www-authenticate')).toBe('Bearer')
      }
  })

  it('opens what its scopes say and nothing else', async () => {
    const { reference } = await paid()
    const reads = await makeApiKey('bookings:read')
    await expectProblem(await cancel(reference, reads), 403, 'missing_scope')
    const mentors = await makeApiKey('mentors:read')
    expect((await ask('/mentors', mentors)).status).toBe(200)
    for (const path of ['/bookings', `/bookings/${reference}`])
      await expectProblem(await ask(path, mentors), 403, 'missing_scope')
    await expectProblem(await ask('/bookings'), 401, 'key_needed')
    const { title } = await expectProblem(await ask(`/bookings/${reference}`), 401, 'key_needed')
    expect(title).toContain('Booking-Secret')
  })

  it('says when it was used last, to the minute', async () => {
    const key = await makeApiKey('mentors:read')
    const used = async () =>
      (await test.db.selectFrom('apiKeys').select('lastUsedAt').executeTakeFirstOrThrow()).lastUsedAt
    expect(await used()).toBeNull()
    await ask('/mentors', key)
    const first = await used()
    test.clock.forward(0.5)
    await ask('/mentors', key)
    expect(await used()).toEqual(first)
    test.clock.forward(0.5)
    await ask('/mentors', key)
    expect(await used()).toEqual(test.app.now())
  })

  it('has a limit of its own in place of its network’s for what its scopes open', async () => {
    const [key, bookings] = [await makeApiKey('mentors:read'), await makeApiKey('bookings:read')]
    for (const each of [key, bookings]) expect((await ask('/mentors', each)).status).toBe(200)
    test.app.config = { ...test.app.config, mode: 'live', PAGES_PER_NETWORK: 0 }
    await expectProblem(await ask('/mentors', bookings), 429, 'too_many') // It reads mentors as anyone does.
    expect((await ask('/bookings', bookings)).status).toBe(200)
    for (let count = 0; count < 5; count += 1) expect((await ask('/mentors', key)).status).toBe(200)
    await test.db
      .updateTable('attempts')
      .set({ count: KEY_REQUESTS.max })
      .where('key', 'like', 'api_key by %')
      .execute()
    const refused = await ask('/mentors', key)
    await expectProblem(refused, 429, 'too_many')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is refused after many that were wrong came from one network', async () => {
    test.app.config = { ...test.app.config, mode: 'live' }
    for (let count = 0; count < 20; count += 1) await ask('/bookings', WRONG_KEY)
    await expectProblem(await ask('/bookings', WRONG_KEY), 429, 'too_many')
  })
})

describe('the admins’ page of keys', () => {
  const session = { accountId: KEY_MAKER.accountId, provenAt: new Date('2030-01-07T09:00:00Z') } as Session
  const send = (fields: [string, string][], by: Session = session) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return handleApiKeysForm(test.app, { session: by, client: { address: '203.0.113.7' } }, form)
  }
  const requested: [string, string][] = [
    ['intent', 'create'],
    ['name', ' The  ledger '],
    ['scope', 'bookings:read'],
    ['scope', 'mentors:read'],
  ]

  it('shows a new key once, lists it without, and revokes it', async () => {
    const made = await send(requested)
    const key = made.is === 'result' ? made.result.key : null
    expect((await ask('/bookings', key!)).status).toBe(200)
    const page = await readApiKeys(test.app, 'Europe/London')
    expect(page.keys).toMatchObject([{ name: 'The ledger', scopes: ['mentors:read', 'bookings:read'], revoked: null }])
    expect(JSON.stringify(page)).not.toContain(key!.slice(3))
    const revoke: [string, string][] = [
      ['intent', 'revoke'],
      ['id', page.keys[0]!.id],
    ]
    expect(await send(revoke)).toEqual({ is: 'revoked' })
    expect(await send(revoke)).toEqual({ is: 'gone' })
    expect((await ask('/bookings', key!)).status).toBe(401)
  })

  it('makes none without a name, a scope, or an admin who has shown lately who they are', async () => {
    expect(await send([['intent', 'create']])).toMatchObject({
      is: 'result',
      status: 400,
      result: { errors: { name: expect.any(String), scope: expect.any(String) } },
    })
    expect(await send([...requested.slice(0, 2), ['scope', 'everything']])).toMatchObject({ is: 'result', status: 400 })
    expect(await send(requested, { ...session, provenAt: new Date('2030-01-07T08:50:00Z') })).toEqual({
      is: 'unproven',
    })
    expect(await test.db.selectFrom('apiKeys').selectAll().execute()).toEqual([])
  })
})

describe('GET /api/v1/bookings', () => {
  type Page = { bookings: { reference: string; mentee?: object }[]; cursor: string | null; next: string | null }
  const list = async (key: string, query = '') => (await (await ask(`/bookings${query}`, key)).json()) as Page

  it('names the mentee only with the scope for it', async () => {
    const { reference } = await paid()
    const response = await ask('/bookings', await makeApiKey('bookings:read'))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const text = await response.text()
    expect(text).toContain(reference)
    expect(text).not.toMatch(/Grace|grace@|07700|First weeks/)
    const key = await makeApiKey('bookings:read', 'bookings:personal')
    expect((await list(key)).bookings[0]).toMatchObject({ mentee: { email: 'grace@example.com' } })
    const one = (await (await ask(`/bookings/${reference}`, key)).json()) as object
    expect(one).toMatchObject({
      mentee: { name: 'Grace Hopper' },
      paidAt: '2030-01-07T09:00:00.000Z',
      refundIfCancelled: null,
    })
  })

  it('gives every booking once from page to page, in the order in which they were made', async () => {
    const mentor = await addMentor(test)
    for (const time of ['14:30', '15:30', '16:30', '17:30', '18:30']) {
      await bookTuesday(test, { mentor, time })
      if (time !== '15:30') test.clock.forward(1) // Two at the same moment.
    }
    const made = await test.db.selectFrom('bookings').select('reference').orderBy('createdAt').orderBy('id').execute()
    const key = await makeApiKey('bookings:read')
    const found: string[] = []
    let page = await list(key, '?limit=2')
    for (; ; page = (await (await ask(page.next.replace('/api/v1', ''), key)).json()) as Page) {
      found.push(...page.bookings.map(({ reference }) => reference))
      if (!page.next) break
    }
    expect(found).toEqual(made.map(({ reference }) => reference))
    expect(await list(key, `?cursor=${page.cursor}`)).toEqual({ bookings: [], cursor: null, next: null })
    expect((await list(key, '?since=2030-01-07T09:02:00Z')).bookings).toHaveLength(2)
    expect((await list(key, '?status=confirmed')).bookings).toEqual([])
  })

  it('leaves what was made in the last half minute to the next time', async () => {
    await bookTuesday(test)
    const key = await makeApiKey('bookings:read')
    test.clock.forward(0.5)
    expect((await list(key)).bookings).toEqual([])
    test.clock.forward(0.01)
    expect((await list(key)).bookings).toHaveLength(1)
  })

  it('refuses cursors, times, limits and states that are none', async () => {
    const key = await makeApiKey('bookings:read')
    for (const query of [
      'cursor=x',
      'since=yesterday',
      'limit=0',
      'limit=201',
      'status=none',
      'cursor=99999999999999.x',
    ])
      await expectProblem(await ask(`/bookings?${query}`, key), 400, 'invalid')
  })
})

it('cancelling by a key follows the site’s workflow and rules, and the audit log names the program', async () => {
  const { id, reference } = await paid()
  const key = await makeApiKey('bookings:read', 'bookings:write')
  expect(await (await ask(`/bookings/${id}`, key)).json()).toMatchObject({
    reference,
    refundIfCancelled: { amount: 4500 },
  })
  await expectProblem(await cancel(reference, key, 4501), 409, 'refund_changed')
  const cancelled = await cancel(reference, key)
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled', cancelledBy: 'admin' })
  expect(await test.db.selectFrom('refunds').select(['amountPence', 'reason']).execute()).toEqual([
    { amountPence: 4500, reason: 'admin_cancelled' },
  ])
  const events = await test.db.selectFrom('auditLog').selectAll().where('action', '=', 'booking.cancelled').execute()
  expect(events).toMatchObject([{ actor: 'operator', after: { program: 'Ledger', status: 'cancelled' } }])
  await expectProblem(await cancel(reference, key), 409, 'not_cancellable')
  await expectProblem(await cancel('B-2222-2222', key), 404, 'not_found')
})
