import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressContext, cachedPageContext, nonceContext } from '#server/context'
import { publicPage } from '#server/platform/http/public-pages'
import { withHashes } from '#server/site/page-cache/page-cache'
import { flushViews } from '#server/mentors/views'
import { takeHour } from '../../../tests/support/mentors/made-mentors.ts'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { renderedPages, HTML, LIST, readPolicy, served } from '../../../tests/support/http/rendered-pages.ts'

useProduct()
let openSite: ReturnType<typeof renderedPages>
beforeAll(() => void (openSite = renderedPages(test)))
beforeEach(() => void vi.stubEnv('DEV', false)) // As in a build: development caches no page.
afterEach(() => vi.unstubAllEnvs())

const withNonce = /script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/

describe('a public page', () => {
  it('is rendered from a request that says nothing about the first visitor', async () => {
    let address: unknown
    const { get, rendered } = openSite((_count, _request, context) => {
      expect(() => (address = context.get(addressContext))).toThrow()
      return new Response(LIST, { headers: HTML })
    })
    const requested = { cookie: 'theme=night; zone=Asia%2FKolkata', host: 'evil.test', 'user-agent': 'Ada', dnt: '1' }
    const response = await get('/mentors?q=ada', {
      ...requested,
      'accept-language': 'bn',
      'x-forwarded-host': 'evil.test',
    })
    expect(served(response)).toBe('cache;desc=miss')
    const [request] = rendered
    expect(request?.url).toBe(`${ORIGIN}/mentors?q=ada`)
    expect(Object.fromEntries(request!.headers)).toEqual({ cookie: 'theme=night; zone=Asia%2FKolkata' })
    expect(address).toBeUndefined()
  })

  it('is cached separately for each address, language, zone and theme, and as the data that the browser’s router asks for', async () => {
    const { get, rendered } = openSite((_count, { url }) => new Response(`${url} ${LIST}`, { headers: HTML }))
    const lists = ['/mentors', '/mentors?q=ada', '/mentors/from/india/to/united-kingdom', '/mentors/in/germany']
    const inCapitals = ['/mentors?q=ADA', '/mentors?Q=ada']
    const others = ['/mentors.data', '/mentors/ada', '/mentors/ada.data', '/', '/_.data', '/faq', '/cohorts/lyon']
    const translated = ['/es/mentors', '/ar/mentors', '/es/mentors.data', '/es', '/es.data']
    const requests: [string, Record<string, string>?][] = [...lists, ...inCapitals, ...others, ...translated].map(
      (path) => [path],
    )
    for (const cookie of ['zone=Europe%2FLondon', 'theme=night']) requests.push(['/mentors', { cookie }])
    for (const from of ['miss', 'hit'])
      for (const [path, headers] of requests) {
        const response = await get(path, headers)
        expect(served(response), path).toBe(`cache;desc=${from}`)
        expect(await response.text(), path).toContain(`${ORIGIN}${path} `)
      }
    expect(rendered).toHaveLength(requests.length)
  })

  it('is served from the cache whatever else a visitor’s cookies and headers say', async () => {
    const { get, rendered } = openSite()
    const cookie = 'zone=Asia%2FKolkata; theme=night'
    await get('/mentors', { cookie })
    const analytics = Array.from({ length: 10 }, (_, n) => `_ga_${n}=GS2.1.s${n}$o1$g0${'x'.repeat(300)}`)
    const own = ['zone=Asia/Kolkata', 'theme=night', 'browser=a']
    for (const headers of [
      { cookie: 'theme=night;zone=Asia/Kolkata' },
      { cookie: `${cookie}; zone=Europe%2FParis` }, // A second zone, which no page reads.
      { cookie, host: 'other.test' }, // Another name of this machine.
      { cookie: ['=odd', 'AWSALB=a+b/c==', ...analytics, ...own].join('; ') },
    ])
      expect(served(await get('/mentors', headers)), headers.cookie).toBe('cache;desc=hit')
    expect(rendered).toHaveLength(1)
  })

  it('is one for all zones with the same currency where it shows no time, and for all who see pounds alone', async () => {
    const { get, rendered } = openSite()
    const visit = async (cookie: string) => served(await get('/', { cookie }))
    expect(await visit('zone=Asia%2FKolkata')).toBe('cache;desc=miss')
    expect(await visit('zone=Asia%2FCalcutta')).toBe('cache;desc=hit')
    expect(await visit('zone=Europe%2FLondon; currency=INR')).toBe('cache;desc=hit')
    expect(await visit('')).toBe('cache;desc=miss')
    const pounds = ['zone=Europe%2FLondon', 'zone=Africa%2FLagos', 'zone=Asia%2FKolkata; currency=GBP', 'currency=XXX']
    for (const cookie of pounds) expect(await visit(cookie), cookie).toBe('cache;desc=hit')
    expect(rendered.map(({ headers }) => headers.get('cookie'))).toEqual(['currency=INR', null])
  })

  it('is rendered in a currency that was chosen in place of the zone’s', async () => {
    const { get, rendered } = openSite()
    const kolkata = 'zone=Asia%2FKolkata'
    for (const chosen of ['', '; currency=INR', '; currency=nothing', '; currency=EUR', '; currency=GBP']) {
      await get('/mentors', { cookie: kolkata + chosen })
    }
    expect(rendered.map(({ headers }) => headers.get('cookie'))).toEqual([
      kolkata,
      `${kolkata}; currency=EUR`,
      `${kolkata}; currency=GBP`,
    ])
  })

  it('is one for all readers of its language, and one for each other language that it offers', async () => {
    const { get, rendered } = openSite()
    const visit = async (path: string, headers: Record<string, string>) => served(await get(path, headers))
    expect(await visit('/mentors', {})).toBe('cache;desc=miss')
    for (const accepted of ['en', 'en-US,en;q=0.9', 'de', '*', 'en,es;q=0.5'])
      expect(await visit('/mentors', { 'accept-language': accepted }), accepted).toBe('cache;desc=hit')
    expect(await visit('/mentors', { 'accept-language': 'es-MX,en;q=0.5' })).toBe('cache;desc=miss')
    for (const headers of [
      { 'accept-language': 'es' },
      { cookie: 'language=es' },
      { cookie: 'language=es', 'accept-language': 'fr' },
    ])
      expect(await visit('/mentors', headers), JSON.stringify(headers)).toBe('cache;desc=hit')
    for (const cookie of ['language=none', 'language=en'])
      expect(await visit('/mentors', { cookie, 'accept-language': 'es' }), cookie).toBe('cache;desc=hit')
    expect(await visit('/es/mentors', { 'accept-language': 'es' })).toBe('cache;desc=miss')
    expect(await visit('/es/mentors', { cookie: 'language=es' })).toBe('cache;desc=hit')
    expect(rendered.map(({ headers }) => headers.get('cookie'))).toEqual([null, 'language=es', null])
  })

  it('shows a person what they have just changed', async () => {
    const { site, get } = openSite()
    await addMentor(test)
    await get()
    const before = test.app.directory.version
    await site.request('/theme', { method: 'POST', headers: { origin: ORIGIN }, body: 'theme=day' })
    const [one, other] = await Promise.all([get(), get('/faq')])
    expect(test.app.directory.version).toBeGreaterThan(before)
    expect([served(one), served(other)]).toEqual(['cache;desc=miss', 'cache;desc=miss'])
    expect([served(await get()), served(await get('/faq'))]).toEqual(['cache;desc=hit', 'cache;desc=hit'])
  })

  it('counts as looked at, from the cache too, if it is a mentor’s', async () => {
    const { id, slug } = await addMentor(test)
    const { site, get } = openSite()
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const page = await get(`/mentors/${slug}`, firefox)
    await get(`/mentors/${slug}`, { ...firefox, 'if-none-match': page.headers.get('etag')! })
    await get(`/mentors/${slug}`, { 'user-agent': 'Googlebot/2.1' })
    await site.request(`/mentors/${slug}`, { method: 'HEAD', headers: firefox })
    await flushViews(test.app)
    const views = await test.db.selectFrom('mentorViews').select(['mentorId', 'views']).execute()
    expect(views).toEqual([{ mentorId: id, views: 2 }])
  })

  it('is the one without zone and theme for a cookie whose value does not exist', async () => {
    const { get } = openSite()
    await get()
    const zones = ['Mars%2FBase', '%', '%2B05:30', ''].map((zone) => `zone=${zone}`)
    const themes = ['<b>', '', 'system', 'nightfall'].map((theme) => `theme=${theme}`)
    const currencies = ['inr', 'INR%0d%0aX', 'GBP'].map((currency) => `currency=${currency}`)
    for (const cookie of [...zones, ...themes, ...currencies])
      expect(served(await get('/mentors', { cookie })), cookie).toBe('cache;desc=hit')
  })

  it('carries the security headers, and has browsers revalidate it each time', async () => {
    const response = await openSite().get()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  it('names its scripts by their hashes and has no nonce, but an id of its own in each response', async () => {
    const { get } = openSite()
    const first = await get()
    const second = await get()
    const responses = [first, second, await get('/mentors', { 'if-none-match': first.headers.get('etag')! })]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 304])
    const ids = responses.map((response) => response.headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/)
    expect(new Set(ids).size).toBe(3)
    expect(await second.text()).toContain('<script>start(1)</script>')
    const hash = createHash('sha256').update('start(1)').digest('base64')
    expect(readPolicy(second)).toContain(`script-src 'sha256-${hash}' 'strict-dynamic';`)
    expect(readPolicy(second)).not.toContain('nonce')
  })
})

