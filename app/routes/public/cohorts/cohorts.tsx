/**
 * /cohorts — figures and a placeholder, as specification §2 has it, or the cohorts that are open once an admin has published
 * them.
 */
import { data } from 'react-router'
import { joinCohortWaitlist } from '#server/cohorts/crossing-waitlist/join-waitlist'
import { readCrossingWaitlistForm } from '#server/cohorts/crossing-waitlist/form'
import { appContext, frameReaderContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/cohorts'
import { CohortCards } from '../../../ui/cohorts/cohort-cards.tsx'
import { CrossingWaitlistForm, type CrossingWaitlistFormResult } from '../../../ui/cohorts/crossing-waitlist-form.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Figures } from '../../../ui/home/figures.tsx'
import { BAND } from '../../../ui/home/chart-view.ts'
import { Chart } from '../../../ui/home/chart.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import type { Route } from './+types/cohorts'
import { PERSONAL } from '../../../views/accounts/sign-in-pages.ts'
import {
  describeJoinedCrossingWaitlist,
  listCrossingWaitlistChoices,
  explainCrossingWaitlistError,
} from '../../../views/cohorts/crossing-waitlist.ts'
import { readCohortCards } from '../../../views/cohorts/public-cohort.ts'
import { readFigures } from '../../../views/home/figures.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [figures, cohorts, reader] = await Promise.all([
    readFigures(app, 'home'),
    readCohortCards(app),
    context.get(frameReaderContext)(),
  ])
  return {
    figures,
    cohorts,
    choices: listCrossingWaitlistChoices(app),
    email: reader?.email ?? '',
    mayPropose: reader !== null,
  }
}

/** Joins the waitlist. The response is the same whether or not the address is on it already. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readPosted(request)
  const typed = typedIn(form)
  const read = readCrossingWaitlistForm(form)
  if (!read.ok)
    return data<CrossingWaitlistFormResult>({ typed, errors: read.error }, { status: 400, headers: PERSONAL })
  const { client, setCookie } = clientOfPage(context, request)
  const headers = { ...PERSONAL, ...(setCookie && { 'Set-Cookie': setCookie }) }
  const { email, from, to, intake } = read.value
  const crossing = { fromCountry: from, toCountry: to }
  const joined = await joinCohortWaitlist(
    app,
    { email, from, to, intake, timeZone: zoneOfCookie(client.cookies) },
    { client, session: currentSession(context) },
  )
  const result = (more: Omit<CrossingWaitlistFormResult, 'typed'>): CrossingWaitlistFormResult => ({ typed, ...more })
  if (joined.ok)
    return data(result({ result: describeJoinedCrossingWaitlist(email, crossing, joined.value.confirmed) }), {
      headers,
    })
  const words = result(explainCrossingWaitlistError(joined.error, crossing))
  if (joined.error.code !== 'too_many')
    return data(words, { status: joined.error.code === 'invalid' ? 400 : 409, headers })
  return data(words, { status: 429, headers: { ...headers, 'Retry-After': String(joined.error.retryAfter) } })
}

/** After a form the page is its sender's. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Cohorts({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, cohorts, choices, email, mayPropose } = loaderData
  const isOpen = cohorts.length > 0
  return (
    <>
      <PageHead title={m.cohorts()} description={m.cohortsDescription()} path="/cohorts" />
      <div className="page py-10 md:py-16">
        <h1 className="page-title">{m.cohorts()}</h1>
        <p className="mt-4 max-w-3xl lead">{m.cohortsLead()}</p>
        {mayPropose && (
          <ButtonLink to="/cohorts/propose" variant="secondary" className="mt-6">
            {m.proposeCohort()}
          </ButtonLink>
        )}
      </div>
      <Figures shown={figures} className="mb-10 md:mb-16" />
      {isOpen ? (
        <section aria-label={m.openCohorts()} className="page">
          <CohortCards cohorts={cohorts} />
        </section>
      ) : (
        <ComingSoon />
      )}
      <div className="mt-12 page md:mt-16">
        <CrossingWaitlistForm choices={choices} email={email} others={isOpen} result={actionData} />
      </div>
    </>
  )
}

const ComingSoon = () => (
  <div className="page">
    <section className="chart-panel p-4 md:p-14">
      <Chart view={BAND} />
      <div className="line grid max-w-xl justify-items-start gap-4 bg-deep p-6 md:p-10">
        <h2 className="text-3xl">{m.comingSoon()}</h2>
        <p className="text-ink-2">{m.comingSoonText()}</p>
        <div className="mt-2 button-row">
          <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
          <ButtonLink to="/CohortDetailsPage" variant="secondary">
            {m.seeSample()}
          </ButtonLink>
        </div>
      </div>
    </section>
  </div>
)
