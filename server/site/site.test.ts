import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { identityOf } from '#domain/accounts/account'
import { connectStorage } from '#server/platform/storage/storage'
import { createLog, collectSections } from '#server/platform/log'
import { createSite, type SiteOptions } from '#server/site/site'
import type { Pages } from '#server/site/pages-in-languages'
import { createWorkerSite } from '#server/site/worker-site'
import { hostsOfDemo } from '#server/platform/config'
import { VERSION } from '#server/platform/version'
import { addressContext, appContext, faultContext, type App } from '#server/context'
import { ALL_LANGUAGES, type Language } from '../../messages/languages.ts'
import { currentLanguage } from '../../messages/runtime.ts'
import { uploadAddresses } from '../../tests/support/access/product-routes.ts'
import { signUp } from '../../tests/support/accounts/accounts.ts'
import { openTestApp, ORIGIN, type TestApp } from '../../tests/support/product/app.ts'
import { MULTIPART_FORM, upload } from '../../tests/support/http/raw-http.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'
import { readTables } from '../../tests/support/database/tables.ts'

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await openTestApp()
  folder = mkdtempSync(join(tmpdir(), 'landfall-site-'))
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'client', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'client', 'assets', 'page-1a2b3c.js'), 'export {}')
})
beforeEach(() => {
  vi.stubEnv('DEV', false) // As in a build: development sends no policy.
  return test.reset()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

/** Responds with what React Router would have been given. */
const mirror: Pages = async (request, context) =>
  Response.json({
    method: request.method,
    url: request.url,
    body: await request.text(),
    address: context.get(addressContext),
    sameApp: context.get(appContext) === test.app,
  })

const siteWith = (options: Partial<SiteOptions> = {}, config: Partial<App['config']> = {}) =>
  createSite(Object.keys(config).length > 0 ? { ...test.app, config: { ...test.app.config, ...config } } : test.app, {
    pages: mirror,
    clientFolder: join(folder, 'client'),
    ...options,
  })

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (headers: Record<string, string>, path = '/mentors/ada') =>
  siteWith().request(path, { method: 'POST', headers, body: 'name=Grace' })

describe('every response', () => {
  it.each([
    ['the API', '/api/openapi.json', 200],
    ['an error of the API', '/api/mentors/no-such-mentor', 404],
    ['a page', '/mentors', 200],
    ['a file', '/favicon.svg', 200],
    ['a script', '/assets/page-1a2b3c.js', 200],
    ['a file that does not exist', '/assets/page-000000.js', 404],
    ['a picture that does not exist', '/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.avif', 404],
    ['a webhook requested by a browser', '/webhooks/stripe', 200],
  ])('carries the security headers: %s', async (_what, path, status) => {
    const response = await siteWith().request(path)
    expect(response.status).toBe(status)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    const policy = headers['content-security-policy']
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('carries the security headers with a nonce of its own when it is a refusal or an error as well', async () => {
    const foreign = await post({ ...form, origin: 'https://evil.test' })
    const broken = siteWith({ pages: () => Promise.reject(new Error('broken')) })
    const responses = [foreign, await broken.request('/'), await broken.request('/')]
    for (const response of responses) {
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(new Set(responses.map(({ headers }) => headers.get('content-security-policy'))).size).toBe(3)
  })

  it('demands https for two years if the public address is https', async () => {
    const response = await siteWith({}, { PUBLIC_URL: 'https://landfall.example' }).request('/api/mentors')
    expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })
})

describe('the origin check', () => {
  it.each<[string, Record<string, string>]>([
    ['another site', { ...form, origin: 'https://evil.test' }],
    ['a page that hides its origin', { ...form, origin: 'null' }],
    ['nowhere, with a cookie', { ...form, cookie: 'theme=night' }],
    ['nowhere, with a session', { 'content-type': 'application/json', cookie: 'session=a.b' }],
    ['another site, as JSON', { 'content-type': 'application/json', origin: 'https://evil.test' }],
    ['another site, without a type', { origin: 'https://evil.test' }],
    ['a site without a name', { ...form, origin: '' }],
    ['our name with another port', { ...form, origin: `${ORIGIN}:8080` }],
    ['our name under another scheme', { ...form, origin: ORIGIN.replace('http:', 'https:') }],
    ['a name that begins like ours', { ...form, origin: `${ORIGIN}.evil.test` }],
    ['another site, with files', { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://evil.test' }],
    ['another site, in capital letters', { 'content-type': 'TEXT/PLAIN', origin: 'https://evil.test' }],
    ['another site that claims to be ours', { ...form, origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }],
  ])('refuses a form from %s', async (_where, headers) => {
    const authRoutes = ['/passkeys', '/passkeys/registration', '/passkeys/challenge', '/passkeys/sign-in', '/google']
    const others = ['/mentors/ada', '/account.data', '/create-checkout-session', '/sandbox/checkout/cs_test_1/pay']
    for (const path of [...authRoutes, ...others]) await expectProblem(await post(headers, path), 403, 'forbidden')
  })

  it('refuses every other method from another site', async () => {
    const headers = { origin: 'https://evil.test' }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY'])
      await expectProblem(await siteWith().request('/mentors/ada', { method, headers }), 403, 'forbidden')
  })

  it('lets our own pages pass, and a program without Origin and cookies, since another site has nothing to misuse', async () => {
    for (const headers of [form, { ...form, origin: ORIGIN }])
      expect(await (await post(headers)).json()).toMatchObject({ method: 'POST', body: 'name=Grace' })
    const headers = { 'content-type': 'application/json' }
    await expectProblem(await post(headers, '/create-checkout-session'), 400, 'invalid')
  })

  it('refuses a booking from another site whose JSON is declared as text', async () => {
    const before = await readTables(test.db)
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.test' }
    await expectProblem(await postBooking(test, { name: 'Grace' }, headers), 403, 'forbidden')
    expect(await readTables(test.db)).toEqual(before)
  })

  it('covers the sandbox’s pages too', async () => {
    const beside = new Hono().post('/sandbox/form', (c) => c.text('taken'))
    const ask = (origin: string) =>
      siteWith({ beside }).request('/sandbox/form', { method: 'POST', headers: { ...form, origin }, body: 'a=b' })
    await expectProblem(await ask('https://evil.test'), 403, 'forbidden')
    expect(await (await ask(ORIGIN)).text()).toBe('taken')
  })

  it('compares with the Host header if no public address is set', async () => {
    const site = siteWith({}, { fixedOrigin: false })
    const ask = (origin: string) =>
      site.request('/', { method: 'POST', headers: { ...form, host: '192.168.1.7:3000', origin }, body: 'a=b' })
    expect((await ask('http://192.168.1.7:3000')).status).toBe(200)
    await expectProblem(await ask(ORIGIN), 403, 'forbidden')
  })

  it('is followed by the size limit: a form larger than 32 KB is refused', async () => {
    const body = `name=${'x'.repeat(32 * 1024)}`
    const response = await siteWith().request('/', { method: 'POST', headers: { ...form, origin: ORIGIN }, body })
    await expectProblem(response, 413, 'too_large')
  })

  it('is followed by a larger limit for forms with long texts, also in Devanagari', async () => {
    const body = new URLSearchParams({ text: 'क'.repeat(30_000) }).toString()
    for (const path of ['/become-a-mentor/apply', '/cohorts/propose', '/profile', '/profile.data']) {
      const response = await siteWith().request(path, { method: 'POST', headers: { ...form, origin: ORIGIN }, body })
      expect(response.status, path).not.toBe(413)
    }
  })

  it('lets a file of a megabyte through to each address of an upload, in any case', async () => {
    const file = new Uint8Array(1024 * 1024)
    const init = { method: 'POST', headers: { ...MULTIPART_FORM, origin: ORIGIN }, body: new Uint8Array(upload(file)) }
    for (const address of nonEmpty(uploadAddresses()))
      for (const path of [address, `${address}.data`, `${address}/`, address.toUpperCase()]) {
        const response = await siteWith().request(path, init)
        expect(response.status, path).toBe(200)
        expect((await response.json()).body.length).toBeGreaterThan(file.length)
      }
  })
})

describe('a demo', () => {
  const site = () => siteWith({ hosts: hostsOfDemo('http://127.0.0.1:3000', 'http://demo.test') })

  it('responds under its own names, and under no foreign one, and says what to set', async () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'demo.test'])
      expect((await site().request(`http://${host}/mentors`)).status, host).toBe(200)
    const foreign = [
      'evil.test:3000',
      'evil.test',
      'localhost.evil.test:3000',
      '127.0.0.1:8080',
      'localhost',
      '[::2]:3000',
    ]
    for (const host of foreign)
      for (const path of ['/', '/sandbox/mail.json', '/api/mentors', '/webhooks/stripe', '/favicon.svg']) {
        const response = await site().request(`http://${host}${path}`)
        expect(response.status, host + path).toBe(421)
        expect(response.headers.get('x-request-id'), path).toMatch(/^[\w-]{12}$/)
        expect(await response.text()).toContain('Set PUBLIC_URL')
      }
  })
})

describe('a path that cannot be decoded', () => {
  const PATH = '/victim@example.com/secret%ff'

  it('never reaches the router, which would print it, and gets the “not found” page', async () => {
    const requested: string[] = []
    const pages: Pages = async (request) => {
      requested.push(request.url)
      return new Response('A page', { status: 404 })
    }
    const response = await siteWith({ pages }).request(PATH)
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('A page')
    expect(requested).toEqual(['http://landfall.test/not-an-address'])
    await expectProblem(await siteWith({ pages }).request('/secret%ff/a.data'), 400, 'invalid')
    const headers = { ...form, origin: ORIGIN }
    const posted = await siteWith({ pages }).request(PATH, { method: 'POST', headers, body: 'a=b' })
    await expectProblem(posted, 400, 'invalid')
    expect(requested).toHaveLength(1)
  })
})

it('a visitor’s page is stored by no shared cache and revalidated each time, unless it says something stricter', async () => {
  expect((await siteWith().request('/about')).headers.get('cache-control')).toBe('private, no-cache')
  const own = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  const pages: Pages = async () => new Response('A page', { headers: own })
  expect(Object.fromEntries((await siteWith({ pages }).request('/about')).headers)).toMatchObject(own)
})

it('a webhook may come from any origin, since its signature counts', async () => {
  for (const headers of [{ origin: 'https://evil.test' }, { ...form, origin: 'null' }]) {
    await expectProblem(await post(headers, '/webhooks/stripe'), 400, 'invalid')
  }
})

describe('a page', () => {
  it('gets the app and the client’s address, or the one that a trusted proxy saw', async () => {
    const socket = { incoming: { socket: { remoteAddress: '::ffff:203.0.113.7' } } }
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const response = await siteWith().request('/mentors?q=ada', { headers }, socket)
    expect(await response.json()).toMatchObject({ address: '203.0.113.7', sameApp: true })
    const behindProxy = siteWith({}, { TRUSTED_PROXIES: ['203.0.113.0/24'] })
    const proxied = await behindProxy.request('/', { headers }, socket)
    expect(await proxied.json()).toMatchObject({ address: '198.51.100.1' })
  })

  it('is rendered under the public address, with its form, behind a proxy that ends TLS', async () => {
    const site = siteWith({}, { PUBLIC_URL: 'https://landfall.example', fixedOrigin: true })
    const init = { method: 'POST', headers: { ...form, origin: 'https://landfall.example' }, body: 'name=Grace' }
    const response = await site.request('http://127.0.0.1:3000/mentors/ada?x=1', init)
    const { method, body } = init
    const url = 'https://landfall.example/mentors/ada?x=1'
    expect(await response.json()).toMatchObject({ method, url, body })
  })

  it('is rendered under its own host even if its path looks like another', async () => {
    const response = await siteWith().request(`${ORIGIN}//evil.test/x`)
    expect(await response.json()).toMatchObject({ url: `${ORIGIN}//evil.test/x` })
  })

  it('responds 503, without the router’s header, if the database is unavailable: the browser keeps the page it shows', async () => {
    const pages: Pages = (_request, context) => {
      context.get(faultContext)!.error = Object.assign(new Error('terminating connection'), { code: '57P01' })
      return Promise.resolve(new Response('', { status: 500, headers: { 'x-remix-response': 'yes' } }))
    }
    const { status, headers } = await siteWith({ pages }).request('/mentors/ada.data')
    expect([status, headers.get('retry-after'), headers.get('x-remix-response')]).toEqual([503, '5', null])
  })

  it('names the reader of a page to the browser, so that it notices when another tab is out of date', async () => {
    const { cookies, session } = await signUp(test)
    const own = await siteWith().request('/about.data', { headers: { cookie: cookies } })
    expect(own.headers.get('x-reader')).toBe(identityOf(session))
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect((await siteWith().request('/about.data')).headers.has('x-reader')).toBe(false)
  })

  it('says nothing of why it failed, and logs only the first part of its path', async () => {
    const logged: unknown[] = []
    const log = { ...test.app.log, error: (event: string, facts?: object) => void logged.push({ event, ...facts }) }
    const error = new Error('Key (mentee_email)=(grace@example.com) exists')
    const site = createSite({ ...test.app, log }, { pages: () => Promise.reject(error), clientFolder: null })
    const problem = await expectProblem(await site.request('/mentors/ada-lovelace?email=grace'), 500, 'internal')
    expect(JSON.stringify(problem)).not.toContain('grace')
    expect(logged).toEqual([{ event: 'request failed', route: '/mentors', error }])
  })
})

it('a request that fails has the id in its answer by which the log names it, and so has each answer of a worker', async () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, collectSections([]), { write: (line) => void lines.push(line) })
  const pages = () => Promise.reject(new Error('broken'))
  const site = createSite({ ...test.app, log }, { pages, clientFolder: null })
  const [one, other] = [await site.request('/nothing'), await site.request('/nothing')]
  const ids = [one, other].map((response) => response.headers.get('x-request-id'))
  expect(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual(ids)
  expect(new Set(ids).size).toBe(2)
  expect(JSON.parse(lines[0]!)).toMatchObject({ host: expect.any(String), pid: process.pid, version: VERSION })
  for (const path of ['/readyz', '/mentors']) {
    const response = await createWorkerSite(test.app, {}).request(path)
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
  }
})

describe('a file', () => {
  it('is cached for ever if its name has a hash, otherwise for an hour', async () => {
    const site = siteWith()
    const cacheControl = async (path: string) => (await site.request(path)).headers.get('cache-control')
    expect(await cacheControl('/assets/page-1a2b3c.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheControl('/favicon.svg')).toBe('public, max-age=3600')
  })

  it('is served from the build’s folder only', async () => {
    const upwards = ['/../', '/%2e%2e/', '/..%2f', '/assets/..%2f..%2f', '/assets/%5c..%5c']
    for (const path of upwards.map((start) => `${start}secret.txt`)) {
      const response = await siteWith().request(path)
      expect(await response.text(), path).not.toBe('secret')
      expect(response.status).toBeLessThan(500)
    }
  })
})

describe('a picture', () => {
  it('that was never stored, of an unknown size or format, or under an invalid key is 404', async () => {
    const KEY = 'A'.repeat(22)
    const known = [`${KEY}/96.avif`, `${KEY}/97.avif`, `${KEY}/96.svg`]
    const invalid = ['short/96.avif', '..%2f..%2f..%2f..%2fetc/96.avif', `${'A'.repeat(21)}%00/96.avif`]
    for (const path of [...known, ...invalid, `${KEY}/..%2f96.avif`, '%ff/96.avif'])
      expect((await siteWith().request(`/pictures/${path}`)).status, path).toBe(404)
    expect(test.faults).toEqual([])
  })

  it('whose bucket does not answer is 503 with a sentence and when to ask again', async () => {
    const bucket = { name: 'away', region: 'eu-west-2', accessKeyId: 'a', secretAccessKey: 'b' }
    const storage = connectStorage({ bucket: { ...bucket, endpoint: 'http://127.0.0.1:9' } })
    const site = createSite({ ...test.app, storage }, { pages: async () => new Response(), clientFolder: null })
    const response = await site.request('/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.avif')
    expect(response.headers.get('retry-after')).toBe('60')
    const { title } = await expectProblem(response, 503, 'unavailable')
    expect(title).toBe('Files cannot be read or stored at this moment. Try again in a few minutes')
  })
})

describe('languages in addresses', () => {
  const open = (LANGUAGES: Language[] = ALL_LANGUAGES) => {
    const requested: string[] = []
    const site = createSite(
      { ...test.app, config: { ...test.app.config, LANGUAGES } },
      {
        pages: async (request) => {
          requested.push(`${currentLanguage()} ${new URL(request.url).pathname}`)
          return new Response('A page')
        },
        clientFolder: null,
      },
    )
    const visit = async (path: string, init?: RequestInit) => {
      const { status, headers } = await site.request(`${ORIGIN}${path}`, init)
      return [status, headers.get('location')]
    }
    return { requested, site, visit }
  }

  it('are redirected to their one spelling for good, and kept where there is none', async () => {
    const { visit } = open()
    expect(await visit('/zh-Hans/faq?a=B')).toEqual([301, '/zh-hans/faq?a=B'])
    expect(await visit('/en/mentors')).toEqual([301, '/mentors'])
    expect(await visit('/ES')).toEqual([301, '/es'])
    for (const path of ['/es/mentors', '/de/mentors', '/']) expect(await visit(path), path).toEqual([200, null])
  })

  it('are those of the languages that the operator offers', async () => {
    const { requested, visit } = open(['en', 'fr'])
    for (const path of ['/fr/faq', '/es/faq']) await visit(path)
    expect(requested).toEqual(['fr /fr/faq', 'en /es/faq'])
  })

  it('lead to pages alone: the API has one address', async () => {
    const { requested, site } = open()
    const response = await site.request(`${ORIGIN}/es/api/mentors`)
    expect(await response.text()).toBe('A page')
    expect(requested.at(-1)).toBe('es /es/api/mentors')
  })
})
