import { useId, type ReactNode } from 'react'

type PartProps = { id?: string; title: string; aside?: ReactNode; link?: ReactNode; children: ReactNode }

/** A part of an admin's page: a head over a line of ink. `link` stands at the head's end. */
export function AdminPart({ id, title, aside, link, children }: PartProps) {
  const heading = useId()
  return (
    <section {...(id && { id })} aria-labelledby={heading} className="admin-part scroll-mt-6">
      <div className="admin-part-head">
        <h2 id={heading}>{title}</h2>
        {aside && <span className="admin-aside">{aside}</span>}
        {link}
      </div>
      {children}
    </section>
  )
}
