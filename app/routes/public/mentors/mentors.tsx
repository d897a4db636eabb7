/**
 * /mentors — accepted mentors: searched, filtered, ordered, 24 on a page. Only the address decides what is shown.
 * /mentors?open=how-it-works, where the home page's 'How It Works' leads, begins with the steps.
 */
import { lazy, type ComponentType } from 'react'
import { href } from 'react-router'
import { appContext } from '#server/context'
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { Crossing } from '../../../ui/mentors/crossing.tsx'
import { MentorFinder } from '../../../ui/mentors/list/mentor-finder.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pack, unpack } from '../../../ui/mentors/list/packed.ts'
import type { Route } from './+types/mentors'
import { readMentorList } from '../../../views/mentors/mentor-list.ts'

/** Its script is for those who ask; the others' is at its limit. A page that lacks it shows the list. */
const Steps = lazy((): Promise<{ default: ComponentType<{ heading: 'h2' }> }> =>
  import('../../../ui/home/steps.tsx').then(
    (steps) => ({ default: steps.Steps }),
    () => ({ default: () => null }),
  ),
)

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const list = await readMentorList(context.get(appContext), request)
  const { text } = list.criteria
  const terms = [...(text ? [`“${text}”`] : []), ...list.chips.map(({ label }) => label)]
  return {
    list: pack(list),
    terms: formatList(terms, 'comma'),
    view: url.search !== '',
    explains: url.searchParams.get('open') === 'how-it-works',
  }
}

export default function Mentors({ loaderData: { list: packed, terms, view, explains } }: Route.ComponentProps) {
  const list = unpack(packed)
  return (
    <>
      <PageHead
        title={terms ? m.mentorsFiltered({ terms }) : explains ? m.howItWorks() : m.mentors()}
        description={m.mentorsDescription()}
        path={href('/mentors')}
        view={view}
      />
      {explains && (
        <section className="page pt-8 pb-4 md:pt-12">
          <h1 className="mb-8 page-title">{m.howItWorks()}</h1>
          <Steps heading="h2" />
        </section>
      )}
      <MentorFinder list={list}>
        {explains ? (
          <h2 className="text-2xl lg:text-3xl">{m.chooseMentor()}</h2>
        ) : list.move ? (
          <h1 className="font-normal">
            <span className="sr-only">{m.mentorsForMove()} </span>
            <Crossing leg={list.move} className="text-xl lg:text-2xl" />
          </h1>
        ) : (
          <h1 className="text-2xl lg:text-3xl">{m.mentors()}</h1>
        )}
        <p className="mt-1 note max-lg:hidden">{m.mentorsReviewed()}</p>
      </MentorFinder>
    </>
  )
}
