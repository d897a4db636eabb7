/** The headers of every response of the built product, behind a proxy that ends TLS, with Google's keys set. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessTable } from '../support/access/access-table.ts'
import { HTTPS, openWorld, type World } from '../support/access/access-world.ts'
import {
  sendRequest,
  mapConcurrently,
  type ReceivedResponse,
  type RequestOptions,
} from '../support/http/send-request.ts'
import { publicPage } from '#server/platform/http/public-pages'
import { nonEmpty } from '../support/non-empty.ts'
import { query } from '../support/database/scratch-database.ts'

const KEYS = { GOOGLE_CLIENT_ID: 'landfall.apps.example', GOOGLE_CLIENT_SECRET: 'a-secret-of-tests' }

let world: World
let met: Met[]
beforeAll(async () => {
  world = await openWorld(inject('seeded').template, { PUBLIC_URL: HTTPS, ...KEYS })
  met = await walk()
}, 300_000)
afterAll(() => world.close())

const send = (path: string, options: RequestOptions = {}) => sendRequest(world.url, path, { origin: HTTPS, ...options })

/** `page`: React Router's, as a document or as data. */
type Met = { path: string; who: Reader; page: boolean; answer: ReceivedResponse }
type Reader = 'visitor' | 'member' | 'admin' | 'suspended'

const NO_PAGE =
  /^ALL|preview|\.xml|\.txt|webmanifest|\/api\/|\/passkeys|\/google|\/webhooks|checkout-session|\/pictures|healthz|readyz|metrics|calendar\.ics|\/calendar\/:file/

/**
 * Asks for everything once: the table's addresses, what the browser's router asks of a page, and what is refused early.
 */
async function walk(): Promise<Met[]> {
  const theme = new URLSearchParams({ theme: 'night' })
  const early: [path: string, options: RequestOptions][] = [
    ['/theme', { body: theme, origin: 'https://evil.test' }],
    ['/theme', { body: theme }],
    ['/create-checkout-session', { body: 'x'.repeat(40_000) }],
    ['/favicon.svg', {}],
    ['/about', { method: 'HEAD' }],
    ['/about', { method: 'DELETE' }],
    ['/%', {}],
    ['/mentors?q=%ff', {}],
  ]
  const listed = accessTable(world).flatMap(({ route, path, body, endsSession }) => {
    const page = !NO_PAGE.test(route)
    const [address = '', query] = path.split('?')
    const asData = `${address === '/' ? '/_' : address}.data${query ? `?${query}` : ''}`
    const readers = endsSession ? (['visitor'] as const) : (['visitor', 'member', 'admin', 'suspended'] as const)
    const paths = page && route.startsWith('GET') ? [path, asData] : [path]
    return paths.flatMap((each) => readers.map((who) => ({ path: each, options: { body }, page, who })))
  })
  const others = early.map(([path, options]) => ({ path, options, page: false, who: 'visitor' as const }))
  return mapConcurrently<{ path: string; options: RequestOptions; page: boolean; who: Reader }, Met>(
    [...listed, ...others],
    async ({ path, options, page, who }) => {
      const cookie = who === 'visitor' ? undefined : world.people[who].cookie
      return { path, who, page, answer: await send(path, { ...options, cookie }) }
    },
  )
}

/** The only document that may use camera and microphone. */
const CAMERA_PAGE = /^\/check-camera(\.data)?$/

