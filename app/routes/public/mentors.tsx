/** /mentors — accepted mentors: searched, filtered, ordered, 24 on a page. Only the address decides what is shown. */
import { href } from 'react-router'
import { appContext } from '#server/context'
import { Crossing } from '../../ui/mentors/crossing.tsx'
import { MentorFinder } from '../../ui/mentors/mentor-finder.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Route } from './+types/mentors'
import { readMentorList } from '../../views/mentors/mentor-list.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  return { list: await readMentorList(context.get(appContext), request), view: url.search !== '' }
}

export default function Mentors({ loaderData: { list, view } }: Route.ComponentProps) {
  const { text } = list.criteria
  const terms = [...(text ? [`“${text}”`] : []), ...list.chips.map(({ label }) => label)]
  return (
    <>
      <PageHead
        title={terms.length > 0 ? `Mentors: ${terms.join(', ')}` : 'Mentors'}
        description="People who have moved to study or work abroad and help you do the same. Book an hour with one of them; no account needed."
        path={href('/mentors')}
        view={view}
      />
      <MentorFinder list={list}>
        {list.move ? (
          <h1 className="font-normal">
            <span className="sr-only">Mentors for the move </span>
            <Crossing leg={list.move} className="text-xl lg:text-2xl" />
          </h1>
        ) : (
          <h1 className="text-2xl lg:text-3xl">Mentors</h1>
        )}
        <p className="mt-1 note max-lg:hidden">Each made the move themselves and was reviewed by a person.</p>
      </MentorFinder>
    </>
  )
}
