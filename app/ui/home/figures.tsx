import type { Figures as OwnFigures } from '#domain/mentors/figures'
import * as m from '#messages/home'
import { dateOfKey } from '#words/time'
import type { LangAttributes } from '../lang-attributes.ts'

/** `langAttributes`: of their words, if these are not in the language of the page. */
export type FiguresView = OwnFigures & { langAttributes?: LangAttributes }

type FiguresProps = { shown: FiguresView; title?: string; className?: string }

/** A band of figures, such as "150+ mentees". Draws nothing when there are none. */
export function Figures({ shown: { figures, asOf, langAttributes }, title, className = '' }: FiguresProps) {
  if (figures.length === 0) return null
  return (
    <section
      aria-label={title ?? m.inFigures()}
      className={`border-y border-hair bg-shoal-1 py-4 md:py-10 ${className}`}
    >
      <div className="page">
        {title && <h2 className="pt-4 pb-2 text-2xl md:pt-0 md:pb-8">{title}</h2>}
        <ul {...langAttributes} className="figures">
          {figures.map((figure) => (
            <li key={figure.of}>
              <span className="text-3xl font-semibold tracking-tight md:text-5xl">{figure.value}</span>{' '}
              <span className="md:text-lg">{figure.of}</span>
              {figure.note && <small> {figure.note}</small>}
            </li>
          ))}
        </ul>
        {asOf && <p className="my-3 note md:mt-8 md:mb-0">{m.asOf({ asOf: dateOfKey(asOf) })}</p>}
      </div>
    </section>
  )
}
