import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openClock, type SandboxClock } from '../clock.ts'
import { order, startRig } from '../stripe/test-rig.ts'
import { controlPages } from './pages.ts'
import { useControlPage } from './test-rig.ts'

const HOUR_MS = 60 * 60 * 1000
let rig: Awaited<ReturnType<typeof startRig>>
let clock: SandboxClock
let pages: ReturnType<typeof controlPages>
beforeAll(async () => {
  rig = await startRig()
  clock = await openClock(rig.db)
  pages = controlPages({ clock, control: rig.sandbox.control, hasMailbox: true })
})
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T12:00:00Z'))) // Real time stands still.
afterEach(() => {
  vi.restoreAllMocks()
  return rig.sandbox.control.heal()
})
afterAll(async () => {
  await clock.close()
  await rig.close()
})

const { show, post, press } = useControlPage(() => pages)

async function open() {
  const session = await rig.stripe.checkout.sessions.create(order(rig.clock, { customer_email: 'grace@example.com' }))
  return session.id
}
const retrieve = (id: string) => rig.stripe.checkout.sessions.retrieve(id)
const ahead = () => clock.now().getTime() - Date.now()

describe('the page /sandbox', () => {
  it('says that all is well and that there is no checkout yet, and links to the emails if there are any', async () => {
    const page = await show()
    for (const words of ['All is well.', 'None yet.', 'href="/sandbox/mail"']) expect(page).toContain(words)
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    expect((await pages.request('/sandbox/sandbox.css')).status).toBe(200)
    const elsewhere = controlPages({ clock, control: rig.sandbox.control, hasMailbox: false })
    expect(await (await elsewhere.request('/sandbox')).text()).not.toContain('/sandbox/mail')
  })

  it('shows the product’s time and moves it by an hour, a day, and to a clock change', async () => {
    const before = ahead()
    const moved = async (step: string) => {
      const answer = await post('clock', { step, zone: 'America/New_York' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox?zone=America%2FNew_York'])
    }
    await moved('hour')
    await moved('day')
    expect(ahead()).toBe(before + 25 * HOUR_MS)
    const change = clock.nextClockChange('America/New_York')!
    expect(await show('/sandbox?zone=America/New_York')).toContain(change.toISOString())
    await moved('change')
    expect(clock.now()).toEqual(change)
    expect(await show()).toContain(clock.now().toISOString().slice(0, 16))
  })

  it.each([
    ['clock', { step: 'change', zone: 'Asia/Kolkata' }, 'Clocks there are not changed'],
    ['webhooks', { copies: 'many' }, '“many” is not a whole number.'],
    ['webhooks', { copies: '0' }, 'copies must be a whole number from 1 to 20'],
    ['outages', { answer: 'explode', calls: 'all' }, 'Choose one of: error'],
  ])('refuses %s %o and changes nothing', async (path, fields, words) => {
    const before = ahead()
    const answer = await post(path, fields as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(words)
    expect(ahead()).toBe(before)
    expect(await show()).toContain('All is well.')
  })

  it('switches faults on, lists them, and switches them off', async () => {
    await post('webhooks', { delaySeconds: '30', copies: '2', newestFirst: 'on' })
    await post('outages', { answer: 'html', calls: 'refund', times: '3' })
    await post('refund-faults', { outcome: 'pending', times: '' })
    expect(await rig.sandbox.control.faults()).toMatchObject({
      webhooks: { delaySeconds: 30, copies: 2, newestFirst: true, failing: false, dropped: false },
      outages: [{ answer: 'html', calls: 'refund', times: 3 }],
      refunds: [{ outcome: 'pending' }],
    })
    const page = await show()
    for (const words of ['delivered 30 s late', 'answer 502 with a page, 3 more', 'stay pending, until switched off'])
      expect(page).toContain(words)
    expect(page).toMatch(/id="newestFirst"[^>]*checked/)
    await press('Switch all faults off')
    expect(await show()).toContain('All is well.')
  })

  it('pays an expired checkout, refunds it, and lets the refund fail', async () => {
    const id = await open()
    await rig.stripe.checkout.sessions.expire(id)
    await press('Pay all the same')
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
    await press('Refund at the service')
    expect(await show()).toContain('Refund of £45.00: succeeded.')
    await press('The refund fails')
    expect(await show()).toContain('Refund of £45.00: failed.')
  })

  it('lets the bank refuse a debit and then pay it, disputes that until it is won, and delivers its event again', async () => {
    const id = await open()
    await rig.sandbox.control.payByDebit(id)
    await press('The bank says no')
    expect(await retrieve(id)).toMatchObject({ payment_status: 'unpaid' })
    await press('The bank pays')
    expect(await retrieve(id)).toMatchObject({ payment_status: 'paid' })
    for (const button of ['Dispute', 'Answer it', 'It is won']) await press(button)
    expect((await rig.stripe.disputes.list()).data[0]).toMatchObject({ status: 'won' })
    const again = await post(`sessions/${id}/dispute`)
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('cannot be disputed')])
    await rig.sandbox.idle()
    const before = rig.receiver.deliveries.length
    await press('Deliver again')
    await rig.sandbox.idle()
    expect(rig.receiver.deliveries).toHaveLength(before + 1)
  })

  it('refuses to change anything if payments go to Stripe itself', async () => {
    const before = ahead()
    const real = controlPages({ clock, control: null, hasMailbox: true })
    expect(await (await real.request('/sandbox')).text()).not.toContain('<form')
    const body = new URLSearchParams({ step: 'day', zone: 'Europe/London' })
    expect((await real.request('/sandbox/clock', { method: 'POST', body })).status).toBe(400)
    expect(ahead()).toBe(before)
  })
})
