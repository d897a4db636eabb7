import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

type AccordionItem = { title: string; content: ReactNode }

/** Titles that unfold their content. The browser's own element: it works without scripts, and find-in-page opens it. */
export function Accordion({ items, opened }: { items: AccordionItem[]; opened?: string }) {
  return (
    <div className="framed-list">
      {items.map((item) => (
        <details key={item.title} open={item.title === opened} className="group">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-5 py-3 text-lg font-semibold hover:bg-shoal-1">
            {item.title}
            <ChevronDown
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-magenta group-open:rotate-180 motion-safe:transition-transform"
            />
          </summary>
          <div className="max-w-prose px-5 pt-1 pb-5 text-ink-2">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
