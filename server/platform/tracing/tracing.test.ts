import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTracing } from '#server/platform/tracing/tracing'
import { startTraceReceiver } from '../../../tests/support/traces/trace-receiver.ts'

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let troubles: unknown[]

beforeEach(async () => {
  troubles = [] // A new one, since an exporter of the test before may still be trying.
  receiver = await startTraceReceiver()
})
afterEach(() => receiver.close())

const PATIENT_MS = 60_000
function open(closeMs = PATIENT_MS) {
  const [{ endpoint }, own] = [receiver, troubles]
  return openTracing({ endpoint, version: '1.2.3', role: 'web', onTrouble: (error) => void own.push(error), closeMs })
}

class NamesSomebody extends Error {
  override name = 'NamesSomebody'
}

describe('a trace', () => {
  it('says which calls were within which request, and how each ended', async () => {
    const tracing = await open()
    const calls = tracing.payments({
      startCheckout: async (price: number) => price,
      readEvent: async () => 'local',
      withLongTimeout: { refund: () => Promise.reject(new NamesSomebody('grace@example.com')) },
    })
    await tracing.request({ method: 'POST', route: '/mentors/:slug' }, async () => {
      expect(await calls.startCheckout(4500)).toBe(4500)
      expect(await calls.readEvent()).toBe('local')
      return 303
    })
    await tracing.request({ method: 'GET', route: '/' }, async () => 503)
    const job = tracing.job('refund', () => calls.withLongTimeout.refund())
    await expect(job).rejects.toThrow('grace@example.com')
    await tracing.job('sweep', async () => {})
    await tracing.close()

    const failed = { failed: true, 'error.type': 'NamesSomebody' }
    const get = { 'http.request.method': 'GET', 'http.route': '/', 'http.response.status_code': 503 }
    const checkout = { 'landfall.operation': 'startCheckout' }
    const post = { 'http.request.method': 'POST', 'http.route': '/mentors/:slug', 'http.response.status_code': 303 }
    expect(receiver.spans()).toEqual([
      { name: 'GET /', kind: 2, within: null, failed: true, ...get },
      { name: 'job refund', kind: 5, within: null, ...failed, 'landfall.job': 'refund', 'landfall.outcome': 'failed' },
      { name: 'job sweep', kind: 5, within: null, failed: false, 'landfall.job': 'sweep', 'landfall.outcome': 'done' },
      { name: 'payments refund', kind: 3, within: 'job refund', ...failed, 'landfall.operation': 'refund' },
      { name: 'payments startCheckout', kind: 3, within: 'POST /mentors/:slug', failed: false, ...checkout },
      { name: 'POST /mentors/:slug', kind: 2, within: null, failed: false, ...post },
    ])
    expect(receiver.text()).not.toContain('grace')
    expect(receiver.about()[0]).toMatchObject({
      'service.name': 'landfall',
      'service.version': '1.2.3',
      'landfall.role': 'web',
    })
    expect(troubles).toEqual([])
  })
})

describe('a receiver', () => {
  it('that does not answer delays no work, and costs the memory of one batch and a full queue', async () => {
    const release = receiver.hold()
    const tracing = await open()
    for (let at = 0; at < 4_000; at += 1) await tracing.job('sweep', async () => {})
    release()
    await tracing.close()
    expect(receiver.spans()).toHaveLength(512 + 2_048)
  })

  it('that does not answer delays a stop for no longer than it may take', async () => {
    const release = receiver.hold()
    const tracing = await open(1)
    await tracing.job('sweep', async () => {})
    await tracing.close()
    expect(troubles).toEqual([]) // It is still trying.
    release()
  })

  it('that refuses is reported once, and work goes on', async () => {
    receiver.answer(400)
    const tracing = await open()
    for (let at = 0; at < 1_100; at += 1) await tracing.job('sweep', async () => {})
    await tracing.close()
    expect(troubles).toHaveLength(1)
    expect(receiver.spans()).toEqual([])
  })
})
