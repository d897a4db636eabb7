import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { localPath } from '#words/local-path'
import type { BookingStepsProps } from './dialog/booking-steps.tsx'
import { loadedSteps, loadSteps } from './dialog/lazy-steps.tsx'
import type { BookingOffer } from './offer.ts'

type Wanted = {
  slug: string
  /** The id of the session type whose slots are wanted; null before one is chosen. */
  session: string | null
  /** Nothing is loaded while this is false. */
  wanted: boolean
  /** Called with each offer before it is shown. */
  onLoad: (offer: BookingOffer) => void
}

/**
 * Loads what the booking dialog shows: the script of the steps and the offer of a mentor, afresh each time it is wanted, and
 * when the connection is back.
 * `offer` is null until it fits the chosen session; `lastOffer` is whatever came last.
 */
export function useLoadedOffer({ slug, session, wanted, onLoad }: Wanted) {
  const [Steps, setSteps] = useState<ComponentType<BookingStepsProps> | null>(loadedSteps)
  const [lastOffer, setOffer] = useState<BookingOffer | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const onLoaded = useEffectEvent(onLoad)

  useEffect(() => {
    if (!wanted) return
    const left = new AbortController()
    const load = async () => {
      try {
        const [offer, steps] = await Promise.all([fetchOffer(slug, session, left.signal), loadSteps()])
        onLoaded(offer)
        setSteps(() => steps)
        setOffer(offer)
        setFailed(false)
      } catch {
        if (!left.signal.aborted) setFailed(true)
      }
    }
    void load()
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Another round loads it again.
  }, [wanted, slug, session, round])

  const reload = () => {
    setFailed(false)
    setRound((before) => before + 1)
  }
  const reloadOnline = useEffectEvent(reload)
  useEffect(() => {
    if (!failed || !wanted) return
    window.addEventListener('online', reloadOnline)
    return () => window.removeEventListener('online', reloadOnline)
  }, [failed, wanted])

  const offer = lastOffer && isFor(session, lastOffer) ? lastOffer : null
  return { Steps, offer, lastOffer, failed, reload }
}

/** True when an offer is about this session. A session that is no longer offered gets no better one. */
function isFor(session: string | null, offer: BookingOffer): boolean {
  return offer.session === session || !offer.sessions.some(({ id }) => id === session)
}

async function fetchOffer(slug: string, session: string | null, signal: AbortSignal): Promise<BookingOffer> {
  const query = session ? `?session=${encodeURIComponent(session)}` : ''
  const response = await fetch(localPath(`/mentors/${slug}/booking${query}`), { signal })
  if (!response.ok) throw new Error(`No offer: ${response.status}`)
  return (await response.json()) as BookingOffer
}
