/** / — what Landfall is, who the mentors are, how it works, and five questions with their answers. */
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { everybody } from '#domain/search/criteria'
import { appContext } from '#server/context'
import { findMentors, listInRotation } from '#server/search/sync'
import * as m from '#messages/site'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Booked } from '../../../ui/home/booked.tsx'
import { Faq } from '../../../ui/home/faq.tsx'
import { Figures } from '../../../ui/home/figures.tsx'
import { Carousel } from '../../../ui/home/carousel.tsx'
import { Legend } from '../../../ui/home/legend.tsx'
import { MoveForm } from '../../../ui/home/move-form.tsx'
import { ChartHead } from '../../../ui/home/chart-head.tsx'
import { Steps } from '../../../ui/home/steps.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import { Split } from '../../../ui/layout/split.tsx'
import { SiteData } from '../../../ui/layout/structured-data.tsx'
import type { Route } from './+types/home'
import { readHero } from '../../../views/home/hero.ts'
import { buildCard } from '../../../views/mentors/mentor-cards.ts'
import { aboutPricesFor } from '../../../views/payments/shown-currency.ts'
import { readFigures } from '../../../views/home/figures.ts'
import { rich } from '../../../ui/rich.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'

/**
 * How many mentors the carousel shows at a time; over visits all come round. Each is in the HTML twice, as markup and as
 * data, and the first paint waits for it.
 */
const ROW_LENGTH = 12

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [found, figures] = await Promise.all([findMentors(app, everybody, null), readFigures(app, 'home')])
  const about = aboutPricesFor(app, request)
  const hero = await readHero(app, new URL(request.url), found, about)
  const mentors = await listInRotation(app, ROW_LENGTH)
  return { mentors: mentors.map((row) => buildCard(row, about)), hero, figures }
}

/** The first visit finds the visitor's time zone and would reload the page's data, but nothing here depends on it. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search

export default function Home({ loaderData: { mentors, hero, figures } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageHead description={m.homeDescription()} path="/" />
      <SiteData />
      <Booked />
      <ChartHead charts={hero.charts} query={hero.query} legend={hero.legend && <Legend legend={hero.legend} />}>
        <h1 className="text-3xl sm:text-4xl md:text-5xl">
          {rich(
            m.heroTitle({
              em: (text) => <em className="font-place font-normal tracking-tight text-magenta">{text}</em>,
            }),
          )}
        </h1>
        <MoveForm hero={hero} />
      </ChartHead>
      {mentors.length > 0 && (
        <Carousel title={m.madeLandfall()} lead={m.madeLandfallLead()} mentors={mentors} query={hero.query} />
      )}
      <Figures shown={figures} className="section-gap" />
      <section className="page section-gap">
        <h2 className="text-3xl">{m.howItWorks()}</h2>
        <div className="mt-8">
          <Steps heading="h3" />
        </div>
      </section>
      <Split
        title={m.questionsPeopleAskFirst()}
        aside={
          site && (
            <p className="mt-3 text-ink-2">
              {rich(m.somethingElseShort({ address: (text) => <SupportAddress fallback={text} /> }))}
            </p>
          )
        }
      >
        <Faq />
      </Split>
      <section className="page section-gap">
        <div className="line flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card bg-land p-6 md:p-11">
          <div className="max-w-2xl">
            <h2 className="text-3xl">{m.questionsAskedBefore()}</h2>
            <p className="mt-3 text-lg">{m.beenWhereYouAre()}</p>
          </div>
          <ButtonLink to="/mentors" className="px-5 max-sm:w-full">
            {m.findMentor()}
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
