/** What admins do to endpoints: each change once, never over another's, and in the audit log. */
import { describe, expect, it } from 'vitest'
import { MAX_ENDPOINTS } from '#domain/webhooks/webhook'
import {
  addEndpoint,
  chooseEvents,
  removeEndpoint,
  renewSecret,
  sendTestEvent,
  switchEndpoint,
} from '#server/public-api/webhooks/endpoints'
import { someone } from '../../../tests/support/payments/payouts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { addReceiver, deliveries } from '../../../tests/support/webhooks.ts'

useProduct()

type Events = Parameters<typeof addEndpoint>[2]['events']
type By = Awaited<ReturnType<typeof someone>>

const admin = () => someone(test, 'admin@example.com')
const add = (actor: By, address: string, events: Events = ['mentor.accepted']) =>
  addEndpoint(test.app, actor, { address, events })
const actions = async () =>
  (
    await test.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'before', 'after'])
      .where('subject', '=', 'webhook_endpoints')
      .orderBy('id')
      .execute()
  ).map(({ action, ...rest }) => ({ action, text: JSON.stringify(rest) }))

describe('addEndpoint', () => {
  it('refuses addresses that lead to this machine, or are not plain https', async () => {
    const by = await admin()
    const refused = (problem: string) => ({ ok: false, error: { code: 'address', problem } })
    expect(await add(by, 'http://example.com/hooks')).toEqual(refused('not_https'))
    expect(await add(by, 'https://127.0.0.1/hooks')).toEqual(refused('host'))
  })

  it('adds an address once, with events, and up to a limit', async () => {
    const [by, first] = [await admin(), 'https://example.com/hooks/0']
    expect(await add(by, first, [])).toEqual({ ok: false, error: { code: 'no_events' } })
    const both = await Promise.all([add(by, first), add(by, ` ${first} `)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'known' } })
    const more = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS }, (_, n) => add(by, `https://example.com/${n + 1}`)),
    )
    expect(more.filter(({ ok }) => ok)).toHaveLength(MAX_ENDPOINTS - 1)
    expect(more.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'full' } })
  })
})

describe('an endpoint', () => {
  it('is changed by one of two admins at once, and the log says by whom, without a secret', async () => {
    const { id, by, secret } = await addReceiver(test)
    const seen = { id, version: 1 }
    const both = await Promise.all([
      chooseEvents(test.app, by, { ...seen, events: ['payout.ready'] }),
      switchEndpoint(test.app, by, { ...seen, isOn: false }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'changed' } })
    expect(await renewSecret(test.app, by, seen)).toEqual({ ok: false, error: { code: 'changed' } })
    expect(await removeEndpoint(test.app, by, seen)).toEqual({ ok: false, error: { code: 'changed' } })
    const renewed = await renewSecret(test.app, by, { id, version: 2 })
    expect(await removeEndpoint(test.app, by, { id, version: 3 })).toEqual({ ok: true, value: null })
    const log = await actions()
    expect(log.map(({ action }) => action)).toEqual([
      'webhook.added',
      both[0].ok ? 'webhook.events_chosen' : 'webhook.switched_off',
      'webhook.secret_renewed',
      'webhook.removed',
    ])
    for (const { text } of log) {
      expect(text).toContain(by.session.accountId)
      expect(text).not.toContain(secret)
      expect(text).not.toContain(renewed.ok && renewed.value.secret)
    }
    expect(await sendTestEvent(test.app, by, id)).toEqual({ ok: false, error: { code: 'off' } })
  })

  it('signs with its new secret alone', async () => {
    const { id, by, received } = await addReceiver(test)
    await renewSecret(test.app, by, { id, version: 1 })
    await sendTestEvent(test.app, by, id)
    await test.runJobs()
    expect(received).toMatchObject([{ type: 'test', isGenuine: false }])
    expect(await deliveries(test)).toMatchObject([{ state: 'delivered' }])
  })
})