describe('a page that is not cached', () => {
  it('is rendered anew for members, forms, credentials, very long addresses, and a visitor’s own pages', async () => {
    const { site, get, rendered } = openSite()
    await get() // The page for everyone is cached already.
    const requests: [string, RequestInit?][] = [
      ['/mentors', { headers: { cookie: 'zone=Asia%2FKolkata; session=abc' } }],
      ['/', { headers: { cookie: `a=${'x'.repeat(5_000)}; session=` } }],
      ['/mentors', { headers: { authorization: 'Bearer abc' } }],
      ['/mentors', { method: 'POST', headers: { origin: ORIGIN }, body: 'a=b' }],
      [`/mentors?q=${'a'.repeat(1_000)}`],
      ...['/mentors/ada/book', '/success?session_id=1', '/account', '/cohorts/propose'].map(
        (path) => [path] as [string],
      ),
    ]
    for (const request of [...requests, ...requests]) {
      const response = await site.request(...request)
      expect(response.status, request[0]).toBe(200)
      expect(readPolicy(response)).toMatch(withNonce)
      expect(served(response)).toBeNull()
      expect(await response.text()).toContain(`start(${rendered.length})`)
    }
    expect(rendered).toHaveLength(1 + 2 * requests.length)
  })

  it('is never served to others', async () => {
    const { get } = openSite((_count, request) => {
      const [, name] = /session=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? []
      return new Response(`Signed in: ${name ?? 'no one'}. ${LIST}`, { headers: HTML })
    })
    const asGrace = { cookie: 'zone=Asia%2FKolkata; session=grace' }
    const [own, others] = await Promise.all([
      get('/mentors', asGrace),
      get('/mentors', { cookie: 'zone=Asia%2FKolkata' }),
    ])
    expect(await own.text()).toContain('Signed in: grace')
    expect(await others.text()).toContain('Signed in: no one')
    expect(await (await get('/mentors', asGrace)).text()).toContain('Signed in: grace')
  })

  it('is one that sets a cookie or forbids storing, is missing, elsewhere or broken, or holds more than hashed scripts', async () => {
    const kinds: ((nonce: string, context: Readonly<RouterContextProvider>) => Response)[] = [
      (_nonce, context) => {
        Object.assign(context.get(cachedPageContext) ?? {}, { failed: true }) // A part of it.
        return new Response(LIST, { headers: HTML })
      },
      () => new Response(LIST, { headers: { ...HTML, 'set-cookie': 'a=b' } }),
      () => new Response(LIST, { headers: { ...HTML, 'cache-control': 'no-store' } }),
      () => new Response(LIST, { status: 404, headers: HTML }),
      () => new Response(null, { status: 302, headers: { location: '/mentors' } }),
      () => new Response(LIST, { status: 500, headers: HTML }),
      (nonce) => new Response(`<script nonce="${nonce}" src="/a.js"></script>`, { headers: HTML }),
      (nonce) => new Response(`<p>${nonce}</p>`, { headers: HTML }),
    ]
    for (const respond of kinds) {
      const { get, rendered } = openSite((_count, _request, context) =>
        respond(context.get(nonceContext) ?? '', context),
      )
      const before = await Promise.all([get(), get()])
      const renderings = rendered.length
      const after = await get()
      expect(rendered.length).toBeGreaterThan(renderings)
      for (const each of [...before, after]) expect(readPolicy(each), String(respond)).toMatch(withNonce)
    }
  })

  it('goes to all waiting requests during an outage, and to no others', async () => {
    const { get, rendered } = openSite((_count, _request, context) => {
      const error = Object.assign(new Error('Away'), { code: 'ECONNREFUSED' })
      Object.assign(context.get(cachedPageContext) ?? {}, { failed: true, error })
      const script = `<script nonce="${context.get(nonceContext)}">start()</script>`
      return new Response(LIST + script, { status: 500, headers: { ...HTML, 'x-remix-response': 'yes' } })
    })
    for (const response of await Promise.all([get(), get(), get('/mentors', { 'if-none-match': '*' })])) {
      expect(response.status).toBe(503)
      expect(Object.fromEntries(response.headers)).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
      expect(response.headers.has('x-remix-response')).toBe(false)
      expect(readPolicy(response)).toContain("script-src 'sha256-")
      expect(await response.text()).toContain('<script>start()</script>')
    }
    expect(rendered).toHaveLength(1)
    await get()
    expect(rendered).toHaveLength(2)
  })
})

