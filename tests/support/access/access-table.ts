/**
 * The access table: for every route of the product, the response that each kind of person gets. A status, and where it
 * redirects: "302 /sign-in". Another person's things get the same response as missing ones.
 */
import type { RequestOptions } from '../http/send-request.ts'
import type { Who } from '../accounts/people.ts'
import type { World } from './access-world.ts'

/** Who makes the request. Suspended accounts are not in the table, since they must get what visitors get. */
export type Requester = 'visitor' | Exclude<Who, 'suspended'>

export const REQUESTERS: Requester[] = ['visitor', 'member', 'other member', 'mentor', 'other mentor', 'admin']

export type Case = {
  route: string
  path: string
  body?: RequestOptions['body']
  expected: Record<Requester, string>
  /** Ends the session that sends it, so the tests send it without one. */
  endsSession?: true
}

const everybody = (expected: string): Case['expected'] =>
  Object.fromEntries(REQUESTERS.map((who) => [who, expected])) as Case['expected']

/** For everyone who is signed in. Visitors are redirected to sign-in, which leads back. */
const account = (path: string, expected: string): Case['expected'] => {
  return { ...everybody(expected), visitor: `302 /sign-in?next=${encodeURIComponent(path)}` }
}

/** For accepted mentors. Other people who are signed in are redirected to where one applies. */
const mentors = (path: string, expected: string): Case['expected'] => {
  const apply = account(path, '302 /become-a-mentor')
  return { ...apply, mentor: expected, 'other mentor': expected }
}

/** For visitors. People who are signed in are redirected to the home page, admins to their dashboard. */
const visitors = (expected: string): Case['expected'] => {
  return { ...everybody('303 /'), visitor: expected, admin: '303 /admin-dashboard' }
}

/** For admins. Other people who are signed in get 403. */
const admins = (path: string, expected: string): Case['expected'] => {
  return { ...everybody('403'), visitor: `302 /AdminLogin?next=${encodeURIComponent(path)}`, admin: expected }
}

/** For people whose mentor page is public, and for all others. */
const published = (expected: string, others: string): Case['expected'] => {
  return { ...everybody(others), mentor: expected, 'other mentor': expected }
}

/** For the two people of the world's booking. For others it does not exist. */
const bookedBy = (expected: string): Case['expected'] => {
  return { ...everybody('404'), member: expected, mentor: expected }
}

/** For the mentee of the world's booking, and for its mentor. */
const onlyMentee = (expected: string): Case['expected'] => ({ ...everybody('404'), member: expected })
const onlyMentor = (expected: string): Case['expected'] => ({ ...everybody('404'), mentor: expected })

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const NOTHING = new URLSearchParams()
const PICTURE = '/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.avif'

