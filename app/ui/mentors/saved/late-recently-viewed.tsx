import { useEffect, useState, type ComponentType } from 'react'
import type { MentorView } from '../mentor-view.ts'

type Late = { Part: ComponentType<{ except: string }> }

/**
 * At the end of a mentor's page: notes in this browser that it is looked at, and shows which were before. Loaded once the user
 * scrolls; its line is there before, so that nothing moves for it.
 */
export function LateRecentlyViewed({ mentor: { slug, name, own } }: { mentor: MentorView }) {
  const [late, setLate] = useState<Late | null>(null)
  useEffect(() => {
    if (own) return
    try {
      const kept = JSON.parse(localStorage.getItem('recently-viewed') ?? '[]') as { slug: string }[]
      const others = kept.filter((each) => each.slug !== slug)
      localStorage.setItem('recently-viewed', JSON.stringify([{ slug, name }, ...others].slice(0, 6)))
    } catch {
      // The storage is blocked, so nothing is remembered.
    }
  }, [slug, name, own])
  useEffect(() => {
    // Without an answer it is left out.
    const load = () =>
      void import('./recently-viewed.tsx').then((script) => setLate({ Part: script.default })).catch(() => {})
    window.addEventListener('scroll', load, { once: true, passive: true })
    return () => window.removeEventListener('scroll', load)
  }, [])
  return (
    <div className="recently mt-8 flex min-h-11 flex-wrap items-center gap-x-5 text-ink-2">
      {late && <late.Part except={slug} />}
    </div>
  )
}
