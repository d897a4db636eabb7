/** A mentor's submission for an admin: the profile as it will look, what was found, and the decision. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { ReviewChecks } from './review-checks.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewHistory } from './review-history.tsx'
import { ReviewProfile } from './review-profile.tsx'
import { ReviewState } from './review-state.tsx'
import { ReviewStatus } from './review-status.tsx'
import type { ReviewResult, ReviewView } from './review-view.ts'

export function ReviewPage({ view, result }: { view: ReviewView; result: ReviewResult | null }) {
  const navigation = useNavigation()
  const { page, requests, isTyped } = useTyped()
  const isHeld = useQueueKeys(view.queue, isTyped)
  const busy = navigation.state === 'submitting'
  const isLoading = navigation.state === 'loading' && navigation.location.pathname.startsWith('/mentor/')
  return (
    <div ref={page} className="review-page">
      <PageHead title={`Review: ${view.name}`} />
      <div className="review-main">
        <div className="review-above flex flex-wrap items-center justify-between gap-x-4">
          <Breadcrumb above={[{ label: 'Dashboard', to: '/admin-dashboard' }]} here={view.name} />
          <Queue queue={view.queue} isLoading={isLoading && !navigation.formData} />
          <output className="w-full text-danger empty:hidden">
            {isHeld && 'You have unsent text here. Send or clear it first, or use the links.'}
          </output>
        </div>
        <ReviewProfile view={view} result={result} />
      </div>
      <aside aria-label="Review" className="review-aside">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by the keyboard. */}
        <section className="review-facts" tabIndex={0} aria-label="Verified">
          <ReviewState view={view} />
          <ReviewChecks view={view} result={result} busy={busy} />
          <ReviewStatus view={view} result={result} busy={busy} />
          <ReviewHistory history={view.history} />
        </section>
        <ReviewDecision view={view} result={result} requests={requests} busy={busy} />
      </aside>
    </div>
  )
}

/** How many requests and whether anything is typed into the form of the decision, as far as scripts know. */
function useTyped() {
  const page = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState({ requests: 0, isTyped: false })
  useEffect(() => {
    const count = () => {
      const areas = [...(page.current?.querySelectorAll<HTMLTextAreaElement>('textarea[form], #message') ?? [])]
      const filled = areas.filter(({ value }) => value.trim() !== '')
      const requests = filled.filter(({ name }) => name.startsWith('request.')).length
      setTyped((known) =>
        known.requests === requests && known.isTyped === filled.length > 0
          ? known
          : { requests, isTyped: filled.length > 0 },
      )
    }
    count()
    const shown = page.current
    shown?.addEventListener('input', count)
    return () => shown?.removeEventListener('input', count)
  })
  return { page, ...typed }
}

/** `j` leads to the next one that waits, `k` to the one before. True after a key that would have lost what is typed. */
function useQueueKeys({ next, previous }: ReviewView['queue'], isTyped: boolean): boolean {
  const navigate = useNavigate()
  const [isHeld, setHeld] = useState(false)
  // Before the page is painted, so that a key never leads on from the person who was shown before.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return
      const to = event.key === 'j' ? next : event.key === 'k' ? previous : null
      if (!to) return
      setHeld(isTyped)
      if (!isTyped) void navigate(`/mentor/${to}`)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [next, previous, isTyped, navigate])
  return isHeld && isTyped
}

function Queue({ queue, isLoading }: { queue: ReviewView['queue']; isLoading: boolean }) {
  if (queue.total === 0 || (queue.position === null && !isLoading)) return null
  return (
    <nav aria-label="Queue" className="flex items-center gap-1.5">
      <output className="me-1 text-ink-2">{isLoading ? 'Loading...' : `${queue.position} of ${queue.total}`}</output>
      <Key letter="j" words="Next" to={queue.next} />
      <Key letter="k" words="Previous" to={queue.previous} />
    </nav>
  )
}

function Key({ letter, words, to }: { letter: string; words: string; to: string | null }) {
  if (!to) {
    return (
      <span className="key-hint" aria-disabled="true" aria-hidden="true">
        {letter}
      </span>
    )
  }
  return (
    <Link to={`/mentor/${to}`} className="key-hint" title={`${words} (${letter})`} aria-keyshortcuts={letter}>
      <span aria-hidden="true">{letter}</span>
      <span className="sr-only">{words} in the queue</span>
    </Link>
  )
}
