import type { ReactNode } from 'react'

const GROUNDS = { plain: 'bg-shoal-1', accent: 'bg-tint text-magenta font-semibold', good: 'bg-green' }

/** A word or two about what stands beside it. Not a button. */
export function Badge({ ground = 'plain', children }: { ground?: keyof typeof GROUNDS; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-mark px-2 py-1 text-sm forced-colors:outline forced-colors:outline-1 ${GROUNDS[ground]}`}
    >
      {children}
    </span>
  )
}
