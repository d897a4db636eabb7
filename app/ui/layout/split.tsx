import type { ReactNode } from 'react'

type SplitProps = { id?: string; title: string; aside?: ReactNode; children: ReactNode }

/** A section whose heading stands beside its content, or above it on a narrow window. */
export function Split({ id, title, aside, children }: SplitProps) {
  return (
    <section {...(id ? { id } : {})} className="page section-gap scroll-mt-6">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-3xl">{title}</h2>
          {aside}
        </div>
        <div>{children}</div>
      </div>
    </section>
  )
}