export function accessTable({ people, pending, cohort, booking, seat, bought }: World): Case[] {
  const to = (route: string, path: string, response: Case['expected'] | string): Case => {
    const expected = typeof response === 'string' ? everybody(response) : response
    const [method = 'GET'] = route.split(' ')
    return { route, path, expected, ...(method === 'POST' ? { body: NOTHING } : {}) }
  }
  const adminPage = (route: string, path: string, expected: string) => to(route, path, admins(path, expected))
  const accountPage = (route: string, path: string, expected: string) => to(route, path, account(path, expected))
  const open = (path: string) => to(`GET ${path}`, path, '200')
  /** A page and its form, which is sent empty. */
  const accountForm = (path: string) => [
    accountPage(`GET ${path}`, path, '200'),
    accountPage(`POST ${path}`, path, '400'),
  ]
  const adminForm = (path: string) => [adminPage(`GET ${path}`, path, '200'), adminPage(`POST ${path}`, path, '400')]
  /** The same for all, of a thing that is not there. */
  const missing = (route: string, path: string) =>
    ['GET', 'POST'].map((method) => to(`${method} ${route}`, path, '404'))
  const slots = 'slots?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z'

  return [
    // Pages for everyone.
    ...['/', '/mentors', '/crossings', '/mentor_profile', '/success', '/cancel', '/problem', '/erased', '/confirm'].map(
      open,
    ),
    ...['/cohorts', '/CohortDetailsPage', '/about', '/contat', '/faq', '/terms', '/privacy', '/ui'].map(open),
    ...['/zone', '/currency', '/check-camera', '/saved', '/become-a-mentor', '/BeOurMentor'].map(open),
    to('GET /saved/change', '/saved/change', '302 /saved'),
    to('POST /saved/change', '/saved/change', '400'),
    ...['/become-a-mentor', '/BeOurMentor'].map((path) => accountPage(`POST ${path}`, path, '400')),
    // Mentors whose page is public edit it instead. What a visitor typed is kept while they sign in.
    to('GET /become-a-mentor/apply', '/become-a-mentor/apply', published('302 /become-a-mentor', '200')),
    to('POST /become-a-mentor/apply', '/become-a-mentor/apply', {
      ...account('/become-a-mentor/apply', '400'),
      mentor: '302 /become-a-mentor',
      'other mentor': '302 /become-a-mentor',
    }),
    to('GET /become-a-mentor/draft', '/become-a-mentor/draft', '302 /become-a-mentor/apply'),
    {
      ...to('POST /become-a-mentor/draft', '/become-a-mentor/draft', { ...everybody('400'), visitor: '401' }),
      body: {},
    },
    to('GET /become-a-mentor/errors', '/become-a-mentor/errors', '302 /become-a-mentor/apply'),
    to('POST /become-a-mentor/errors', '/become-a-mentor/errors', '400'),
    to('GET /become-a-mentor/picture', '/become-a-mentor/picture', '302 /become-a-mentor/apply#apply-step-picture'),
    accountPage('POST /become-a-mentor/picture', '/become-a-mentor/picture', '400'),
    to('GET /become-a-mentor/completions', '/become-a-mentor/completions?field=city&country=DE&typed=ber', '200'),
    // Cohorts are not published.
    to('GET /cohorts/:slug', `/cohorts/${cohort.slug}`, '404'),
    to('POST /cohorts', '/cohorts', '400'),
    ...['/join', '/joined'].flatMap((part) => [
      to(`GET /cohorts/:slug${part}`, `/cohorts/${seat.slug}${part}`, part === '/join' ? '404' : '200'),
      to(`POST /cohorts/:slug${part}`, `/cohorts/${seat.slug}${part}`, '404'),
    ]),
    ...missing('/cohorts/:slug/waiting', `/cohorts/${seat.slug}/waiting`),
    // Its members: for its proposer and for admins, once it is accepted.
    ...(['GET', 'POST'] as const).flatMap((method) => {
      const route = `${method} /cohorts/:slug/members`
      const path = (slug: string) => `/cohorts/${slug}/members`
      const opened = method === 'GET' ? '200' : '400'
      return [
        to(route, path(seat.slug), { ...account(path(seat.slug), '404'), mentor: opened, admin: opened }),
        to(route, path(cohort.slug), account(path(cohort.slug), '404')),
      ]
    }),
    // A member's own page.
    ...['', '/cancel'].flatMap((part) => [
      to(`GET /seats/:reference${part}`, `/seats/${seat.reference}${part}`, onlyMentee('200')),
      to(`POST /seats/:reference${part}`, `/seats/${seat.reference}${part}`, onlyMentee('400')),
      ...missing(`/seats/:reference${part}`, `/seats/${booking.reference}${part}`),
    ]),
    to('GET /seats/:reference', '/seats/malformed', '404'),
    to('GET /seats/:reference/calendar.ics', `/seats/${seat.reference}/calendar.ics`, onlyMentee('200')),
    // Nothing was paid for this seat, so that it has no receipt.
    to('GET /seats/:reference/receipt', `/seats/${seat.reference}/receipt`, '404'),
    to('GET /seats/:reference/receipt/:number.pdf', `/seats/${seat.reference}/receipt/R-2030-000001.pdf`, '404'),
    // The member of the account's seat is erased with the account.
    to('GET /seats/:reference/erase', `/seats/${seat.reference}/erase`, onlyMentee('302 /account/leave')),
    to('POST /seats/:reference/erase', `/seats/${seat.reference}/erase`, onlyMentee('303 /account/leave')),
    ...missing('/seats/:reference/erase', '/seats/B-2222-2222/erase'),
    to('GET /seats/:reference/:secret', `/seats/${seat.reference}/${'A'.repeat(43)}`, '404'),
    to('GET /bookings/:reference', `/bookings/${seat.reference}`, '404'),
    // A buyer's package, of which no session type is left on offer.
    to('GET /mentors/:slug/package', '/mentors/nobody/package', '404'),
    to('POST /mentors/:slug/package', '/mentors/nobody/package', '400'),
    to('GET /packages/bought', '/packages/bought', '200'),
    to('GET /packages/:reference', `/packages/${bought.reference}`, onlyMentee('200')),
    to('GET /packages/:reference', `/packages/${seat.reference}`, '404'),
    to('GET /packages/:reference/book', `/packages/${bought.reference}/book`, onlyMentee('200')),
    to('POST /packages/:reference/book', `/packages/${bought.reference}/book`, onlyMentee('400')),
    ...missing('/packages/:reference/book', '/packages/B-2222-2222/book'),
    to('GET /packages/:reference/refund', `/packages/${bought.reference}/refund`, onlyMentee('200')),
    to('POST /packages/:reference/refund', `/packages/${bought.reference}/refund`, onlyMentee('400')),
    ...missing('/packages/:reference/refund', '/packages/B-2222-2222/refund'),
    to('GET /packages/:reference/erase', `/packages/${bought.reference}/erase`, onlyMentee('302 /account/leave')),
    to('POST /packages/:reference/erase', `/packages/${bought.reference}/erase`, onlyMentee('303 /account/leave')),
    ...missing('/packages/:reference/erase', '/packages/B-2222-2222/erase'),
    to('GET /packages/:reference/receipt', `/packages/${bought.reference}/receipt`, onlyMentee('200')),
    to(
      'GET /packages/:reference/receipt/:number.pdf',
      `/packages/${bought.reference}/receipt/R-2030-000001.pdf`,
      '404',
    ),
    to('GET /packages/:reference/:secret', `/packages/${bought.reference}/${'A'.repeat(43)}`, '404'),
    to('GET /bookings/:reference', `/bookings/${bought.reference}`, '404'),
    ...accountForm('/cohorts/propose'),
    to('GET /cohorts/propose/draft', '/cohorts/propose/draft', '302 /cohorts/propose'),
    {
      ...to('POST /cohorts/propose/draft', '/cohorts/propose/draft', { ...everybody('400'), visitor: '401' }),
      body: {},
    },
    to('GET /cohorts/propose/picture', '/cohorts/propose/picture', '302 /cohorts/propose?change#apply-picture-part'),
    accountPage('POST /cohorts/propose/picture', '/cohorts/propose/picture', '400'),
    to('GET /mentors/in/:destination', '/mentors/in/australia', '200'),
    to('GET /mentors/in/:destination', '/mentors/in/atlantis', '404'),
    to('GET /mentors/from/:origin/to/:destination', '/mentors/from/india/to/united-kingdom', '200'),
    to('GET /mentors/from/:origin/to/:destination', '/mentors/from/india/to/atlantis', '404'),
    to('GET /theme', '/theme', '302 /'),
    to('POST /theme', '/theme', '400'),
    to('GET /language', '/language', '302 /'),
    to('POST /language', '/language', '400'),
    to('POST /currency', '/currency', '400'),
    to('POST /zone', '/zone', '400'),
    to('GET /discount', '/discount', '404'),
    to('POST /discount', '/discount', '404'),
    to('POST /confirm', '/confirm', '404'),
    to('GET /pay/:token', `/pay/${'A'.repeat(43)}`, '404'),
    to('POST /pay/:token', `/pay/${'A'.repeat(43)}`, '404'),
    to('GET /pay/:token/paid', `/pay/${'A'.repeat(43)}/paid`, '404'),
    to('GET /payment-links/:reference/:secret', `/payment-links/B-2222-2222/${'A'.repeat(43)}`, '404'),
    to('POST /payment-links/:reference/:secret', `/payment-links/B-2222-2222/${'A'.repeat(43)}`, '404'),
    to('POST /success', '/success', '400'),
    to('GET /*', '/nowhere', '404'),

    // A public mentor, one who is not public yet, and an unknown one.
    ...(['', '/book', '/booking', '/waiting'] as const).flatMap((part) => [
      to(`GET /mentors/:slug${part}`, `/mentors/farai-moyo${part}`, '200'),
      to(`GET /mentors/:slug${part}`, `/mentors/${pending.slug}${part}`, '404'),
    ]),
    to('POST /mentors/:slug/book', '/mentors/farai-moyo/book', '404'),
    to('POST /mentors/:slug/booking', '/mentors/farai-moyo/booking', '404'),
    to('POST /mentors/:slug/waiting', '/mentors/farai-moyo/waiting', '400'),
    to('POST /mentors/:slug/waiting', `/mentors/${pending.slug}/waiting`, '404'),
    ...missing('/waiting', '/waiting?link=forged'),
    to('GET /mentors/:slug/preview.png', '/mentors/farai-moyo/preview.png', '200'),
    to('GET /mentors/:slug/preview.png', `/mentors/${pending.slug}/preview.png`, '404'),
    ...['farai-moyo', pending.slug].flatMap((slug, at) => {
      const expected = at === 0 ? '200' : '404'
      return [
        to('GET /api/mentors/:slug', `/api/mentors/${slug}`, expected),
        to('GET /api/mentors/:slug/slots', `/api/mentors/${slug}/${slots}`, expected),
        to('GET /api/v1/mentors/:slug', `/api/v1/mentors/${slug}`, expected),
        to('GET /api/v1/mentors/:slug/slots', `/api/v1/mentors/${slug}/slots?from=2030-01-01&to=2030-01-02`, expected),
      ]
    }),
    // By a secret alone: being signed in opens nothing here.
    to('GET /api/v1/bookings/:reference', `/api/v1/bookings/${booking.reference}`, '401'),
    to('GET /api/v1/bookings', '/api/v1/bookings', '401'),
    to('ALL /api/v1/*', '/api/v1/nothing', '404'),
    to('ALL /readyz', '/readyz', '200'),
    to('ALL /api/v1/bookings/:reference/cancel', `/api/v1/bookings/${booking.reference}/cancel`, '405'),
    {
      ...to('POST /api/v1/bookings/:reference/cancel', `/api/v1/bookings/${booking.reference}/cancel`, '401'),
      body: {},
    },

    // Calendars that no secret opens.
    ...['malformed', `${'A'.repeat(65)}.ics`].map((file) => to('GET /calendar/:file', `/calendar/${file}`, '404')),
    ...[UNKNOWN_ID, 'malformed'].flatMap((id) => missing('/feedback/:id', `/feedback/${id}`)),

    // A booking, and one that does not exist.
    ...['', '/join', '/calendar.ics', '/cancel', '/absent', '/feedback', '/problem'].flatMap((part) => [
      to(`GET /bookings/:reference${part}`, `/bookings/${booking.reference}${part}`, bookedBy('200')),
      to(`GET /bookings/:reference${part}`, `/bookings/B-2222-2222${part}`, '404'),
    ]),
    to('GET /bookings/:reference', '/bookings/malformed', '404'),
    to('GET /bookings', '/bookings', '200'),
    to('POST /bookings', '/bookings', '400'),
    // The table's booking was written without a payment, so that it has no receipt.
    to('GET /bookings/:reference/receipt', `/bookings/${booking.reference}/receipt`, '404'),
    to(
      'GET /bookings/:reference/receipt/:number.pdf',
      `/bookings/${booking.reference}/receipt/R-2030-000001.pdf`,
      '404',
    ),
    to('GET /bookings/:reference/links', `/bookings/${booking.reference}/links`, onlyMentee('200')),
    ...missing('/bookings/:reference/links', '/bookings/B-2222-2222/links'),
    ...[
      { response: '400', body: {} },
      { response: '400', body: { shown: '-1' } },
      { response: '409', body: { shown: '999999999' } }, // More than is due.
    ].map(({ response, body }) => ({
      ...to('POST /bookings/:reference/cancel', `/bookings/${booking.reference}/cancel`, bookedBy(response)),
      body: new URLSearchParams(body as Record<string, string>),
    })),
    to('POST /bookings/:reference/cancel', '/bookings/B-2222-2222/cancel', '404'),
    // Its session is still to come: “I’m here” leads back, and the forms refuse.
    ...['/bookings/B-2222-2222', `/bookings/${booking.reference}`].flatMap((page) => {
      const by = (expected: string) => (page.endsWith(booking.reference) ? bookedBy(expected) : everybody('404'))
      return [
        to('GET /bookings/:reference/here', `${page}/here`, by(`302 ${page}`)),
        to('POST /bookings/:reference/here', `${page}/here`, by(`303 ${page}`)),
        ...['/absent', '/feedback', '/problem'].map((part) =>
          to(`POST /bookings/:reference${part}`, `${page}${part}`, by('409')),
        ),
        to('GET /bookings/:reference/complete', `${page}/complete`, { ...by('200'), member: '404' }),
        to('POST /bookings/:reference/complete', `${page}/complete`, { ...by('409'), member: '404' }),
      ]
    }),
    // The member's is erased with the account. The mentor may not erase the mentee.
    to('GET /bookings/:reference/erase', `/bookings/${booking.reference}/erase`, onlyMentee('302 /account/leave')),
    to('POST /bookings/:reference/erase', `/bookings/${booking.reference}/erase`, onlyMentee('303 /account/leave')),
    ...missing('/bookings/:reference/erase', '/bookings/B-2222-2222/erase'),
    to('GET /bookings/:reference/:secret', `/bookings/${booking.reference}/${'A'.repeat(43)}`, '404'),
    to('GET /bookings/:reference/:secret', '/bookings/B-2222-2222/malformed', '404'),

    // Of the two, one moves it and answers, the other proposes and reads the brief. Both write.
    ...(
      [
        ['/move', onlyMentee],
        ['/proposal', onlyMentee],
        ['/propose', onlyMentor],
        ['/messages', bookedBy],
      ] as const
    ).flatMap(([part, whom]) => [
      to(`GET /bookings/:reference${part}`, `/bookings/${booking.reference}${part}`, whom('200')),
      to(`POST /bookings/:reference${part}`, `/bookings/${booking.reference}${part}`, whom('400')),
      ...missing(`/bookings/:reference${part}`, `/bookings/B-2222-2222${part}`),
    ]),
    to('GET /bookings/:reference/brief', `/bookings/${booking.reference}/brief`, onlyMentor('200')),
    to('GET /bookings/:reference/brief', '/bookings/B-2222-2222/brief', '404'),

    // For admins.
    ...adminForm('/admin-dashboard'),
    adminPage('GET /admin-dashboard/imported', '/admin-dashboard/imported', '200'),
    adminPage('GET /admin-dashboard/imported', '/admin-dashboard/imported?page=-1', '200'),
    ...adminForm('/admin-dashboard/bookings'),
    adminPage('GET /admin-dashboard/bookings', '/admin-dashboard/bookings?after=1.malformed&q=%00&status=none', '200'),
    adminPage('GET /admin-dashboard/bookings', `/admin-dashboard/bookings?open=${booking.reference}`, '200'),
    adminPage('GET /admin-dashboard/bookings', '/admin-dashboard/bookings?open=malformed', '404'),
    to(
      'POST /admin-dashboard/bookings',
      `/admin-dashboard/bookings?open=${booking.reference}`,
      admins('/admin-dashboard/bookings', '400'),
    ),
    to(
      'POST /admin-dashboard/bookings',
      '/admin-dashboard/bookings?open=B-2222-2222',
      admins('/admin-dashboard/bookings', '404'),
    ),
    adminPage(
      'GET /admin-dashboard/bookings/export',
      '/admin-dashboard/bookings/export',
      '302 /admin-dashboard/bookings',
    ),
    adminPage(
      'GET /admin-dashboard/bookings/:reference/receipts/:number.pdf',
      `/admin-dashboard/bookings/${booking.reference}/receipts/R-2030-000001.pdf`,
      '404',
    ),
    adminPage('POST /admin-dashboard/bookings/export', '/admin-dashboard/bookings/export', '200'),
    ...(['GET', 'POST'] as const).flatMap((method) => {
      const route = `${method} /admin-dashboard/bookings/:reference`
      return [
        adminPage(route, `/admin-dashboard/bookings/${booking.reference}`, method === 'GET' ? '200' : '400'),
        adminPage(route, '/admin-dashboard/bookings/B-2222-2222', '404'),
      ]
    }),
    ...['completion', 'feedback', 'mentors', 'people', 'audit'].flatMap((tab) => {
      const path = `/admin-dashboard/${tab}`
      const odd = `${path}?after=malformed&q=%00%25&person=${UNKNOWN_ID}&do=none&hide=x&status=none`
      return [adminPage(`GET ${path}`, path, '200'), adminPage(`GET ${path}`, odd, '200')]
    }),
    ...['completion', 'feedback', 'people'].map((tab) =>
      adminPage(`POST /admin-dashboard/${tab}`, `/admin-dashboard/${tab}`, '400'),
    ),
    {
      ...adminPage('POST /admin-dashboard/people', '/admin-dashboard/people', '404'),
      body: new URLSearchParams({ id: UNKNOWN_ID, do: 'suspend', reason: 'x' }),
    },
    {
      ...adminPage('POST /admin-dashboard', '/admin-dashboard', '409'),
      body: new URLSearchParams({ id: UNKNOWN_ID, intent: 'refund' }),
    },
    ...['settings', 'webhooks', 'payouts', 'codes', 'api-keys', 'cohorts'].flatMap((tab) =>
      adminForm(`/admin-dashboard/${tab}`),
    ),
    adminPage('GET /admin-dashboard/settings', '/admin-dashboard/settings?country=ZZ', '200'),
    ...['?add=code', '?add=batch', '?add=x&after=malformed&q=%00%25&batch=%00&done=x'].map((query) =>
      adminPage('GET /admin-dashboard/codes', `/admin-dashboard/codes${query}`, '200'),
    ),
    {
      ...to('POST /admin-dashboard/codes', '/admin-dashboard/codes?add=code', admins('/admin-dashboard/codes', '400')),
      body: new URLSearchParams({ intent: 'code', mentors: 'no-one' }),
    },
    {
      ...adminPage(
        'POST /admin-dashboard/codes',
        '/admin-dashboard/codes',
        '303 /admin-dashboard/codes?done=unchanged',
      ),
      body: new URLSearchParams({ intent: 'disable', id: UNKNOWN_ID }),
    },
    adminPage('GET /admin-dashboard/codes/export', '/admin-dashboard/codes/export', '302 /admin-dashboard/codes'),
    adminPage('POST /admin-dashboard/codes/export', '/admin-dashboard/codes/export', '404'),
    adminPage('GET /admin-dashboard/webhooks', '/admin-dashboard/webhooks?endpoint=malformed&before=x&done=y', '200'),
    adminPage('GET /admin-dashboard/webhooks', `/admin-dashboard/webhooks?endpoint=${UNKNOWN_ID}&before=1`, '200'),
    ...['intent=test', 'intent=replay', 'intent=remove&version=1', 'intent=renew&version=1'].map((typed) => ({
      ...adminPage('POST /admin-dashboard/webhooks', '/admin-dashboard/webhooks', '409'),
      body: new URLSearchParams(`${typed}&id=${UNKNOWN_ID}`),
    })),
    ...[`batch=${UNKNOWN_ID}`, 'batch=malformed', 'year=malformed'].map((typed) => ({
      ...adminPage('POST /admin-dashboard/payouts/files', '/admin-dashboard/payouts/files', '404'),
      body: new URLSearchParams(typed),
    })),
    adminPage('GET /admin-dashboard/payouts/files', '/admin-dashboard/payouts/files', '302 /admin-dashboard/payouts'),
    ...[
      { response: '400', body: { intent: 'create' } },
      { response: '404', body: { intent: 'revoke', id: UNKNOWN_ID } },
      // No client of the table has a recent identity confirmation.
      {
        response: '303 /account/confirm?next=%2Fadmin-dashboard%2Fapi-keys',
        body: { intent: 'create', name: 'Ledger', scope: 'bookings:read' },
      },
    ].map(({ response, body }) => ({
      ...adminPage('POST /admin-dashboard/api-keys', '/admin-dashboard/api-keys', response),
      body: new URLSearchParams(body as Record<string, string>),
    })),
    adminPage('GET /mentor/:id', `/mentor/${people.mentor.mentorId}`, '200'),
    adminPage('GET /mentor/:id', `/mentor/${pending.id}`, '200'),
    adminPage('GET /mentor/:id', `/mentor/${UNKNOWN_ID}`, '404'),
    adminPage('GET /mentor/:id', '/mentor/malformed', '404'),
    adminPage('GET /mentor/:id', `/mentor/${UNKNOWN_ID}%00`, '404'),
    ...reviewCases(pending).map(({ path, response, body }) => ({
      ...adminPage('POST /mentor/:id', path, response),
      body: new URLSearchParams(body),
    })),
    adminPage('GET /mentor/:id/claim-link', `/mentor/${people.mentor.mentorId}/claim-link`, '200'),
    adminPage('POST /mentor/:id/claim-link', `/mentor/${people.mentor.mentorId}/claim-link`, '400'),
    adminPage('GET /mentor/:id/claim-link', `/mentor/${UNKNOWN_ID}/claim-link`, '404'),
    adminPage('GET /mentor/:id/claim-link', '/mentor/malformed/claim-link', '404'),
    adminPage(
      'GET /mentor/:id/documents/:document',
      `/mentor/${pending.id}/documents/${UNKNOWN_ID}`,
      `302 /mentor/${pending.id}`,
    ),
    adminPage('GET /mentor/:id/documents/:document', '/mentor/malformed/documents/malformed', '404'),
    ...[
      `${pending.id}/documents/${UNKNOWN_ID}`,
      `${UNKNOWN_ID}/documents/${UNKNOWN_ID}`,
      `${pending.id}/documents/malformed`,
    ].map((path) => adminPage('POST /mentor/:id/documents/:document', `/mentor/${path}`, '404')),
    adminPage('GET /cohort/:id', `/cohort/${cohort.id}`, '200'),
    adminPage('GET /cohort/:id', `/cohort/${UNKNOWN_ID}`, '404'),
    adminPage('GET /cohort/:id', '/cohort/malformed', '404'),
    adminPage('POST /cohort/:id', `/cohort/${cohort.id}`, '400'),
    adminPage('POST /cohort/:id', '/cohort/malformed', '404'),
    {
      ...adminPage('POST /cohort/:id', `/cohort/${UNKNOWN_ID}`, '404'),
      body: new URLSearchParams({ intent: 'accept', version: '1' }),
    },

    // Not pages.
    ...['/metrics', '/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/llms.txt', '/manifest.webmanifest'].map(
      open,
    ),
    ...['/preview.png', '/api/mentors', '/api/openapi.json', '/readyz', '/healthz'].map(open),
    ...['/api/docs', '/api/v1/mentors', '/api/v1/openapi.json'].map(open),
    ...['/api/v1/mentors', '/api/v1/openapi.json'].map((path) =>
      to(`ALL ${path}${path.endsWith('n') ? '' : '/*'}`, path, '200'),
    ),
    to('GET /:file{sitemap-[1-9][0-9]{0,3}\\.xml}', '/sitemap-1.xml', '200'),
    to('GET /:file{sitemap-[1-9][0-9]{0,3}\\.xml}', '/sitemap-9.xml', '404'),
    to('GET /pictures/:key/:file', PICTURE, '404'),
    to('ALL /assets/*', '/assets/nothing.js', '404'),
    to('ALL /api/*', '/api/nothing', '404'),
    { ...to('POST /webhooks/stripe', '/webhooks/stripe', '400'), body: { id: 'evt_forged' } },
    to('ALL /create-checkout-session', '/create-checkout-session', '405'),
    { ...to('POST /create-checkout-session', '/create-checkout-session', '400'), body: {} },
    to('ALL /api/v1/checkout', '/api/v1/checkout', '405'),
    { ...to('POST /api/v1/checkout', '/api/v1/checkout', '400'), body: {} },
    to('ALL /api/v1/packages', '/api/v1/packages', '405'),
    { ...to('POST /api/v1/packages', '/api/v1/packages', '400'), body: {} },
    // Without the secret that every request about a package needs.
    to('GET /api/v1/packages/:reference', `/api/v1/packages/${bought.reference}`, '400'),
    to('ALL /api/v1/packages/:reference/cancel', `/api/v1/packages/${bought.reference}/cancel`, '405'),
    {
      ...to('POST /api/v1/packages/:reference/cancel', `/api/v1/packages/${bought.reference}/cancel`, '400'),
      body: {},
    },
    to('ALL /api/v1/packages/:reference/sessions', `/api/v1/packages/${bought.reference}/sessions`, '405'),
    {
      ...to('POST /api/v1/packages/:reference/sessions', `/api/v1/packages/${bought.reference}/sessions`, '400'),
      body: {},
    },

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

    // The pages of an account.
    ...['', '/picture', '/security', '/second-step', '/confirm', '/leave', '/calendar'].flatMap((part) =>
      accountForm(`/account${part}`),
    ),
    ...['/profile', '/profile/picture'].flatMap(accountForm),
    accountPage('GET /account/bookings', '/account/bookings', '200'),
    {
      // No client of the table has a recent identity confirmation.
      ...accountPage('POST /account/leave', '/account/leave', '303 /account/confirm?next=%2Faccount%2Fleave'),
      body: new URLSearchParams({ shown: '0' }),
    },
    accountPage('GET /account/data', '/account/data', '200'),
    accountPage('GET /become-a-mentor/check', '/become-a-mentor/check', '200'),
    ...[
      { response: '400', body: {} },
      { response: '422', body: { intent: 'mail', kind: 'work_address', address: 'someone@gmail.com' } },
      { response: '400', body: { intent: 'mail', kind: 'no_such_kind', address: 'someone@leeds.ac.uk' } },
      { response: '422', body: { intent: 'code', kind: 'work_address', code: '000000' } },
      { response: '404', body: { intent: 'remove', document: UNKNOWN_ID } },
      { response: '404', body: { intent: 'remove', document: 'malformed' } },
    ].map(({ response, body }) => ({
      ...accountPage('POST /become-a-mentor/check', '/become-a-mentor/check', response),
      body: new URLSearchParams(body as Record<string, string>),
    })),
    // Of a link that is none.
    accountPage('GET /claim', '/claim', '404'),
    accountPage('POST /claim', '/claim', '404'),

    // The desk of a mentor.
    ...['', '/hours', '/sessions', '/money', '/codes', '/pause', '/calendars'].flatMap((part) => {
      const path = `/desk${part}`
      return [to(`GET ${path}`, path, mentors(path, '200')), to(`POST ${path}`, path, mentors(path, '400'))]
    }),
    to('GET /desk/statistics', '/desk/statistics', mentors('/desk/statistics', '200')),
    // This product pays in batches: there is no account to come back from, to open or to set up.
    ...['/return', '/refresh'].map((part) => {
      const path = `/desk/money${part}`
      return to(`GET ${path}`, path, mentors(path, '302 /desk/money'))
    }),
    // No money has moved.
    ...['/:month', '/:month.pdf', '/:month/:number', '/:month/:number.pdf'].map((part) => {
      const route = `/desk/money/statements${part}`
      const path = route.replace(':month', '2030-01').replace(':number', 'F-2030-000001')
      return to(`GET ${route}`, path, mentors(path, '404'))
    }),
    ...['set-up', 'dashboard', 'unknown'].map((intent) => ({
      ...to('POST /desk/money', '/desk/money', mentors('/desk/money', '400')),
      body: new URLSearchParams({ intent, accountCountry: 'GB' }),
    })),
    ...['read', 'remove'].map((intent) => ({
      ...to('POST /desk/calendars', '/desk/calendars', mentors('/desk/calendars', '404')),
      body: new URLSearchParams({ intent, id: UNKNOWN_ID }),
    })),
    ...[UNKNOWN_ID, 'malformed'].map((id) => ({
      ...to('POST /desk/codes', '/desk/codes', mentors('/desk/codes', '404')),
      body: new URLSearchParams({ intent: 'disable', id }),
    })),
    ...[people['suspended'].sessionId, UNKNOWN_ID, 'malformed'].flatMap((id) =>
      // Whether a passkey is theirs is revealed only after a recent identity confirmation.
      [
        ['end-session', '404'],
        ['remove-passkey', id === 'malformed' ? '404' : '303 /account/confirm?next=%2Faccount%2Fsecurity'],
      ].map(([intent = '', expected = '']) => ({
        ...accountPage('POST /account/security', '/account/security', expected),
        body: new URLSearchParams({ intent, id }),
      })),
    ),

    // Signing in and signing up.
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
    ...missing('/verify-email', '/verify-email?token=forged'),
    to('GET /reopen', '/reopen', '200'),
    ...missing('/reopen', '/reopen?token=forged'),
    to('GET /sign-out', '/sign-out', '303 /'),
    { ...to('POST /sign-out', '/sign-out', '303 /'), endsSession: true },
  ]
}

