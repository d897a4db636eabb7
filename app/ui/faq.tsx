import ChevronDown from 'lucide-react/icons/chevron-down'
import { FAQ_ITEMS } from './faq-items.ts'

/** Questions that open to their answers: the browser's own element, so it works without scripts. */
export function Faq() {
  return (
    <div className="line divide-y divide-hair rounded-card">
      {FAQ_ITEMS.map((item) => (
        <details key={item.question} className="group">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-5 py-3 text-lg font-semibold hover:bg-shoal-1">
            {item.question}
            <ChevronDown
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-magenta group-open:rotate-180 motion-safe:transition-transform"
            />
          </summary>
          <p className="max-w-prose px-5 pt-1 pb-5 text-ink-2">{item.answer}</p>
        </details>
      ))}
    </div>
  )
}
