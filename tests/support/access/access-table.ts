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

const leadBack = (page: string, path: string) => `302 ${page}?next=${encodeURIComponent(path)}`
const bothMentors = (response: string) => ({ mentor: response, 'other mentor': response })

/** For whom a route is: the response of all others, and those of some. `path`: to which signing in leads back. */
const AUDIENCES = {
  everyone: (response: string) => ({ others: response }),
  'the signed in': (response: string, path: string) => ({ others: response, visitor: leadBack('/sign-in', path) }),
  /** The same for requests of scripts, which follow no redirect. */
  'the signed in, by script': (response: string) => ({ others: response, visitor: '401' }),
  visitors: (response: string) => ({ others: '303 /', visitor: response, admin: '303 /admin-dashboard' }),
  'all but admins': (response: string) => ({ others: response, admin: '303 /admin-dashboard' }),
  admins: (response: string, path: string) => ({
    others: '403',
    visitor: leadBack('/AdminLogin', path),
    admin: response,
  }),
  mentors: (response: string, path: string) => ({
    others: '302 /become-a-mentor',
    visitor: leadBack('/sign-in', path),
    ...bothMentors(response),
  }),
  /** Mentors whose page is public edit it instead. */
  'all but mentors': (response: string) => ({ others: response, ...bothMentors('302 /become-a-mentor') }),
  'the signed in but mentors': (response: string, path: string) => ({
    others: response,
    visitor: leadBack('/sign-in', path),
    ...bothMentors('302 /become-a-mentor'),
  }),
  'proposer and admins': (response: string, path: string) => ({
    others: '404',
    visitor: leadBack('/sign-in', path),
    mentor: response,
    admin: response,
  }),
  'mentee and mentor': (response: string) => ({ others: '404', member: response, mentor: response }),
  'the mentee': (response: string) => ({ others: '404', member: response }),
  'the mentor': (response: string) => ({ others: '404', mentor: response }),
} satisfies Record<string, (response: string, path: string) => { others: string } & Partial<Case['expected']>>

/**
 * A route with the values of its parameters in brackets, then what each method gets. A POST sends an empty form or what follows
 * "with", a form or JSON. A line with <a|b> is one line with a and one with b. $names: `nameThings`.
 */