/**
 * What an admin can do to a submission, in requests that are refused, so that the table can be repeated: about a version
 * that was not read, without a reason, in a state in which it is not possible, and about another's submission.
 */
function reviewCases({ id, submissionId }: World['pending']) {
  const unread = { submission: submissionId, version: '99' }
  const requests: { intent: string; response: string; body: Record<string, string> }[] = [
    { intent: '', response: '400', body: {} },
    { intent: 'accept', response: '409', body: unread },
    { intent: 'accept', response: '404', body: { submission: UNKNOWN_ID, version: '1' } },
    { intent: 'accept', response: '400', body: { submission: 'malformed', version: '1' } },
    { intent: 'accept_anyway', response: '409', body: unread },
    { intent: 'request_changes', response: '409', body: { ...unread, 'request.about': 'More.' } },
    { intent: 'request_changes', response: '400', body: unread },
    { intent: 'reject', response: '409', body: { ...unread, message: 'No.' } },
    { intent: 'reject', response: '400', body: unread },
    { intent: 'review', response: '200', body: unread },
    { intent: 'pause', response: '400', body: {} },
    { intent: 'suspend', response: '400', body: {} },
    { intent: 'confirm_check', response: '400', body: { kind: 'linkedin' } },
    { intent: 'confirm_check', response: '409', body: { kind: 'work_address' } },
    { intent: 'confirm_check', response: '400', body: { kind: 'no_such_kind', note: 'So.' } },
    { intent: 'take_back_check', response: `303 /mentor/${id}`, body: { kind: 'linkedin' } },
    { intent: 'mail_code', response: '400', body: { kind: 'work_address', address: 'someone@gmail.com' } },
    ...['pause', 'resume', 'suspend', 'reinstate'].map((intent) => ({
      intent,
      response: '409',
      body: { reason: 'So.' },
    })),
  ]
  const elsewhere = [UNKNOWN_ID, 'malformed', `${UNKNOWN_ID}%00`].flatMap((other) =>
    [
      { intent: 'accept', ...unread },
      { intent: 'suspend', reason: 'So.' },
    ].map((body) => ({ path: `/mentor/${other}`, response: '404', body })),
  )
  const here = requests.map(({ intent, response, body }) => ({
    path: `/mentor/${id}`,
    response,
    body: { intent, ...body },
  }))
  return [...here, ...elsewhere]
}

/** The requests by which a browser can change something, also in the form in which the router sends them (`.data`). */
export function changingCases(table: Case[]): Pick<Case, 'path' | 'body'>[] {
  return table
    .filter(({ route }) => route.startsWith('POST') && !route.includes('/webhooks/'))
    .flatMap(({ route, path, body }) => {
      const [address = '', query] = path.split('?')
      const isPage = !/passkeys|google|checkout-session|api\/v1/.test(route)
      return [{ path, body }, ...(isPage ? [{ path: `${address}.data${query ? `?${query}` : ''}`, body }] : [])]
    })
}
