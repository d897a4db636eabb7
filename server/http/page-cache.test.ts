import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressContext, keptContext, nonceContext } from '#server/context'
import { mayKeep, visitorOf, withHashes } from '#server/http/page-cache'
import { openTestApp, ORIGIN, type TestApp } from '../../tests/support/product/app.ts'
import { drawnPages, HTML, LIST, policyOf, served } from '../../tests/support/http/drawn-pages.ts'

let test: TestApp
let openSite: ReturnType<typeof drawnPages>
beforeAll(async () => {
  test = await openTestApp()
  openSite = drawnPages(test)
})
beforeEach(() => {
  vi.stubEnv('DEV', false) // As in a build: development keeps no page.
  return test.reset()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => test.close())

const ofOwn = /script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/

describe('a page of the list', () => {
  it('is drawn once for all who would see the same', async () => {
    const { get, drawn } = openSite()
    const [first, second] = [await get(), await get()]
    expect([served(first), served(second)]).toEqual(['cache;desc=miss', 'cache;desc=hit'])
    expect(await second.text()).toBe(await first.text())
    expect(drawn).toHaveLength(1)
  })

  it('is drawn from a request that tells nothing of who asked first', async () => {
    let address: unknown
    const { get, drawn } = openSite((_drawing, _request, context) => {
      expect(() => (address = context.get(addressContext))).toThrow()
      return new Response(LIST, { headers: HTML })
    })
    const asked = { cookie: 'theme=night; zone=Asia%2FKolkata', host: 'evil.test', 'user-agent': 'Ada', dnt: '1' }
    const answer = await get('/mentors?q=ada', { ...asked, 'accept-language': 'bn', 'x-forwarded-host': 'evil.test' })
    expect(served(answer)).toBe('cache;desc=miss')
    const [request] = drawn
    expect(request?.url).toBe(`${ORIGIN}/mentors?q=ada`)
    expect(Object.fromEntries(request!.headers)).toEqual({ cookie: 'zone=Asia%2FKolkata; theme=night' })
    expect(address).toBeUndefined()
  })

  it.each([
    ['another search', '/mentors?q=ada', {}],
    ['what the browser’s router asks for', '/mentors.data', {}],
    ['a landing page', '/mentors/from/india/to/united-kingdom', {}],
    ['another landing page', '/mentors/in/germany', {}],
    ['another zone', '/mentors', { cookie: 'zone=Europe%2FLondon' }],
    ['another theme', '/mentors', { cookie: 'theme=night' }],
  ])('is another one for %s', async (_what, path, headers) => {
    const { get, drawn } = openSite()
    await get()
    expect(served(await get(path, headers))).toBe('cache;desc=miss')
    expect(served(await get(path, headers))).toBe('cache;desc=hit')
    expect(drawn).toHaveLength(2)
  })

  it('is another one for the same words in other letters: no answer is taken for the one of another address', async () => {
    const { get, drawn } = openSite()
    const addresses = ['/mentors?q=ada', '/mentors?q=ADA', '/mentors?Q=ada']
    for (const address of addresses) expect(served(await get(address))).toBe('cache;desc=miss')
    expect(drawn.map(({ url }) => url)).toEqual(addresses.map((address) => ORIGIN + address))
    for (const address of addresses) expect(served(await get(address))).toBe('cache;desc=hit')
  })

  it.each([
    ['with its cookies the other way round', { cookie: 'theme=night;zone=Asia/Kolkata' }],
    ['with a second zone, which no page reads', { cookie: 'zone=Asia%2FKolkata; theme=night; zone=Europe%2FParis' }],
    ['under another name of this machine', { cookie: 'zone=Asia%2FKolkata; theme=night', host: 'other.test' }],
  ])('is the same %s', async (_how, headers) => {
    const { get } = openSite()
    await get('/mentors', { cookie: 'zone=Asia%2FKolkata; theme=night' })
    expect(served(await get('/mentors', headers))).toBe('cache;desc=hit')
  })

  it.each(['zone=Mars%2FBase', 'zone=%', 'zone=%2B05:30', 'zone=', 'theme=<b>', 'theme='])(
    'is the one of nobody in particular for a cookie without a value that exists: %s',
    async (cookie) => {
      const { get } = openSite()
      await get()
      expect(served(await get('/mentors', { cookie }))).toBe('cache;desc=hit')
    },
  )

  it('carries the headers that keep browsers safe, and asks to be looked for each time', async () => {
    const answer = await openSite().get()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  it('names its scripts by their hashes and has no nonce', async () => {
    const { get } = openSite()
    await get()
    const answer = await get()
    const html = await answer.text()
    expect(html).toContain('<script>start(1)</script>')
    const hash = createHash('sha256').update('start(1)').digest('base64')
    expect(policyOf(answer)).toContain(`script-src 'sha256-${hash}' 'strict-dynamic';`)
    expect(policyOf(answer)).not.toContain('nonce')
  })
})

describe('a page of one’s own', () => {
  it.each<[string, string, RequestInit]>([
    ['who is signed in', '/mentors', { headers: { cookie: 'zone=Asia%2FKolkata; __Host-session=abc' } }],
    ['who has a cookie that nobody listed', '/mentors', { headers: { cookie: 'theme=night; other=1' } }],
    ['who has a cookie without a name', '/mentors', { headers: { cookie: '=abc' } }],
    ['who has very many cookies', '/mentors', { headers: { cookie: `zone=Asia%2FKolkata; theme=${'x'.repeat(400)}` } }],
    ['who shows a password', '/mentors', { headers: { authorization: 'Bearer abc' } }],
    ['who sends a form', '/mentors', { method: 'POST', headers: { origin: ORIGIN }, body: 'a=b' }],
    ['who asks for a very long address', `/mentors?q=${'a'.repeat(1_000)}`, {}],
    ['who asks for a mentor', '/mentors/ada-lovelace', {}],
    ['who asks for the home page', '/', {}],
  ])('is drawn for %s', async (_who, path, init) => {
    const { site, get, drawn } = openSite()
    await get() // What others get is kept already.
    const answers = [await site.request(path, init), await site.request(path, init)]
    expect(drawn).toHaveLength(3)
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(policyOf(answer)).toMatch(ofOwn)
      expect(served(answer)).toBeNull()
    }
    expect(await answers[1]!.text()).toContain('start(3)')
  })

  it('is what everybody gets in development, where pages change with every edit', async () => {
    vi.stubEnv('DEV', true)
    const { get, drawn } = openSite()
    for (const answer of [await get(), await get()]) expect(served(answer)).toBeNull()
    expect(drawn).toHaveLength(2)
  })

  it('is never given to others', async () => {
    const { get } = openSite((_drawing, request) => {
      const [, name] = /session=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? []
      return new Response(`Signed in: ${name ?? 'nobody'}. ${LIST}`, { headers: HTML })
    })
    const asGrace = { cookie: 'zone=Asia%2FKolkata; session=grace' }
    const [own, others] = await Promise.all([
      get('/mentors', asGrace),
      get('/mentors', { cookie: 'zone=Asia%2FKolkata' }),
    ])
    expect(await own.text()).toContain('Signed in: grace')
    expect(await others.text()).toContain('Signed in: nobody')
    expect(await (await get('/mentors', asGrace)).text()).toContain('Signed in: grace')
  })

  it.each<[string, (nonce: string) => Response]>([
    ['sets a cookie', () => new Response(LIST, { headers: { ...HTML, 'set-cookie': 'a=b' } })],
    [
      'says that it is not to be stored',
      () => new Response(LIST, { headers: { ...HTML, 'cache-control': 'no-store' } }),
    ],
    ['is missing', () => new Response(LIST, { status: 404, headers: HTML })],
    ['is elsewhere', () => new Response(null, { status: 302, headers: { location: '/mentors' } })],
    ['is broken', () => new Response(LIST, { status: 500, headers: HTML })],
    [
      'has a script that cannot be hashed',
      (nonce) => new Response(`<script nonce="${nonce}" src="/a.js"></script>`, { headers: HTML }),
    ],
    ['shows its nonce', (nonce) => new Response(`<p>${nonce}</p>`, { headers: HTML })],
  ])('is what a page is that %s', async (_what, answer) => {
    const { get, drawn } = openSite((_drawing, _request, context) => answer(context.get(nonceContext) ?? ''))
    const before = await Promise.all([get(), get()])
    const drawings = drawn.length
    const after = await get()
    expect(drawn.length).toBeGreaterThan(drawings)
    for (const each of [...before, after]) expect(policyOf(each)).toMatch(ofOwn)
  })

  it('is what a page is of which a part did not come', async () => {
    const { get, drawn } = openSite((_drawing, _request, context) => {
      const kept = context.get(keptContext)
      if (kept) kept.failed = true
      return new Response(LIST, { headers: HTML })
    })
    expect(policyOf(await get())).toMatch(ofOwn)
    expect(policyOf(await get())).toMatch(ofOwn)
    expect(drawn).toHaveLength(4)
  })
})

describe('an address', () => {
  it.each([
    '/mentors',
    '/mentors?',
    '/mentors?q=ada&free=3',
    '/mentors.data?_routes=x',
    '/mentors/from/india/to/united-kingdom',
    '/mentors/in/germany.data',
  ])('is shared: %s', (address) => expect(mayKeep(address)).toBe(true))

  it.each([
    '/mentors/',
    '//mentors',
    '/Mentors',
    '/%6Dentors',
    '/mentorsx',
    '/mentors/ada',
    '/mentors/in',
    '/mentors/ada/book',
    '/mentors/in/../ada',
    '/api/mentors',
    '/?/mentors',
    '',
  ])('is not shared: %s', (address) => expect(mayKeep(address)).toBe(false))
})

describe('a visitor', () => {
  it.each([
    ['', ''],
    ['zone=Asia%2FKolkata', 'zone=Asia%2FKolkata'],
    [' theme=day ; zone=UTC ', 'zone=UTC; theme=day'],
    ['zone=UTC; browser=abc; theme=day', 'zone=UTC; theme=day'],
    ['__Host-browser=abc', ''],
    ['__Host-known=abc.def; zone=UTC; known=abc', 'zone=UTC'],
    ['Zone=UTC', null],
    ['zone', ''],
    ['better-auth.session_token=abc', null],
    ['zone=UTC; theme=day; __Secure-session=', null],
  ])('with the cookies “%s” is known as “%s”', (cookies, visitor) => expect(visitorOf(cookies)).toBe(visitor))
})

describe('a script', () => {
  it('that got into the page without the nonce stays one that browsers refuse', () => {
    const injected = `<script>steal()</script><script nonce="guess">steal()</script><script src="//evil.test"></script>`
    const page = withHashes(`<p>${injected}</p><script type="module" nonce="abc">run()</script>`, 'abc')
    expect(page?.scripts).toEqual([`'sha256-${createHash('sha256').update('run()').digest('base64')}'`])
    expect(page?.text).toBe(`<p>${injected}</p><script type="module">run()</script>`)
  })
})
