import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { openHostedPages } from '../server.ts'
import { declinedCard, goodCard, order, rig, submitCard, useRig } from '../test-rig.ts'

useRig()

const create = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  rig.stripe.checkout.sessions.create(order(rig.clock, changes))
const open = async (id: string) => {
  const answer = await rig.sandbox.pages.request(`/sandbox/checkout/${id}`)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
/** The value of a field on a page. */
const readValue = (html: string, name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(html)?.[1]

describe('the hosted page', () => {
  it('shows the order, the amount, the test cards and links to cancel', async () => {
    const { id } = await create()
    const { status, html, headers } = await open(id)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<h1>Pay £45.00</h1>')
    expect(html).toContain('<button type="submit">Pay £45.00</button>')
    expect(html).toContain('<a href="http://shop.test/cancel?hold=secret">Cancel</a>')
    for (const words of ['First ninety days in the UK', '4000 0000 0000 0002', 'Sandbox: no real money moves'])
      expect(html).toContain(words)
    expect(readValue(html, 'number')).toBe('4242 4242 4242 4242')
  })

  it('has a stylesheet and nothing inline, as a strict Content-Security-Policy demands', async () => {
    const { html } = await open((await create()).id)
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const css = await rig.sandbox.pages.request(/<link rel="stylesheet" href="([^"]+)"/.exec(html)![1]!)
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('escapes every text', async () => {
    const name = '<script>alert("x")</script> עברית & \'quotes\''
    const price = { currency: 'gbp', unit_amount: 4500, product_data: { name } }
    const { id } = await create({ line_items: [{ quantity: 1, price_data: price }] })
    const { html } = await open(id)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; עברית &amp; &#39;quotes&#39;')
    const typed = await submitCard(rig.sandbox, id, { ...goodCard, number: '"><script>' })
    expect(await typed.text()).not.toContain('<script')
  })

  it('keeps what was typed, except the security code, and says what to fix, until it is paid', async () => {
    const { id } = await create()
    const wrong = { number: '4242 4242 4242 4241', expiry: '01 / 20', cvc: '1', name: 'Zoë "Z"' }
    const html = await (await submitCard(rig.sandbox, id, wrong)).text()
    expect(['number', 'expiry', 'name', 'cvc'].map((field) => readValue(html, field))).toEqual([
      wrong.number,
      wrong.expiry,
      'Zoë &quot;Z&quot;',
      '',
    ])
    expect(html).toContain('<span id="number-error" class="error">Your card number is invalid.</span>')
    expect(html).toContain('aria-invalid="true" aria-describedby="number-error"')
    expect(await rig.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_intent: null })
    const declined = await (await submitCard(rig.sandbox, id, declinedCard)).text()
    expect(declined).toContain('<p class="alert" role="alert">Your card was declined.</p>')
    const answer = await submitCard(rig.sandbox, id)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `http://shop.test/success?session_id=${id}`])
  })

  it('changes nothing when it is opened, even if the time is up', async () => {
    const { id } = await create()
    // The page gets its own clock. With the sandbox's, the sandbox itself might expire the session first.
    const later = new Date(rig.clock.now().getTime() + 31 * 60_000)
    const pages = await openHostedPages({ db: rig.db, now: () => later })
    const before = (await rig.stripe.events.list({ limit: 1 })).data[0]?.id
    const page = await pages.request(`/sandbox/checkout/${id}`)
    expect(await page.text()).toContain('This checkout has expired')
    expect((await rig.stripe.events.list({ limit: 1 })).data[0]?.id).toBe(before)
  })

  it('says that a checkout is paid, expired or unknown, and links onwards', async () => {
    const [paid, expired] = [await create(), await create()]
    await submitCard(rig.sandbox, paid.id)
    await rig.stripe.checkout.sessions.expire(expired.id)
    expect((await open(paid.id)).html).toContain('This checkout is paid')
    expect((await open(paid.id)).html).toContain(
      `<a href="http://shop.test/success?session_id=${paid.id}">Continue</a>`,
    )
    const closed = await open(expired.id)
    expect(closed.html).toContain('This checkout has expired')
    expect(closed.html).not.toContain('<form')
    for (const id of ['cs_test_none', '%00']) expect((await open(id)).status).toBe(404)
    expect((await submitCard(rig.sandbox, 'cs_test_none')).status).toBe(404)
  })
})
