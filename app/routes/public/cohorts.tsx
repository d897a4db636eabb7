/**
 * /cohorts — figures and a placeholder, as specification §2 has it, or the cohorts that are open once an admin has published
 * them.
 */
import { appContext } from '#server/context'
import { currentSession } from '#server/http/guards'
import { CohortCards } from '../../ui/cohorts/cohort-cards.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Figures } from '../../ui/home/figures.tsx'
import { BAND } from '../../ui/home/chart-view.ts'
import { Chart } from '../../ui/home/chart.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Route } from './+types/cohorts'
import { readCohortCards } from '../../views/cohorts/public-cohort.ts'
import { readFigures } from '../../views/home/figures.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [figures, cohorts] = await Promise.all([readFigures(app, 'home'), readCohortCards(app)])
  return { figures, cohorts, mayPropose: currentSession(context) !== null }
}

export default function Cohorts({ loaderData: { figures, cohorts, mayPropose } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Cohorts"
        description="Small groups making the same move at the same time, led by one mentor."
        path="/cohorts"
      />
      <div className="page py-10 md:py-16">
        <h1 className="page-title">Cohorts</h1>
        <p className="mt-4 max-w-3xl lead">
          A small group making the same move at the same time, with one mentor, a schedule and tasks between sessions.
        </p>
        {mayPropose && (
          <ButtonLink to="/cohorts/propose" variant="secondary" className="mt-6">
            Propose a cohort
          </ButtonLink>
        )}
      </div>
      <Figures shown={figures} className="mb-10 md:mb-16" />
      {cohorts.length > 0 ? (
        <section aria-label="Open cohorts" className="page">
          <CohortCards cohorts={cohorts} />
        </section>
      ) : (
        <ComingSoon />
      )}
    </>
  )
}

const ComingSoon = () => (
  <div className="page">
    <section className="chart-panel p-4 md:p-14">
      <Chart view={BAND} crossings={[]} />
      <div className="line grid max-w-xl justify-items-start gap-4 bg-deep p-6 md:p-10">
        <h2 className="text-3xl">Coming Soon</h2>
        <p className="text-ink-2">
          The next cohorts are being prepared. Until they open, an hour with a mentor answers most of what a cohort
          would.
        </p>
        <div className="mt-2 button-row">
          <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          <ButtonLink to="/CohortDetailsPage" variant="secondary">
            See a sample cohort
          </ButtonLink>
        </div>
      </div>
    </section>
  </div>
)
