/** /cohorts — figures and a placeholder. Specification §2: cohorts are not shown publicly yet. */
import { ButtonLink } from '../../ui/button.tsx'
import { COHORT_FIGURES, Figures } from '../../ui/figures.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProsePage } from '../../ui/prose.tsx'

export default function Cohorts() {
  return (
    <ProsePage
      title="Cohorts"
      lead="A small group making the same move at the same time, with one mentor, a schedule and tasks between sessions."
    >
      <PageHead
        title="Cohorts"
        description="Small groups making the same move at the same time, led by one mentor. Coming soon."
        path="/cohorts"
      />
      <div className="mt-8 grid max-w-4xl gap-10">
        <Figures figures={COHORT_FIGURES} />
        <section className="graticule line grid justify-items-start gap-4 rounded-card p-6 md:p-10">
          <div className="line grid max-w-xl justify-items-start gap-4 bg-deep p-6 md:p-8">
            <h2 className="text-3xl">Coming Soon</h2>
            <p className="text-ink-2">
              The next cohorts are being prepared. Until they open, an hour with a mentor answers most of what a cohort
              would.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
              <ButtonLink to="/CohortDetailsPage" variant="secondary">
                See a sample cohort
              </ButtonLink>
            </div>
          </div>
        </section>
      </div>
    </ProsePage>
  )
}
