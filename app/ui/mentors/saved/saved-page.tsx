/** Saved mentors: public ones as cards, the others by name. */
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { ButtonLink } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/empty-state.tsx'
import { StarShape } from '../../controls/rating.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { MentorRow, type ListedMentor } from '../list/mentor-row.tsx'
import RecentlyViewed from './recently-viewed.tsx'

export type SavedView = {
  signedIn: boolean
  /** One more was to be saved than there is room for. */
  full: boolean
  max: number
  mentors: ListedMentor[]
  /** They take no bookings at the moment, and have no page. */
  away: { slug: string; name: string; role: string }[]
}

export function SavedPage({ view: { signedIn, full, max, mentors, away } }: { view: SavedView }) {
  const isEmpty = mentors.length === 0 && away.length === 0
  return (
    <div className="page-body">
      <PageHead title={m.savedMentors()} />
      <h1 className="page-title">{m.savedMentors()}</h1>
      <p className="mt-2 lead">{signedIn ? m.savedInAccount() : m.savedInBrowser()}</p>
      {full && (
        <div className="mt-6">
          <p role="alert" className="rounded-mark bg-tint px-4 py-3 font-semibold">
            {m.savedLimit({ max })}
          </p>
        </div>
      )}
      <div className="mt-6">
        <StarShape />
        {isEmpty ? (
          <EmptyState title={m.noSaved()} text={m.noSavedHint()}>
            <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="grid gap-3.5">
            {mentors.map((mentor) => (
              <MentorRow key={mentor.slug} mentor={mentor} query="" heading="h2" eager>
                <TakeOut mentor={mentor} />
              </MentorRow>
            ))}
            {away.map((mentor) => (
              <li key={mentor.slug} className="line-b flex flex-wrap items-center justify-between gap-x-4 py-3">
                <div className="min-w-0">
                  <h2 className="text-lg font-semibold">{mentor.name}</h2>
                  <p className="note">{m.notTakingBookings({ role: mentor.role })}</p>
                </div>
                <TakeOut mentor={mentor} always />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="recently mt-8 flex min-h-11 flex-wrap items-center gap-x-5 text-ink-2">
        <RecentlyViewed />
      </div>
    </div>
  )
}

/** Where scripts run, the heart does it, and undoes it. */
function TakeOut({ mentor, always = false }: { mentor: { slug: string; name: string }; always?: boolean }) {
  return (
    <form method="post" action={localPath('/saved/change')} className={always ? '' : 'scripted:hidden'}>
      <input type="hidden" name="mentor" value={mentor.slug} />
      <input type="hidden" name="keep" value="no" />
      <input type="hidden" name="back" value="/saved" />
      <button type="submit" aria-label={m.removeSaved({ name: mentor.name })} className="tall-link">
        {m.takeOut()}
      </button>
    </form>
  )
}
