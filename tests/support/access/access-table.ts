/**
 * Who meets what where: every route of the product, who asks, and for whose. A status, and where it leads: "302
 * /sign-in". What is another's is met as what is not there.
 */
import type { RequestOptions } from '../http/send-request.ts'
import type { Who } from '../accounts/people.ts'
import type { World } from './access-world.ts'

/** Whoever may ask. A suspended account is met as a visitor is, which the test sees to. */
export type Asker = 'visitor' | Exclude<Who, 'suspended'>

export const ASKERS: Asker[] = ['visitor', 'member', 'other member', 'mentor', 'other mentor', 'admin']

export type Case = {
  route: string
  path: string
  body?: RequestOptions['body']
  met: Record<Asker, string>
  /** Asked of nobody's own session, which would be over. */
  endsSession?: true
}

const everybody = (met: string): Case['met'] => Object.fromEntries(ASKERS.map((who) => [who, met])) as Case['met']

/** For whoever is signed in; visitors are led to sign in and back. */
const account = (path: string, met: string): Case['met'] => {
  return { ...everybody(met), visitor: `302 /sign-in?next=${encodeURIComponent(path)}` }
}

/** For who is not signed in; whoever is goes on, and an admin to work. */
const visitors = (met: string): Case['met'] => {
  return { ...everybody('303 /'), visitor: met, admin: '303 /admin-dashboard' }
}