const TABLE: Record<keyof typeof AUDIENCES, string> = {
  everyone: String.raw`
    /<|mentors|crossings|mentor_profile|success|cancel|problem|erased|confirm|cohorts|CohortDetailsPage|about|contat>  GET 200
    /<faq|terms|privacy|ui|zone|currency|check-camera|saved|become-a-mentor|BeOurMentor>  GET 200
    /<zone|currency|success|cohorts>  POST 400
    /confirm  POST 404
    /<theme|language>  GET 302 /, POST 400
    /saved/change  GET 302 /saved, POST 400
    /discount  GET 404, POST 404
    /*(nowhere)  GET 404

    # What a visitor typed is kept while they sign in.
    /become-a-mentor/draft  GET 302 /become-a-mentor/apply
    /become-a-mentor/errors  GET 302 /become-a-mentor/apply, POST 400
    /become-a-mentor/picture  GET 302 /become-a-mentor/apply#apply-step-picture
    /become-a-mentor/completions?field=city&country=DE&typed=ber  GET 200
    /cohorts/propose/draft  GET 302 /cohorts/propose
    /cohorts/propose/picture  GET 302 /cohorts/propose?change#apply-picture-part

    # Cohorts are not published.
    /cohorts/:slug($proposed)  GET 404
    /cohorts/:slug($cohort)/<join|waiting>  GET 404, POST 404
    /cohorts/:slug($cohort)/joined  GET 200, POST 404

    # A public mentor, one who is not public yet, and an unknown one, who sells no package.
    /mentors/:slug(farai-moyo)<|/book|/booking|/waiting|/preview.png>  GET 200
    /mentors/:slug($unlisted)<|/book|/booking|/waiting|/preview.png>  GET 404
    /mentors/:slug(farai-moyo)/<book|booking>  POST 404
    /mentors/:slug(farai-moyo)/waiting  POST 400
    /mentors/:slug($unlisted)/waiting  POST 404
    /mentors/:slug(nobody)/package  GET 404, POST 400
    /<api|api/v1>/mentors/:slug(farai-moyo)  GET 200
    /<api|api/v1>/mentors/:slug($unlisted)  GET 404
    /api/mentors/:slug(farai-moyo)/slots?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z  GET 200
    /api/mentors/:slug($unlisted)/slots?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z  GET 404
    /api/v1/mentors/:slug(farai-moyo)/slots?from=2030-01-01&to=2030-01-02  GET 200
    /api/v1/mentors/:slug($unlisted)/slots?from=2030-01-01&to=2030-01-02  GET 404
    /mentors/in/:destination(australia)  GET 200
    /mentors/in/:destination(atlantis)  GET 404
    /mentors/from/:origin(india)/to/:destination(united-kingdom)  GET 200
    /mentors/from/:origin(india)/to/:destination(atlantis)  GET 404

    # Bookings that do not exist, and parts of them that this one does not have: a receipt of a payment.
    /bookings  GET 200, POST 400
    /bookings/:reference(<B-2222-2222|malformed|$seat|$bought>)  GET 404
    /bookings/:reference(B-2222-2222)/<join|calendar.ics|brief>  GET 404
    /bookings/:reference(B-2222-2222)/<cancel|absent|feedback|problem|here|complete|links|erase>  GET 404, POST 404
    /bookings/:reference(B-2222-2222)/<move|proposal|propose|messages>  GET 404, POST 404
    /bookings/:reference(B-2222-2222)/:secret(malformed)  GET 404
    /bookings/:reference($booking)/:secret($secret)  GET 404
    /bookings/:reference($booking)/receipt<|/:number(R-2030-000001).pdf>  GET 404
    /seats/:reference(<malformed|$booking>)  GET 404
    /seats/:reference($booking)<|/cancel>  POST 404
    /seats/:reference($booking)/cancel  GET 404
    /seats/:reference(B-2222-2222)/erase  GET 404, POST 404
    /seats/:reference($seat)/:secret($secret)  GET 404
    /seats/:reference($seat)/receipt<|/:number(R-2030-000001).pdf>  GET 404
    /packages/bought  GET 200
    /packages/:reference($seat)  GET 404
    /packages/:reference(B-2222-2222)/<book|refund|erase>  GET 404, POST 404
    /packages/:reference($bought)/:secret($secret)  GET 404
    /packages/:reference($bought)/receipt/:number(R-2030-000001).pdf  GET 404
    /feedback/:id(<$id|malformed>)  GET 404, POST 404

    # Links that open nothing.
    /calendar/:file(<malformed|$feed.ics>)  GET 404
    /pay/:token($secret)  GET 404, POST 404
    /pay/:token($secret)/paid  GET 404
    /payment-links/:reference(B-2222-2222)/:secret($secret)  GET 404, POST 404
    /waiting?link=forged  GET 404, POST 404
    /<verify-email|reopen>?token=forged  GET 404, POST 404
    /set-password?token=forged  GET 404, POST 400

    # Signing in and out, also without a page.
    /forgot-password  GET 200, POST 400
    /reopen  GET 200
    /sign-in/dialog  GET 303 /sign-in, POST 400
    /sign-out  GET 303 /, POST 303 /
    /passkeys/challenge  POST 200 with {}
    /passkeys/sign-in  POST 401 with {}
    /passkeys/*(nothing)  ALL 404
    /google  POST 404
    /api/auth/callback/google?code=forged&state=forged  GET 404

    # Not pages.
    /<metrics|robots.txt|sitemap.xml|sitemap-pages.xml|llms.txt|manifest.webmanifest|preview.png|readyz|healthz>  GET 200
    /api/<mentors|openapi.json|docs|v1/mentors|v1/openapi.json>  GET 200
    /:file{sitemap-[1-9][0-9]{0,3}\.xml}(sitemap-1.xml)  GET 200
    /:file{sitemap-[1-9][0-9]{0,3}\.xml}(sitemap-9.xml)  GET 404
    /pictures/:key(AAAAAAAAAAAAAAAAAAAAAA)/:file(96.avif)  GET 404
    /assets/*(nothing.js)  ALL 404
    /<api|api/v1>/*(nothing)  ALL 404
    /api/v1/mentors/*(farai-moyo)  ALL 200
    /api/v1/openapi.json  ALL 200
    /readyz  ALL 200
    /webhooks/stripe  POST 400 with {"id":"evt_forged"}

    # By a secret alone: being signed in opens nothing here.
    /api/v1/bookings<|/:reference($booking)>  GET 401
    /api/v1/bookings/:reference($booking)/cancel  ALL 405, POST 401 with {}
    /api/v1/packages/:reference($bought)  GET 400
    /api/v1/packages/:reference($bought)/<cancel|sessions>  ALL 405, POST 400 with {}
    /<create-checkout-session|api/v1/checkout|api/v1/packages>  ALL 405, POST 400 with {}`,

  visitors: `
    /<sign-in|sign-in/code|sign-up>  GET 200, POST 400`,

  'all but admins': `
    /AdminLogin  GET 200, POST 400`,

  'the signed in': `
    /account<|/picture|/security|/second-step|/confirm|/leave|/calendar>  GET 200, POST 400
    /account/<bookings|data>  GET 200
    /<profile|profile/picture|cohorts/propose|become-a-mentor/check>  GET 200, POST 400
    /<become-a-mentor|BeOurMentor|become-a-mentor/picture|cohorts/propose/picture>  POST 400
    /claim  GET 404, POST 404
    # It waits for review.
    /cohorts/:slug($proposed)/members  GET 404, POST 404
    # No client of the table has a recent identity confirmation, before which no page says whether a passkey is theirs.
    /account/leave  POST 303 /account/confirm?next=%2Faccount%2Fleave with shown=0
    /account/security  POST 404 with intent=end-session&id=<$session|$id|malformed>
    /account/security  POST 303 /account/confirm?next=%2Faccount%2Fsecurity with intent=remove-passkey&id=<$session|$id>
    /account/security  POST 404 with intent=remove-passkey&id=malformed
    /become-a-mentor/check  POST 422 with intent=mail&kind=work_address&address=someone@gmail.com
    /become-a-mentor/check  POST 400 with intent=mail&kind=no_such_kind&address=someone@leeds.ac.uk
    /become-a-mentor/check  POST 422 with intent=code&kind=work_address&code=000000
    /become-a-mentor/check  POST 404 with intent=remove&document=<$id|malformed>`,

  'the signed in, by script': `
    /<become-a-mentor|cohorts/propose>/draft  POST 400 with {}
    /passkeys<|/registration>  POST 403 with {}`,

  'all but mentors': `
    /become-a-mentor/apply  GET 200`,

  'the signed in but mentors': `
    /become-a-mentor/apply  POST 400`,

  mentors: `
    /desk<|/hours|/sessions|/money|/codes|/pause|/calendars>  GET 200, POST 400
    /desk/statistics  GET 200
    # This product pays in batches: there is no account to come back from, to open or to set up. No money has moved.
    /desk/money/<return|refresh>  GET 302 /desk/money
    /desk/money  POST 400 with accountCountry=GB&intent=<set-up|dashboard|unknown>
    /desk/money/statements/:month(2030-01)<|.pdf|/:number(F-2030-000001)|/:number(F-2030-000001).pdf>  GET 404
    /desk/calendars  POST 404 with intent=<read|remove>&id=$id
    /desk/codes  POST 404 with intent=disable&id=<$id|malformed>`,

  'proposer and admins': `
    /cohorts/:slug($cohort)/members  GET 200, POST 400`,

  'mentee and mentor': `
    /bookings/:reference($booking)<|/join|/calendar.ics>  GET 200
    /bookings/:reference($booking)/<cancel|messages>  GET 200, POST 400
    /bookings/:reference($booking)/cancel  POST 400 with shown=-1
    # More than is due.
    /bookings/:reference($booking)/cancel  POST 409 with shown=999999999
    # Its session is still to come: “I’m here” leads back, and the forms refuse.
    /bookings/:reference($booking)/here  GET 302 /bookings/$booking, POST 303 /bookings/$booking
    /bookings/:reference($booking)/<absent|feedback|problem>  GET 200, POST 409`,

  'the mentee': `
    /bookings/:reference($booking)/<move|proposal>  GET 200, POST 400
    /bookings/:reference($booking)/links  GET 200
    /seats/:reference($seat)<|/cancel>  GET 200, POST 400
    /seats/:reference($seat)/calendar.ics  GET 200
    /packages/:reference($bought)<|/receipt>  GET 200
    /packages/:reference($bought)/<book|refund>  GET 200, POST 400
    # Erased with the account.
    /<bookings/:reference($booking)|seats/:reference($seat)|packages/:reference($bought)>/erase  GET 302 /account/leave
    /<bookings/:reference($booking)|seats/:reference($seat)|packages/:reference($bought)>/erase  POST 303 /account/leave`,

  'the mentor': `
    /bookings/:reference($booking)/brief  GET 200
    /bookings/:reference($booking)/propose  GET 200, POST 400
    /bookings/:reference($booking)/complete  GET 200, POST 409`,

  admins: `
    /admin-dashboard<|/bookings|/completion|/feedback|/people|/settings|/webhooks|/payouts|/codes|/api-keys|/cohorts>  GET 200, POST 400
    /admin-dashboard/<audit|mentors|imported|imported?page=-1|settings?country=ZZ>  GET 200
    /admin-dashboard/<completion|feedback|mentors|people|audit>?after=malformed&q=%00%25&person=$id&do=none&hide=x&status=none  GET 200
    /admin-dashboard  POST 409 with intent=refund&id=$id
    /admin-dashboard/people  POST 404 with do=suspend&reason=x&id=$id
    /admin-dashboard/bookings?after=1.malformed&q=%00&status=none  GET 200
    /admin-dashboard/bookings?open=$booking  GET 200, POST 400
    /admin-dashboard/bookings?open=malformed  GET 404
    /admin-dashboard/bookings?open=B-2222-2222  POST 404
    /admin-dashboard/bookings/export  GET 302 /admin-dashboard/bookings, POST 200
    /admin-dashboard/bookings/:reference($booking)  GET 200, POST 400
    /admin-dashboard/bookings/:reference(B-2222-2222)  GET 404, POST 404
    /admin-dashboard/bookings/:reference($booking)/receipts/:number(R-2030-000001).pdf  GET 404
    /admin-dashboard/codes?add=<code|batch|x&after=malformed&q=%00%25&batch=%00&done=x>  GET 200
    /admin-dashboard/codes?add=code  POST 400 with intent=code&mentors=no-one
    /admin-dashboard/codes  POST 303 /admin-dashboard/codes?done=unchanged with intent=disable&id=$id
    /admin-dashboard/codes/export  GET 302 /admin-dashboard/codes, POST 404
    /admin-dashboard/webhooks?endpoint=<malformed&before=x&done=y|$id&before=1>  GET 200
    /admin-dashboard/webhooks  POST 409 with intent=<test|replay|remove&version=1|renew&version=1>&id=$id
    /admin-dashboard/payouts/files  GET 302 /admin-dashboard/payouts
    /admin-dashboard/payouts/files  POST 404 with <batch=$id|batch=malformed|year=malformed>
    /admin-dashboard/api-keys  POST 400 with intent=create
    /admin-dashboard/api-keys  POST 404 with intent=revoke&id=$id
    # No client of the table has a recent identity confirmation.
    /admin-dashboard/api-keys  POST 303 /account/confirm?next=%2Fadmin-dashboard%2Fapi-keys with intent=create&name=Ledger&scope=bookings:read
    /cohort/:id($cohortId)  GET 200, POST 400
    /cohort/:id(malformed)  GET 404, POST 404
    /cohort/:id($id)  GET 404, POST 404 with intent=accept&version=1
    /mentor/:id(<$mentor|$pending>)  GET 200
    /mentor/:id(<$id|$id%00|malformed>)  GET 404
    /mentor/:id($mentor)/claim-link  GET 200, POST 400
    /mentor/:id(<$id|malformed>)/claim-link  GET 404
    /mentor/:id($pending)/documents/:document($id)  GET 302 /mentor/$pending, POST 404
    /mentor/:id(malformed)/documents/:document(malformed)  GET 404
    /mentor/:id($id)/documents/:document($id)  POST 404
    /mentor/:id($pending)/documents/:document(malformed)  POST 404

    # What an admin can do to a submission, in requests that are refused, so that the table can be repeated: about a version that was
    # not read, without a reason, in a state in which it is not possible, and about another's submission.
    /mentor/:id($pending)  POST 400 with intent=
    /mentor/:id($pending)  POST 409 with intent=<accept|accept_anyway>&submission=$submission&version=99
    /mentor/:id($pending)  POST 404 with intent=accept&submission=$id&version=1
    /mentor/:id($pending)  POST 400 with intent=accept&submission=malformed&version=1
    /mentor/:id($pending)  POST 409 with intent=<request_changes&request.about=More.|reject&message=No.>&submission=$submission&version=99
    /mentor/:id($pending)  POST 400 with intent=<request_changes|reject>&submission=$submission&version=99
    /mentor/:id($pending)  POST 200 with intent=review&submission=$submission&version=99
    /mentor/:id($pending)  POST 400 with intent=<pause|suspend|confirm_check&kind=linkedin|confirm_check&kind=no_such_kind&note=So.>
    /mentor/:id($pending)  POST 409 with intent=<pause|resume|suspend|reinstate>&reason=So.
    /mentor/:id($pending)  POST 409 with intent=confirm_check&kind=work_address
    /mentor/:id($pending)  POST 303 /mentor/$pending with intent=take_back_check&kind=linkedin
    /mentor/:id($pending)  POST 400 with intent=mail_code&kind=work_address&address=someone@gmail.com
    /mentor/:id(<$id|malformed|$id%00>)  POST 404 with intent=accept&submission=$submission&version=99
    /mentor/:id(<$id|malformed|$id%00>)  POST 404 with intent=suspend&reason=So.`,
}

