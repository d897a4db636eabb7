/**
 * /mentors/:slug/book — booking as ordinary pages and forms: choose a session, choose a time, fill in the details, pay.
 * The address holds what is selected; what is typed is only ever posted. With scripts the page moves on without requests.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Suspense, useState } from 'react'
import { data, Link, redirectDocument, useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext, type App } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { findBookingBySecret } from '#server/bookings/holds/release'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { listZoneGroups } from '#server/platform/reference/zones'
import { findRedemption } from '#server/discounts/redemptions-queries'
import * as m from '#messages/bookings'
import { explainCodeProblem } from '#words/discounts/code-problem'
import { needsAnotherTime, type BookingProblem } from '../../../ui/bookings/booking-problem.ts'
import {
  NO_DETAILS,
  readDetails,
  withCallingCode,
  withoutAccount,
  type MenteeDetails,
} from '../../../ui/bookings/details/mentee-details.ts'
import { NO_CODE, type CodeEntry } from '../../../ui/discounts/code-entry.ts'
import { HiddenFields } from '../../../ui/bookings/hidden-fields.tsx'
import { LazySteps, loadSteps, ReloadOnFailure } from '../../../ui/bookings/dialog/lazy-steps.tsx'
import {
  readSelection,
  selectionQuery,
  currentStep,
  navigationFor,
  type Selection,
  type Step,
} from '../../../ui/bookings/selection.ts'
import { StepsSkeleton } from '../../../ui/bookings/dialog/steps-skeleton.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import type { Route } from './+types/book'
import { asksForCode, readCodeEntry, typedCodeOf } from '../../../views/discounts/quote.ts'
import { readOffer } from '../../../views/bookings/booking-offer.ts'
import { holdFromForm, toResponseInit } from '../../../views/bookings/hold-from-form.ts'

const TITLE = 'booking-title'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const query = new URL(request.url).searchParams
  const { client, setCookie } = clientOfPage(context, request)
  const offer = await readOffer(app, request, params.slug, client.browser)
  if (!offer) throw data(null, 404)
  const zones = query.get('zones') === 'all' ? listZoneGroups() : null
  await loadSteps() // So that the server draws them.
  // The address may carry a hold's secret: no cache and no other site may see it. Not `no-referrer`, since forms need an Origin.
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...cookieHeader(setCookie) }
  const session = currentSession(context)
  const known = session && { ...NO_DETAILS, name: session.name, email: session.email }
  const restored = (await restore(app, params.slug, query.get('again'))) ?? known
  const typed = withCallingCode(restored ?? NO_DETAILS, offer.callingCode)
  const code = await restoreCode(app, params.slug, query.get('again'))
  return data({ offer, zones, typed, code }, { headers })
}

const cookieHeader = (setCookie: string | null) => (setCookie ? { 'Set-Cookie': setCookie } : {})

/** What was typed for the unpaid hold with this secret. Null for any other secret, and for a booking that was paid. */
async function restore(app: App, slug: string, secret: string | null): Promise<MenteeDetails | null> {
  const booking = await findUnpaid(app, slug, secret)
  if (!booking) return null
  const { menteeName: name, menteeEmail, menteePhone: phone, topic } = booking
  return { name, email: formatEmailAddress(menteeEmail), phone, topic, terms: false }
}

async function findUnpaid(app: App, slug: string, secret: string | null) {
  const booking = secret ? await findBookingBySecret(app, secret) : undefined
  const isUnpaid = booking?.mentorSlug === slug && !booking.paidAt
  return isUnpaid && (booking.status === 'held' || booking.status === 'expired') ? booking : null
}

/** The discount code of that hold, to be applied again. */
async function restoreCode(app: App, slug: string, secret: string | null): Promise<CodeEntry> {
  const booking = secret ? await findUnpaid(app, slug, secret) : null
  const redemption = booking && booking.discountPence > 0 ? await findRedemption(app.db, booking.id) : undefined
  return { ...NO_CODE, typed: redemption?.code ?? '' }
}

