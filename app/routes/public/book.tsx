/**
 * /mentors/:slug/book — booking as ordinary pages and forms: a session, a time, the details, and off to pay. Where a
 * visitor is stands in the address; what they typed is only ever posted. With scripts the same page answers by itself.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Suspense, useState } from 'react'
import { data, Link, redirectDocument, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { clientOfPage } from '#server/http/client'
import { appContext, type App } from '#server/context'
import { readPosted } from '#server/http/form'
import { currentSession } from '#server/http/guards'
import { findBookingBySecret } from '#server/bookings/release'
import { listZoneGroups } from '#server/reference/zones'
import { Kept } from '../../ui/bookings/hidden-fields.tsx'
import { fetchSteps, LateSteps, ReloadOnFailure } from '../../ui/bookings/lazy-steps.tsx'
import { placeQuery, readPlace, type Place } from '../../ui/bookings/offer.ts'
import { wantsAnotherTime, type Refusal } from '../../ui/bookings/booking-problem.ts'
import { StepsSkeleton } from '../../ui/bookings/steps-skeleton.tsx'
import { NOTHING_TYPED, readTyped, type Typed } from '../../ui/bookings/details/mentee-details.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Route } from './+types/book'
import { answerOf, bookFromForm, readOffer } from '../../views/bookings/booking-offer.ts'

const TITLE = 'booking-title'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const asked = new URL(request.url).searchParams
  const { client, setCookie } = clientOfPage(context, request)
  const offer = await readOffer(app, request, params.slug, client.browser)
  if (!offer) throw data(null, 404)
  const zones = asked.get('zones') === 'all' ? listZoneGroups() : null
  await fetchSteps() // The page is drawn whole.
  // The address may hold a hold's secret: it goes nowhere else and into no cache. `same-origin`, since forms need an Origin.
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...cookieHeader(setCookie) }
  const session = currentSession(context)
  const known = session && { ...NOTHING_TYPED, name: session.name, email: session.email }
  const typed = (await restore(app, params.slug, asked.get('again'))) ?? known
  return data({ offer, zones, typed }, { headers })
}

const cookieHeader = (setCookie: string | null) => (setCookie ? { 'Set-Cookie': setCookie } : {})

/** What the holder of this secret typed; for no other secret anything, and nothing of what was booked. */
async function restore(app: App, slug: string, secret: string | null): Promise<Typed | null> {
  const booking = secret ? await findBookingBySecret(app, secret) : undefined
  if (!booking || booking.mentor_slug !== slug || booking.paid_at) return null
  if (booking.status !== 'held' && booking.status !== 'expired') return null
  const { mentee_name: name, mentee_email: email, mentee_phone: phone, topic } = booking
  return { name, email, phone, topic, terms: false }
}

/** Where a form without scripts leads, with all that was typed. */
type Answer = { place: Place; typed: Typed; refusal: Refusal | null }

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const answer: Answer = { place: readPlace(form), typed: readTyped(form), refusal: null }
  if (form.get('intent') === 'choose') return answer
  const { client, setCookie } = clientOfPage(context, request)
  const leaveFor = (url: string) => redirectDocument(url, { headers: cookieHeader(setCookie) })
  const accountId = currentSession(context)?.accountId ?? null
  const held = await bookFromForm(context.get(appContext), form, client, accountId)
  if (held.ok) return leaveFor(held.value.payUrl) // Not redirect(): the hosted page is no page of ours, even in the sandbox.
  if (held.error.code === 'already_paid') return leaveFor(held.error.success)
  const details = !wantsAnotherTime(held.error)
  const place = { ...answer.place, details, at: details ? answer.place.at : null }
  return data({ ...answer, place, refusal: held.error }, answerOf(held.error))
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const headers = new Headers(loaderHeaders)
  const retryAfter = actionHeaders.get('Retry-After')
  if (retryAfter) headers.set('Retry-After', retryAfter)
  return headers
}

/** Days and times are all here: only another session, or a restored hold, asks the server again. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate
  return ['session', 'again', 'zones'].some(
    (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
  )
}

export default function Book({ loaderData, actionData, params }: Route.ComponentProps) {
  const { offer, zones } = loaderData
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState(actionData?.typed ?? loaderData.typed ?? NOTHING_TYPED)
  const place = actionData?.place ?? readPlace(query)
  const again = query.get('again')
  const refusal = actionData?.refusal ?? null

  const go = (change: Partial<Place>) =>
    void navigate(`/mentors/${params.slug}/book${placeQuery({ ...place, ...change }, again)}`, {
      preventScrollReset: true,
    })
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={`${refusal ? 'Not booked yet: ' : ''}Book ${offer.mentor.name}`} />
      <div className="mx-auto max-w-[47.5rem]">
        <p className="mb-4">
          <Link to={`/mentors/${params.slug}`} className="link inline-flex min-h-11 items-center gap-1 wrap-anywhere">
            <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            {offer.mentor.name}’s page
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
            <LateSteps
              titleId={TITLE}
              heading="h1"
              offer={offer}
              place={place}
              zone={offer.zone ?? offer.mentor.timeZone}
              zoneKnown={offer.zone !== null}
              zones={zones}
              again={again}
              typed={typed}
              refused={refusal}
              kept={<Kept typed={actionData?.typed ?? null} place={place} again={again} />}
              method={actionData ? 'post' : 'get'}
              summary={refusal !== null}
              go={go}
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