describe('the API’s data', () => {
  const readEtag = (response: Response) => response.headers.get('etag')!

  it('are made and compressed once for all who ask, and 304 for a program that has them', async () => {
    await addMentor(test)
    const { get } = openSite()
    const first = await get('/api/mentors', { 'accept-encoding': 'br' })
    expect([served(first), first.headers.get('content-encoding')]).toEqual(['cache;desc=miss', 'br'])
    const again = { 'accept-encoding': 'br', 'if-none-match': readEtag(first), cookie: 'session=abc; _ga=1' }
    const second = await get('/api/mentors', again)
    expect([second.status, served(second)]).toEqual([304, 'cache;desc=hit'])
    expect(readPolicy(second)).toContain("script-src 'none'")
    expect((await get('/api/mentors', { 'accept-encoding': 'identity' })).headers.get('content-type')).toMatch(/json/)
    expect(served(await get('/api/mentors?order=nothing'))).toBeNull()
  })

  it('never show a time as free that was sold before, by any process', async () => {
    const mentor = await addMentor(test, { timeZone: 'Etc/UTC', starts: ['09:00'], noticeHours: 1 })
    const { get } = openSite()
    const path = `/api/mentors/${mentor.slug}/slots?from=2030-01-08T00:00:00Z&to=2030-01-09T00:00:00Z`
    const read = async () => {
      const response = await get(path)
      const { slots } = (await response.json()) as { slots: { taken: boolean }[] }
      return [served(response), slots.map(({ taken }) => taken)]
    }
    expect([await read(), await read()]).toEqual([
      ['cache;desc=miss', [false]],
      ['cache;desc=hit', [false]],
    ])
    await takeHour(test, mentor, new Date('2030-01-08T09:00:00Z'))
    expect(await read()).toEqual(['cache;desc=miss', [true]])
  })
})

