/**
 * Parts of a page of which one is shown. First, and without scripts, the row of tabs is a row of links, and the part is
 * shown that the address names or else the first; where no scripts run, all of them. Real tabs are half as much script as
 * all of React: they are fetched when the user is about to use them.
 */
import { useRef, useState, type ComponentType } from 'react'
import { afterPress } from '../../browser/presses.ts'
import type { LiveTabsProps } from './live-tabs.tsx'
import { PartContent, TabName, type TabsProps } from './part.tsx'

export function Tabs({ label, parts }: TabsProps) {
  const row = useRef<HTMLElement>(null)
  const [Live, setLive] = useState<ComponentType<LiveTabsProps> | null>(null)
  const [focused, setFocused] = useState<string | null>(null)

  const fetchTabs = async () => {
    try {
      const { LiveTabs } = await import('./live-tabs.tsx')
      await new Promise<void>(afterPress) // A link that is replaced while it is pressed is not followed.
      const link = document.activeElement
      setFocused(link instanceof HTMLAnchorElement && row.current?.contains(link) ? link.hash.slice(1) : null)
      setLive(() => LiveTabs)
    } catch {
      // The links go on working.
    }
  }
  if (Live) return <Live label={label} parts={parts} focused={focused} />
  return (
    <div className="plain-parts">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Nothing is pressed here, only come near. */}
      <nav
        ref={row}
        aria-label={label}
        onPointerEnter={() => void fetchTabs()}
        onFocus={() => void fetchTabs()}
        className="tab-row"
      >
        {parts.map((part) => (
          <a key={part.id} href={`#${part.id}`} className="tab">
            <TabName {...part} />
          </a>
        ))}
      </nav>
      {parts.map((part) => (
        <section key={part.id} id={part.id} className="scroll-mt-24 pt-8">
          <PartContent part={part} />
        </section>
      ))}
    </div>
  )
}
