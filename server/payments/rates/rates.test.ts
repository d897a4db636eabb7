/** Fetching exchange rates, and how every process comes to show them. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRates } from '#server/payments/rates/fetch-rates'
import { findRates, replaceRates } from '#server/payments/rates/rates-queries'
import { applyRates, refreshRates } from '#server/payments/rates/rates'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { pageVersion } from '#server/search/page-version-queries'
import { catchUp } from '#server/search/sync'
import { makeRatesFile } from '../../../tests/support/payments/rates-file.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const BANK = 'Bank of tests'
const publish = (day: string, INR = '108.5', GBP = '0.85') => {
  test.app.ratesFile = { source: BANK, fetch: async () => makeRatesFile(day, { USD: '1.12', GBP, INR }) }
}
const shown = async () => {
  await catchUp(test.app)
  return test.app.rates
}

describe('refreshRates', () => {
  it('shows the new rates in every process, and drops the pages that show others', async () => {
    expect(await shown()).toEqual(SHIPPED_RATES)
    const before = pageVersion(test.db)
    publish('2029-12-31')
    await refreshRates({ ...test.app })
    expect(await shown()).toEqual({
      source: BANK,
      publishedOn: '2029-12-31',
      perPound: { EUR: 1 / 0.85, USD: 1.12 / 0.85, INR: 108.5 / 0.85 },
    })
    expect(pageVersion(test.db)).toBeGreaterThan(before)
  })

  it('keeps what is there beside a file of the same day or an earlier one', async () => {
    publish('2029-12-31')
    await refreshRates(test.app)
    for (const day of ['2029-12-31', '2029-12-28', '2026-10-01']) {
      publish(day, '120')
      await refreshRates(test.app)
    }
    expect(await findRates(test.db)).toMatchObject({ publishedOn: '2029-12-31', perPound: { INR: 108.5 / 0.85 } })
  })

  it('fails, so that it is logged and tried again, and changes nothing with a file that cannot be right', async () => {
    publish('2029-12-28')
    await refreshRates(test.app)
    publish('2029-12-31', '10.85')
    await expect(refreshRates(test.app)).rejects.toThrow('one of them has jumped')
    publish('2030-01-31')
    await expect(refreshRates(test.app)).rejects.toThrow('future')
    test.app.ratesFile = { source: BANK, fetch: async () => '<html>503</html>' }
    await expect(refreshRates(test.app)).rejects.toThrow('unreadable')
    expect(await findRates(test.db)).toMatchObject({ publishedOn: '2029-12-28' })
  })
})

describe('the kept rates', () => {
  it('are those of the latest day, however many processes write at once, or of a release with later ones', async () => {
    const days = ['2029-12-27', '2029-12-31', '2029-12-28', '2029-12-31', '2029-12-24']
    const rates = (day: string) => ({ source: BANK, publishedOn: day, perPound: { INR: 127 } })
    await replaceRates(test.db, rates('2026-10-01'), test.app.now())
    await applyRates(test.app)
    expect(test.app.rates).toBe(SHIPPED_RATES)
    await Promise.all(days.map((day) => replaceRates(test.db, rates(day), test.app.now())))
    expect(await findRates(test.db)).toMatchObject({ publishedOn: '2029-12-31' })
    expect(await replaceRates(test.db, rates('2029-12-31'), test.app.now())).toBe(false)
  })
})

describe('the file of exchange rates', () => {
  const running: (() => void)[] = []
  afterEach(() => {
    for (const stop of running.splice(0)) stop()
  })

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    running.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`
  }

  it('is fetched from the address, and named by whose it is', async () => {
    const address = await serve((request, response) => response.end(`${request.method} ${request.url}`))
    const file = connectRates(address)
    expect([file.source, await file.fetch()]).toEqual(['127.0.0.1', 'GET /daily.xml'])
    const ofBank = connectRates('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml')
    expect(ofBank.source).toBe('European Central Bank')
    expect(connectRates('https://ecb.europa.eu.evil.test/a.xml').source).toBe('ecb.europa.eu.evil.test')
  })

  it.each<[string, RequestListener]>([
    ['that is too large', (_, response) => response.end('x'.repeat(70_000))],
    ['that never ends', (_, response) => void setInterval(() => response.write('x'.repeat(9_000)), 1).unref()],
    ['that never comes', () => {}],
    ['that is elsewhere', (_, response) => response.writeHead(302, { location: '/other.xml' }).end()],
    [
      'that breaks off',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
  ])('fails with one %s', async (_what, listener) => {
    const address = await serve(listener)
    await expect(connectRates(address, 500).fetch()).rejects.toThrow()
  })
})
