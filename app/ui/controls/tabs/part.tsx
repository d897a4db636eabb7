/** What tabs are of, with and without scripts. */
import type { ReactNode } from 'react'

/** `id` is the part's anchor in the address. */
export type Part = { id: string; title: string; content: ReactNode }

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
