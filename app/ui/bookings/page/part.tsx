import type { ReactNode } from 'react'

type PartProps = { id: string; title: string; aside?: ReactNode; children: ReactNode }

/** A part of a booking's page below the cards, under a heading and a line. `aside` stands at the heading's end. */
export function Part({ id, title, aside, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="booking-part">
      <div className="booking-part-head">
        <h2 id={id} className="scroll-mt-6 text-xl">
          {title}
        </h2>
        {aside && <span className="note">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