const nameThings = ({ people, pending, cohort, booking, seat, bought }: World): Record<string, string> => ({
  booking: booking.reference,
  seat: seat.reference,
  cohort: seat.slug,
  bought: bought.reference,
  proposed: cohort.slug,
  cohortId: cohort.id,
  mentor: people.mentor.mentorId!,
  pending: pending.id,
  unlisted: pending.slug,
  submission: pending.submissionId,
  session: people.suspended.sessionId,
  id: '00000000-0000-4000-8000-000000000000',
  secret: 'A'.repeat(43),
  feed: 'A'.repeat(65),
})

export function accessTable(world: World): Case[] {
  const things = nameThings(world)
  return Object.entries(TABLE).flatMap(([audience, rows]) =>
    rows
      .split('\n')
      .map((row) => row.trim())
      .filter((row) => row !== '' && !row.startsWith('#'))
      .flatMap(expandChoices)
      .map((row) => row.replaceAll(/\$(\w+)/g, (_, name: string) => things[name]!))
      .flatMap((row) => readRow(row, audience as keyof typeof AUDIENCES)),
  )
}

/** "a<b|c>": "ab", "ac". */
function expandChoices(text: string): string[] {
  const [choice, among] = /<([^<>]*)>/.exec(text) ?? []
  if (choice === undefined) return [text]
  return among!.split('|').flatMap((each) => expandChoices(text.replace(choice, () => each)))
}

const PARAMETER = /(:\w+(?:\{.*\})?|\*)\(([^)]*)\)/g

function readRow(row: string, audience: keyof typeof AUDIENCES): Case[] {
  const [place = '', responses = ''] = row.split('  ')
  const path = place.replaceAll(PARAMETER, '$2')
  const [address = ''] = path.split('?')
  const [pattern] = place.replaceAll(PARAMETER, '$1').split('?')
  return responses.split(', ').map((each) => {
    const [, method = '', response = '', sent = ''] = /^(\w+) (.+?)(?: with (.*))?$/.exec(each)!
    const { others, ...some } = AUDIENCES[audience](response, method === 'POST' ? address : path)
    const route = `${method} ${pattern}`
    return {
      route,
      path,
      ...(method === 'POST' && {
        body: sent.startsWith('{') ? (JSON.parse(sent) as object) : new URLSearchParams(sent),
      }),
      expected: { ...(Object.fromEntries(REQUESTERS.map((who) => [who, others])) as Case['expected']), ...some },
      ...(route === 'POST /sign-out' && { endsSession: true as const }),
    }
  })
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