/** For admins; members read that it is not theirs. */
const admins = (path: string, met: string): Case['met'] => {
  return { ...everybody('403'), visitor: `302 /AdminLogin?next=${encodeURIComponent(path)}`, admin: met }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
const NOTHING = new URLSearchParams()
const PICTURE = '/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.avif'

export function accessTable({ people, pending }: World): Case[] {
  const to = (route: string, path: string, met: Case['met'] | string): Case => {
    const met_ = typeof met === 'string' ? everybody(met) : met
    const [method = 'GET'] = route.split(' ')
    return { route, path, met: met_, ...(method === 'POST' ? { body: NOTHING } : {}) }
  }
  const adminPage = (route: string, path: string, met: string) => to(route, path, admins(path, met))
  const accountPage = (route: string, path: string, met: string) => to(route, path, account(path, met))
  const open = (path: string, shown = path) => to(`GET ${path}`, shown, '200')
  const slots = 'slots?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z'

  return [
    // Pages for everybody.
    ...['/', '/mentors', '/crossings', '/mentor_profile', '/success', '/cancel', '/problem', '/confirm'].map((path) =>
      open(path),
    ),
    ...['/cohorts', '/CohortDetailsPage', '/about', '/contat', '/faq', '/terms', '/privacy', '/ui', '/zone'].map(
      (path) => open(path),
    ),
    open('/become-a-mentor'),
    open('/BeOurMentor'),
    to('GET /mentors/in/:destination', '/mentors/in/australia', '200'),
    to('GET /mentors/in/:destination', '/mentors/in/atlantis', '404'),
    to('GET /mentors/from/:origin/to/:destination', '/mentors/from/india/to/united-kingdom', '200'),
    to('GET /mentors/from/:origin/to/:destination', '/mentors/from/india/to/atlantis', '404'),
    to('GET /theme', '/theme', '302 /'),
    to('POST /theme', '/theme', '400'),
    to('POST /zone', '/zone', '400'),
    to('POST /confirm', '/confirm', '404'),
    to('GET /*', '/nowhere', '404'),

    // A mentor who is public, one who is not yet, and nobody.
    ...(['', '/book', '/booking'] as const).flatMap((part) => [
      to(`GET /mentors/:slug${part}`, `/mentors/farai-moyo${part}`, '200'),
      to(`GET /mentors/:slug${part}`, `/mentors/${pending.slug}${part}`, '404'),
      to(`GET /mentors/:slug${part}`, `/mentors/nobody-of-thisname${part}`, '404'),
    ]),
    to('POST /mentors/:slug/book', '/mentors/farai-moyo/book', '404'),
    to('POST /mentors/:slug/booking', '/mentors/farai-moyo/booking', '404'),
    to('GET /mentors/:slug/preview.png', '/mentors/farai-moyo/preview.png', '200'),
    to('GET /mentors/:slug/preview.png', `/mentors/${pending.slug}/preview.png`, '404'),
    to('GET /mentors/:slug/preview.png', '/mentors/nobody-of-thisname/preview.png', '404'),
    to('GET /api/mentors/:slug', '/api/mentors/farai-moyo', '200'),
    to('GET /api/mentors/:slug', `/api/mentors/${pending.slug}`, '404'),
    to('GET /api/mentors/:slug', '/api/mentors/nobody-of-thisname', '404'),
    to('GET /api/mentors/:slug/slots', `/api/mentors/farai-moyo/${slots}`, '200'),
    to('GET /api/mentors/:slug/slots', `/api/mentors/${pending.slug}/${slots}`, '404'),
    to('GET /api/mentors/:slug/slots', `/api/mentors/nobody-of-thisname/${slots}`, '404'),

    // An admin's.
    adminPage('GET /admin-dashboard', '/admin-dashboard', '200'),
    adminPage('GET /mentor/:id', `/mentor/${people.mentor.mentorId}`, '200'),
    adminPage('GET /mentor/:id', `/mentor/${people['other mentor'].mentorId}`, '200'),
    adminPage('GET /mentor/:id', `/mentor/${pending.id}`, '200'),
    adminPage('GET /mentor/:id', `/mentor/${NOBODY}`, '404'),
    adminPage('GET /mentor/:id', '/mentor/malformed', '404'),
    adminPage('GET /mentor/:id', `/mentor/${NOBODY}%00`, '404'),
    adminPage('GET /cohort/:id', `/cohort/${NOBODY}`, '404'),
    adminPage('GET /cohort/:id', '/cohort/malformed', '404'),

    // What is no page.
    ...['/metrics', '/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/llms.txt', '/manifest.webmanifest'].map(
      (path) => open(path),
    ),
    ...['/preview.png', '/api/mentors', '/api/openapi.json', '/healthz'].map((path) => open(path)),
    to('GET /:file{sitemap-[1-9][0-9]{0,3}\\.xml}', '/sitemap-1.xml', '200'),
    to('GET /:file{sitemap-[1-9][0-9]{0,3}\\.xml}', '/sitemap-9.xml', '404'),
    to('GET /pictures/:key/:file', PICTURE, '404'),
    to('ALL /assets/*', '/assets/nothing.js', '404'),
    to('ALL /api/*', '/api/nothing', '404'),
    { ...to('POST /webhooks/stripe', '/webhooks/stripe', '400'), body: { id: 'evt_forged' } },
    to('ALL /create-checkout-session', '/create-checkout-session', '405'),
    { ...to('POST /create-checkout-session', '/create-checkout-session', '400'), body: {} },

    // Signing in without a page.
    to('ALL /passkeys/*', '/passkeys/nothing', '404'),
    {
      ...to('POST /passkeys/registration', '/passkeys/registration', { ...everybody('403'), visitor: '401' }),
      body: {},
    },
    { ...to('POST /passkeys', '/passkeys', { ...everybody('403'), visitor: '401' }), body: {} },
    { ...to('POST /passkeys/challenge', '/passkeys/challenge', '200'), body: {} },
    { ...to('POST /passkeys/sign-in', '/passkeys/sign-in', '401'), body: {} },
    to('POST /google', '/google', '404'),
    to('GET /api/auth/callback/google', '/api/auth/callback/google?code=forged&state=forged', '404'),

    // An account's own.
    ...['', '/picture', '/security', '/second-step', '/confirm'].flatMap((part) => [
      accountPage(`GET /account${part}`, `/account${part}`, '200'),
      accountPage(`POST /account${part}`, `/account${part}`, '400'),
    ]),
    accountPage('GET /account/data', '/account/data', '200'),
    accountPage('GET /profile', '/profile', '200'),
    accountPage('POST /profile', '/profile', '405'),
    ...[people['suspended'].sessionId, NOBODY, 'malformed'].flatMap((id) =>
      // Whether a passkey is theirs is told to who has lately shown who they are.
      [
        ['end-session', '404'],
        ['remove-passkey', id === 'malformed' ? '404' : '303 /account/confirm?next=%2Faccount%2Fsecurity'],
      ].map(([intent = '', met = '']) => ({
        ...accountPage('POST /account/security', '/account/security', met),
        body: new URLSearchParams({ intent, id }),
      })),
    ),

    // The way in.
    ...['/sign-in', '/sign-in/code', '/sign-up'].flatMap((path) => [
      to(`GET ${path}`, path, visitors('200')),
      to(`POST ${path}`, path, visitors('400')),
    ]),
    to('GET /sign-in/dialog', '/sign-in/dialog', '303 /sign-in'),
    to('POST /sign-in/dialog', '/sign-in/dialog', '400'),
    to('GET /AdminLogin', '/AdminLogin', { ...everybody('200'), admin: '303 /admin-dashboard' }),
    to('POST /AdminLogin', '/AdminLogin', { ...everybody('400'), admin: '303 /admin-dashboard' }),
    to('GET /forgot-password', '/forgot-password', '200'),
    to('POST /forgot-password', '/forgot-password', '400'),
    to('GET /set-password', '/set-password?token=forged', '404'),
    to('POST /set-password', '/set-password?token=forged', '400'),
    to('GET /verify-email', '/verify-email?token=forged', '404'),
    to('POST /verify-email', '/verify-email?token=forged', '404'),
    to('GET /sign-out', '/sign-out', '303 /'),
    { ...to('POST /sign-out', '/sign-out', '303 /'), endsSession: true },
  ]
}

/** Whatever a browser can change something by, and the same as the browser's router sends it. */
export function changingCases(table: Case[]): Pick<Case, 'path' | 'body'>[] {
  return table
    .filter(({ route }) => route.startsWith('POST') && !route.includes('/webhooks/'))
    .flatMap(({ route, path, body }) => {
      const [address = '', query] = path.split('?')
      const isPage = !/passkeys|google|checkout-session/.test(route)
      return [{ path, body }, ...(isPage ? [{ path: `${address}.data${query ? `?${query}` : ''}`, body }] : [])]
    })
}