/** What the page shows after a form was posted without scripts. */
type FormResult = { selection: Selection; typed: MenteeDetails; code: CodeEntry; problem: BookingProblem | null }

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readPosted(request)
  const code = { ...NO_CODE, typed: typedCodeOf(form) }
  const result: FormResult = { selection: readSelection(form), typed: readDetails(form), code, problem: null }
  if (form.get('intent') === 'choose') return result
  const email = form.get('emailInstead')
  if (typeof email === 'string')
    return { ...result, selection: { ...result.selection, details: true }, typed: { ...result.typed, email } }
  const { client, setCookie } = clientOfPage(context, request)
  const readCode = () => readCodeEntry(app, { sessionTypeId: result.selection.session ?? '' }, form, client)
  if (asksForCode(form))
    return data(
      { ...result, selection: { ...result.selection, details: true }, code: await readCode() },
      { headers: cookieHeader(setCookie) },
    )
  const leaveFor = (url: string) => redirectDocument(url, { headers: cookieHeader(setCookie) })
  const accountId = currentSession(context)?.accountId ?? null
  const held = await holdFromForm(app, form, client, accountId)
  if (held.ok) return leaveFor(held.value.payUrl) // Not redirect(): the hosted page is not ours, even in the sandbox.
  if (held.error.code === 'already_paid') return leaveFor(held.error.success)
  const details = !needsAnotherTime(held.error)
  const selection = { ...result.selection, details, at: details ? result.selection.at : null }
  const { error } = held
  const entry =
    error.code === 'code_not_valid' ? { ...code, error: explainCodeProblem(error.reason) } : await readCode()
  return data({ ...result, selection, code: entry, problem: error }, toResponseInit(error))
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const headers = new Headers(loaderHeaders)
  const retryAfter = actionHeaders.get('Retry-After')
  if (retryAfter) headers.set('Retry-After', retryAfter)
  return headers
}

/**
 * The offer holds all sessions, and all days and times of one. Only another session, a restored hold or the list of zones needs
 * the server.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate
  const changed = (name: string) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name)
  return (changed('session') && nextUrl.searchParams.has('session')) || changed('again') || changed('zones')
}

export default function Book({ loaderData, actionData, params }: Route.ComponentProps) {
  const { offer, zones } = loaderData
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState(actionData?.typed ?? loaderData.typed)
  // The account may have changed in another tab (another sign-in, or a sign-out).
  const reader = useSite()?.session?.reader
  const [filled, setFilled] = useState({ reader, by: loaderData.typed })
  if (filled.reader !== reader) {
    setFilled({ reader, by: loaderData.typed })
    if (filled.reader && filled.by) setTyped(withoutAccount(typed, filled.by))
  }
  const selection = actionData?.selection ?? readSelection(query)
  const again = query.get('again')
  const problem = actionData?.problem ?? null
  const code = actionData?.code ?? loaderData.code

  const stackBelow = (useLocation().state as { stackBelow?: Step[] } | null)?.stackBelow ?? []
  const select = (change: Partial<Selection>) => {
    const after = { ...selection, ...change }
    const way = navigationFor(selection, after, stackBelow)
    if (way === 'back') void navigate(-1)
    else
      void navigate(`/mentors/${params.slug}/book${selectionQuery(after, again)}`, {
        replace: way === 'replace',
        state: { stackBelow: way === 'push' ? [...stackBelow, currentStep(selection)] : stackBelow },
        preventScrollReset: true,
      })
  }
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={m.bookPageTitle({ notBooked: Boolean(problem), name: offer.mentor.name })} />
      <div className="mx-auto max-w-[47.5rem]">
        <p className="mb-4">
          <Link to={`/mentors/${params.slug}`} className="tall-link gap-1 wrap-anywhere">
            <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="directional shrink-0" />
            {m.mentorsPage({ name: offer.mentor.name })}
          </Link>
        </p>
        <div className="-mx-4.5 flex flex-col overflow-clip border-y border-hair sm:line sm:mx-0 sm:rounded-dialog">
          <Suspense
            fallback={
              <>
                <StepsSkeleton
                  titleId={TITLE}
                  Heading="h1"
                  mentor={offer.mentor.name}
                  coming={offer.session ? 'times' : 'sessions'}
                  session={offer.sessions.find(({ id }) => id === offer.session)}
                />
                <ReloadOnFailure />
              </>
            }
          >
            <LazySteps
              titleId={TITLE}
              heading="h1"
              offer={offer}
              selection={selection}
              zone={offer.zone ?? offer.mentor.timeZone}
              zoneKnown={offer.zone !== null}
              zones={zones}
              again={again}
              typed={typed}
              refused={problem}
              code={code}
              hiddenFields={
                <HiddenFields typed={actionData?.typed ?? null} code={code.typed} {...{ selection, again }} />
              }
              method={actionData ? 'post' : 'get'}
              summary={problem !== null}
              onSelect={select}
              onType={(change) => setTyped((before) => ({ ...before, ...change }))}
              onZone={() => void revalidate()}
              reload={() => void revalidate()}
            />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
