/** A mentor's submission for an admin: the profile as it will look, what was found, and the decision. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import * as m from '#messages/application'
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
      <PageHead title={m.reviewTitle({ name: view.name })} />
      <div className="review-main">
        <div className="review-above flex flex-wrap items-center justify-between gap-x-4">
          <Breadcrumb above={[{ label: m.dashboard(), to: '/admin-dashboard' }]} here={view.name} />
          <Queue queue={view.queue} isLoading={isLoading && !navigation.formData} />
          <output className="w-full text-danger empty:hidden">{isHeld && m.unsentText()}</output>
        </div>
        <ReviewProfile view={view} result={result} />
      </div>
      <aside aria-label={m.review()} className="review-aside">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by the keyboard. */}
        <section className="review-facts" tabIndex={0} aria-label={m.verified()}>
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
    <nav aria-label={m.queue()} className="flex items-center gap-1.5">
      <output className="me-1 text-ink-2">
        {isLoading || queue.position === null
          ? m.loading()
          : m.queuePlace({ position: queue.position, total: queue.total })}
      </output>
      <Key letter="j" title={m.nextKey({ key: 'j' })} label={m.nextInQueue()} to={queue.next} />
      <Key letter="k" title={m.previousKey({ key: 'k' })} label={m.previousInQueue()} to={queue.previous} />
    </nav>
  )
}

type KeyProps = { letter: string; title: string; label: string; to: string | null }

function Key({ letter, title, label, to }: KeyProps) {
  if (!to) {
    return (
      <span className="key-hint" aria-disabled="true" aria-hidden="true">
        {letter}
      </span>
    )
  }
  return (
    <Link to={`/mentor/${to}`} className="key-hint" title={title} aria-keyshortcuts={letter}>
      <span aria-hidden="true">{letter}</span>
      <span className="sr-only">{label}</span>
    </Link>
  )
}
