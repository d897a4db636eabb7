/** The mentors whose pages were looked at in this browser, as a quiet line. */
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/mentors'

const KEY = 'recently-viewed' // `late-recently-viewed.tsx` writes it.

/** Empty where the storage is blocked, which throws. */
function read(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function parse(text: string): { slug: string; name: string }[] {
  try {
    return (JSON.parse(text) as { slug: string; name: string }[]).filter(({ slug, name }) => slug && name)
  } catch {
    return []
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function clear(): void {
  localStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

/** `except`: the mentor whose page it stands on. */
export default function RecentlyViewed({ except }: { except?: string }) {
  const text = useSyncExternalStore(subscribe, read, () => '')
  const viewed = parse(text).filter(({ slug }) => slug !== except)
  if (viewed.length === 0) return null
  return (
    <>
      <h2 className="text-base font-semibold tracking-normal">{m.recentlyViewed()}</h2>
      <ul className="contents">
        {viewed.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={`/mentors/${slug}`} className="tall-link">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" onClick={clear} className="tall-link note">
        {m.clearViewed()}
      </button>
    </>
  )
}
