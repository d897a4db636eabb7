/** What tabs are of, with and without scripts. */
import type { ReactNode } from 'react'

/** `id` is the part's anchor in the address. `count`: of what it holds, beside its title; for the eye alone. */
export type Part = { id: string; title: string; count?: number; content: ReactNode }

export type TabsProps = {
  /** What the parts are of. */
  label: string
  parts: Part[]
}

export function PartContent({ part }: { part: Part }) {
  return (
    <>
      <h2 className="text-2xl">{part.title}</h2>
      <div className="mt-4 grid gap-4">{part.content}</div>
    </>
  )
}

export const TabName = ({ title, count }: Part) => (
  <>
    {title}
    {count ? (
      <span aria-hidden="true" className="ms-2 text-sm font-normal">
        {count}
      </span>
    ) : null}
  </>
)