describe('publicPage', () => {
  it('knows public pages and their data', () => {
    const pages = ['/', '/_.data', '/mentors', '/mentors.data', '/mentors/ada-lovelace', '/privacy', '/api/mentors']
    const longer = ['/mentors/from/india/to/united-kingdom', '/mentors/in/germany.data', '/cohorts/lyon.data']
    for (const path of [...pages, ...longer, '/api/mentors/ada-lovelace/slots'])
      expect(publicPage(path), path).toBeDefined()
  })

  it('knows no other path', () => {
    const forms = ['/mentors/ada/book', '/mentors/ada/waiting', '/cohorts/propose', '/cohorts/propose.data']
    const odd = [
      '/mentors/',
      '//mentors',
      '/Mentors',
      '/%6Dentors',
      '/mentorsx',
      '/mentors/in/',
      '/mentors/in/../ada',
      '',
    ]
    const data = ['/.data', '/api/mentors.data', '/api/openapi.json', '/api/mentors/ada/book']
    for (const path of [...forms, ...odd, ...data]) expect(publicPage(path), path).toBeUndefined()
  })
})

it('withHashes gives no hash to a script without the nonce, so that browsers refuse an injected one', () => {
  const injected = `<script>steal()</script><script nonce="guess">steal()</script><script src="//evil.test"></script>`
  const page = withHashes(`<p>${injected}</p><script type="module" nonce="abc">run()</script>`, 'abc')
  expect(page?.scripts).toEqual([`'sha256-${createHash('sha256').update('run()').digest('base64')}'`])
  expect(page?.text).toBe(`<p>${injected}</p><script type="module">run()</script>`)
})
