import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** The level of its heading in the page. */
  heading?: 'h2' | 'h3'
  /** Why there is nothing, and what to do about it. */
  text: ReactNode
  /** A way on: a button or a link that looks like one. */
  children?: ReactNode
}

/** What stands in place of an empty list. */
export function EmptyState({ title, heading: Heading = 'h2', text, children }: EmptyStateProps) {
  return (
    <div className="line grid justify-items-start gap-4 rounded-card bg-shoal-1 p-6 md:p-8">
      <Heading className="text-xl tracking-normal">{title}</Heading>
      <p className="max-w-prose text-ink-2">{text}</p>
      {children}
    </div>
  )
}
