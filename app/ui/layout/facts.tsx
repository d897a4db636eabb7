import type { ReactNode } from 'react'

/** Names with their values, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid items-baseline gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="mb-2 sm:mb-0">{children}</dd>
    </>
  )
}
