/** / — what Landfall is, who the mentors are, how it works, and five questions with their answers. */
import { everybody } from '#domain/search/criteria'
import { appContext } from '#server/context'
import { findMentors } from '#server/search/sync'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Faq } from '../../ui/home/faq.tsx'
import { Figures } from '../../ui/home/figures.tsx'
import { Carousel } from '../../ui/home/carousel.tsx'
import { ChartHead } from '../../ui/home/chart-head.tsx'
import { Steps } from '../../ui/home/steps.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { useSite } from '../../ui/layout/site.ts'
import { Split } from '../../ui/layout/split.tsx'
import { SiteData } from '../../ui/layout/structured-data.tsx'
import type { Route } from './+types/home'
import { readChart } from '../../views/home/home-chart.ts'
import { cardOf } from '../../views/mentors/mentor-cards.ts'
import { readFigures } from '../../views/home/figures.ts'

/**
 * How many mentors the carousel shows. Each is in the HTML twice, as markup and as data, and the first paint waits for
 * it.
 */
const ROW_LENGTH = 12

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ mentors }, chart, figures] = await Promise.all([
    findMentors(app, everybody, null),
    readChart(app.db),
    readFigures(app, 'home'),
  ])
  return { mentors: mentors.slice(0, ROW_LENGTH).map(cardOf), chart, figures }
}

/** The first visit finds the visitor's time zone and would reload the page's data, but nothing here depends on it. */
export const shouldRevalidate = () => false

export default function Home({ loaderData: { mentors, chart, figures } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageHead
        description="One hour with a mentor from where you are, living where you are going. Visas, flats, first term, first job."
        path="/"
      />
      <SiteData />
      <ChartHead crossings={chart}>
        <h1 className="text-3xl sm:text-4xl md:text-5xl">
          Talk to someone who has{' '}
          <em className="font-place font-normal tracking-tight text-magenta">already made the crossing</em>
        </h1>
        <p className="mt-5 lead">
          One hour with a mentor from where you are, living where you are going. Visas, flats, first term, first job.
        </p>
        <div className="mt-7 grid gap-3 sm:flex">
          <ButtonLink to="/mentors" className="px-5">
            Find a Mentor
          </ButtonLink>
          <ButtonLink to="/mentors" variant="secondary" className="px-5">
            How It Works
          </ButtonLink>
        </div>
      </ChartHead>
      {mentors.length > 0 && (
        <Carousel
          title="Mentors who have made landfall"
          lead="Each one was reviewed by a person before appearing here."
          mentors={mentors}
        />
      )}
      <Figures shown={figures} className="section-gap" />
      <section className="page section-gap">
        <h2 className="text-3xl">How it works</h2>
        <div className="mt-8">
          <Steps />
        </div>
      </section>
      <Split
        title="Questions people ask first"
        aside={
          site && (
            <p className="mt-3 text-ink-2">
              Something else? Write to{' '}
              <a href={`mailto:${site.supportEmail}`} className="link wrap-anywhere">
                {site.supportEmail}
              </a>
            </p>
          )
        }
      >
        <Faq />
      </Split>
      <section className="page section-gap">
        <div className="line flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card bg-land p-6 md:p-11">
          <div className="max-w-2xl">
            <h2 className="text-3xl">Your questions have been asked before</h2>
            <p className="mt-3 text-lg">
              Somebody stood where you stand and can tell you what the next three months are like.
            </p>
          </div>
          <ButtonLink to="/mentors" className="px-5 max-sm:w-full">
            Find a Mentor
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