/** The faults of a response's headers. */
function listFaults(path: string, { headers }: ReceivedResponse): string[] {
  const devices = CAMERA_PAGE.test(path)
    ? /^camera=\(self\), geolocation=\(\), microphone=\(self\),/
    : /^camera=\(\), geolocation=\(\), microphone=\(\),/
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((each) => {
      const [name = '', ...sources] = each.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  const expected: [name: string, right: boolean][] = [
    [
      'script-src',
      /^('none'|'nonce-[\w+/]{22}==' 'strict-dynamic'|('sha256-[\w+/=]{44}' )+'strict-dynamic')$/.test(
        policy.get('script-src') ?? '',
      ),
    ],
    [
      'form-action',
      policy.get('form-action') ===
        "'self' https://checkout.stripe.com https://connect.stripe.com https://accounts.google.com",
    ],
    ['require-trusted-types-for', policy.get('require-trusted-types-for') === "'script'"],
    ...(['default-src', 'style-src', 'connect-src', 'font-src'] as const).map((name): [string, boolean] => [
      name,
      policy.get(name) === "'self'",
    ]),
    ...(['frame-ancestors', 'base-uri', 'object-src'] as const).map((name): [string, boolean] => [
      name,
      policy.get(name) === "'none'",
    ]),
    ['unsafe', ![...policy.values()].some((sources) => /unsafe|\*|http:/.test(sources))],
    ['strict-transport-security', headers.get('strict-transport-security') === 'max-age=63072000; includeSubDomains'],
    ['x-content-type-options', headers.get('x-content-type-options') === 'nosniff'],
    ['referrer-policy', /^(same-origin|no-referrer)$/.test(headers.get('referrer-policy') ?? '')],
    ['permissions-policy', devices.test(headers.get('permissions-policy') ?? '')],
    ['cross-origin-opener-policy', headers.get('cross-origin-opener-policy') === 'same-origin'],
    ['x-powered-by', !headers.has('x-powered-by') && !headers.has('server')],
  ]
  return expected.filter(([, right]) => !right).map(([name]) => name)
}

describe('every response of the built product', () => {
  it('has the security headers, for every role and every kind of response', () => {
    expect(met.length).toBeGreaterThan(400)
    const strays = met.flatMap(({ path, answer }) => {
      const faults = listFaults(path, answer)
      return faults.length > 0 ? [`${path}: ${answer.status}: ${faults.join(', ')}`] : []
    })
    expect([...new Set(strays)]).toEqual([])
  })
})

describe('a page for a signed-in account', () => {
  it('is not stored, nor is its data for the router', () => {
    const theirs = met.filter(({ page, who }) => page && (who === 'member' || who === 'admin'))
    expect(theirs.length).toBeGreaterThan(150)
    const kept = theirs.filter(({ answer }) => answer.headers.get('cache-control') !== 'private, no-store')
    expect(kept.map(({ path, answer }) => `${path}: ${answer.status} ${answer.headers.get('cache-control')}`)).toEqual(
      [],
    )
  })

  it('is not stored if it redirects a visitor to sign in, or shows the sign-in form', async () => {
    const guarded = [
      '/admin-dashboard',
      `/mentor/${world.pending.id}`,
      '/cohort/1',
      '/profile',
      '/account',
      '/account/data',
    ]
    const forms = [
      '/AdminLogin',
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/set-password?token=x',
      '/verify-email?token=x',
    ]
    for (const path of [...guarded, ...forms]) {
      for (const address of [path, path.replace(/(\?|$)/, '.data$1')]) {
        expect((await send(address)).headers.get('cache-control'), address).toBe('private, no-store')
      }
    }
  })

  it('never reaches another account, in any order of requests and any spelling of cookies', async () => {
    const { member, mentor } = world.people
    const [name, value = ''] = member.cookie.split('=')
    const odd = [
      `${name}=`,
      `${name?.toUpperCase()}=${value}`,
      `a=b;;; ${member.cookie}`,
      `theme=night; ${member.cookie}; zone=Europe%2FLondon`,
      `${member.cookie}; ${mentor.cookie}`,
      `${mentor.cookie}; ${member.cookie}`,
      `=${value}`,
      `${member.cookie}; junk=${'x'.repeat(7_000)}`,
    ]
    // It identifies no account, except on its page.
    const isApi = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/docs')
    const listed = accessTable(world)
      .filter(({ route, path }) => route.startsWith('GET') && publicPage(path))
      .flatMap(({ path }) => (isApi(path) ? [path] : [path, path === '/' ? '/_.data' : `${path}.data`]))
    const addresses = [...new Set(['/mentors?q=farai', '/mentors/in/australia', ...listed])]
    expect(addresses).toEqual(expect.arrayContaining(['/', '/faq', '/cohorts', '/mentors.data', '/terms.data']))
    const names = (body: string) =>
      [member, mentor].filter((person) => body.includes(person.name)).map((person) => person.name)
    const strays: string[] = []
    for (const address of addresses) {
      const look = async (cookie: string | undefined, theirs: string[]) => {
        const answer = await send(address, { cookie })
        const others = names(answer.body).filter((each) => !theirs.includes(each))
        if (others.length > 0) strays.push(`${address} with ${cookie?.slice(0, 40)}: ${others.join(', ')}`)
        if (names(answer.body).length > 0 && answer.headers.get('cache-control') !== 'private, no-store')
          strays.push(`${address} is kept`)
        return answer
      }
      const seen = await look(member.cookie, [member.name])
      expect(names(seen.body), address).toEqual(isApi(address) ? [] : [member.name])
      await look(undefined, [])
      await look(mentor.cookie, [mentor.name])
      await look('theme=night', [])
      for (const cookie of address === '/mentors' || address === '/' ? odd : odd.slice(-3)) {
        await look(cookie, [member.name, mentor.name])
        await look(undefined, [])
      }
    }
    expect(strays).toEqual([])
  })
})

describe('a cacheable response', () => {
  it('sets no cookie', () => {
    const shared = met.filter(
      ({ answer: { headers } }) =>
        headers.get('server-timing')?.startsWith('cache') || /public|s-maxage/.test(headers.get('cache-control') ?? ''),
    )
    expect(shared.length).toBeGreaterThan(10)
    expect(shared.filter(({ answer }) => answer.setCookies.length > 0).map(({ path }) => path)).toEqual([])
  })
})

describe('a cookie', () => {
  it('is limited to this host and to TLS, and hidden from scripts', async () => {
    const { setCookies } = await send('/about', { cookie: world.people.suspended.cookie })
    expect(setCookies).toEqual(['__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'])
    const plain = world.people.member.cookie.replace('__Host-', '')
    expect((await send('/about', { cookie: plain })).body).not.toContain(world.people.member.name)
  })
})

// To where it leads, and which states are refused: `server/accounts/auth/google.test.ts`.
describe('signing in with Google', () => {
  it('returns to a path on this site, whatever was requested', async () => {
    const next = async (requested: string) => {
      const { setCookies } = await send('/google', { body: new URLSearchParams({ next: requested }) })
      for (const cookie of nonEmpty(setCookies)) expect(cookie).toMatch(/^__Host-landfall.*HttpOnly/)
      const [kept] = await query<{ value: string }>(
        world.databaseUrl,
        'select value from verifications order by created_at desc limit 1',
      )
      return String((JSON.parse(kept?.value ?? '{}') as { callbackURL?: string }).callbackURL)
    }
    expect(await next('/account')).toBe('/account')
    for (const each of ['//evil.test', '/\\evil.test', 'https:evil.test']) expect(await next(each), each).toBe('/')
  })
})
