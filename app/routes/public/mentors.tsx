/** /mentors — accepted mentors by name. Search and the next page are plain addresses, so they work without scripts. */
import Search from 'lucide-react/icons/search'
import { Form, href } from 'react-router'
import { appContext } from '#server/context'
import { listMentors, PAGE_SIZE } from '#server/db/mentors'
import { readCursor, readSearch, writeCursor } from '#server/forms/search'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MentorRow } from '../../ui/mentor-card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { plural } from '../../ui/words.ts'
import type { Route } from './+types/mentors'
import { cardOf } from './mentor-cards.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams
  const search = readSearch(asked.get('q'))
  const after = readCursor(asked.get('after') ?? '') ?? undefined
  const rows = await listMentors(context.get(appContext).db, { search, after })
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { search, mentors: shown.map(cardOf), continued: after !== undefined, next: last ? writeCursor(last) : null }
}

export default function Mentors({ loaderData: { search, mentors, continued, next } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-6 py-6 md:py-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-10">
      <PageHead
        title={search ? `Mentors named “${search}”` : 'Mentors'}
        description="People who have moved to study or work abroad and help you do the same. Book an hour with one of them; no account needed."
        path={href('/mentors')}
      />
      <div className="grid content-start gap-3">
        <h1 className="text-3xl">Mentors</h1>
        <p className="text-ink-2">
          Each of them has made the move themselves and was reviewed by a person before appearing here.
        </p>
        <p className="hidden text-ink-2 lg:block">
          Choose one, pick a time and pay by card. You need no account, and the confirmation comes by email.
        </p>
      </div>
      <div className="min-w-0">
        <search>
          <Form className="flex gap-3" key={search}>
            <label className="relative flex-1">
              <span className="sr-only">Search mentors</span>
              <Search
                size={20}
                strokeWidth={1.75}
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-2"
              />
              <input
                type="search"
                name="q"
                defaultValue={search}
                placeholder="Search by name"
                maxLength={100}
                autoComplete="off"
                className="line min-h-12 w-full rounded-control bg-deep pr-3 pl-11 placeholder:text-ink-2"
              />
            </label>
            <Button type="submit" variant="secondary">
              Search
            </Button>
          </Form>
        </search>
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 pt-3 pb-2 md:border-b md:border-hair">
          <output className="font-semibold">{countInWords(mentors.length, search, continued || next !== null)}</output>
          {search && mentors.length > 0 && <ClearSearch />}
        </div>
        {mentors.length > 0 ? (
          <ul className="grid gap-4 md:gap-0">
            {mentors.map((mentor, index) => (
              <MentorRow key={mentor.slug} mentor={mentor} eager={index < 4} />
            ))}
          </ul>
        ) : (
          <NoMentors search={search} />
        )}
        <div className="mt-8">
          <Pagination
            first={continued ? pageAddress(search, null) : null}
            next={next ? pageAddress(search, next) : null}
          />
        </div>
      </div>
    </div>
  )
}

function ClearSearch() {
  return (
    <ButtonLink variant="secondary" to={href('/mentors')}>
      Clear search
    </ButtonLink>
  )
}

function NoMentors({ search }: { search: string }) {
  return (
    <div className="mt-6">
      {search ? (
        <EmptyState
          title="No mentor by that name"
          text={`Nobody’s name has “${search}” in it. Try a part of the name, or see everybody.`}
        >
          <ClearSearch />
        </EmptyState>
      ) : (
        <EmptyState
          title="No mentors here yet"
          text="Mentors appear here as soon as they have been reviewed. Come back soon."
        />
      )}
    </div>
  )
}

/** "24 mentors"; of a longer list only what this page shows is known. */
function countInWords(count: number, search: string, isPart: boolean): string {
  return `${plural(count, 'mentor')}${search ? ` named “${search}”` : ''}${isPart ? ' on this page' : ''}`
}

function pageAddress(search: string, after: string | null): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(after && { after }) }).toString()
  return query ? `${href('/mentors')}?${query}` : href('/mentors')
}
