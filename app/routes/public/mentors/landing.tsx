/**
 * /mentors/from/:origin/to/:destination and /mentors/in/:destination — mentors who made one crossing, or moved to one
 * country, with text of their own. There is a page for every crossing and destination that a mentor has made.
 */
import { data, Link, redirect } from 'react-router'
import { appContext } from '#server/context'
import { toChoices, findLanding, landingPath, readLanding } from '#server/search/landing'
import { splitLanguage } from '#server/platform/language/language-path'
import * as m from '#messages/mentors'
import { Breadcrumb } from '../../../ui/controls/breadcrumb.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import { Topics } from '../../../ui/mentors/list/mentor-card.tsx'
import { CrossingLinks } from '../../../ui/mentors/crossing-links.tsx'
import { MentorFinder } from '../../../ui/mentors/list/mentor-finder.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ListData } from '../../../ui/layout/structured-data.tsx'
import type { Route } from './+types/landing'
import { describeLanding, describeMissing } from '../../../views/mentors/landing-words.ts'
import { readMentorList } from '../../../views/mentors/mentor-list.ts'

const MOST_TOPICS = 6
/** Filters are shown from this many mentors on. */
const ENOUGH_TO_FILTER = 6

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const landing = findLanding({
    origin: 'origin' in params ? params.origin : undefined,
    destination: params.destination,
  })
  if (!landing) throw data(null, 404)
  const app = context.get(appContext)
  const path = landingPath(landing)
  const facts = await readLanding(app, landing)
  if (facts.total === 0) return data({ head: {}, ...describeMissing(landing, facts), topics: [], list: null }, 404)
  // Not the request's own address, which ends in .data when the router fetches the page's data.
  if (splitLanguage(url.pathname).path !== path) throw redirect(path + url.search, 301)
  const list = await readMentorList(app, request, { choices: toChoices(landing), path })
  return data({
    head: { path, view: url.search !== '' },
    ...describeLanding(landing, facts, {
      zone: zoneOfCookie(request.headers.get('cookie')),
      currency: app.config.CURRENCY,
      now: app.now(),
    }),
    topics: facts.topics.slice(0, MOST_TOPICS),
    list: facts.total < ENOUGH_TO_FILTER ? { ...list, facets: [] } : list,
  })
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { head, title, description, heading, text, soonest, crumbs, topics, list, ways } = loaderData
  return (
    <>
      <PageHead {...head} title={title} description={description} />
      {list && <ListData crumbs={crumbs} mentors={list.mentors} />}
      <div className="page pt-4 md:pt-6">
        <Breadcrumb above={crumbs.slice(0, -1)} here={crumbs.at(-1)!.label} />
        <h1 className="mt-2 page-title">{heading}</h1>
        {/* On lines of its own, whose room does not change when the visitor's clock is known. */}
        <p className="mt-4 max-w-3xl text-ink-2 md:text-lg">
          {text} {soonest && <span className="block min-h-[2lh] md:min-h-0">{soonest}</span>}
        </p>
        {topics.length > 0 && (
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="text-ink-2">{m.helpMost()}</p>
            <Topics topics={topics} />
          </div>
        )}
      </div>
      {list && (
        <MentorFinder list={list}>
          <h2 className="text-2xl">{m.chooseMentor()}</h2>
        </MentorFinder>
      )}
      <div className="page grid gap-10 pt-8 md:grid-cols-2">
        {ways.groups.map((group) => (
          <CrossingLinks key={group.title} {...group} />
        ))}
        <p className="flex flex-wrap gap-x-6 md:col-span-2">
          {ways.links.map(({ label, to }) => (
            <Link key={to} to={to} className="tall-link font-semibold">
              {label}
            </Link>
          ))}
        </p>
      </div>
    </>
  )
}
