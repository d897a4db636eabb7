/** Tabs with the usual keys and roles. In the browser only: `tabs.tsx` loads them. */
import { useEffect, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { ReactAria } from '../../browser/react-aria.tsx'
import { PartContent, TabName, type TabsProps } from './part.tsx'

/** `focused` is the id of the part whose link has the focus when they replace the links. */
export type LiveTabsProps = TabsProps & { focused: string | null }

export function LiveTabs({ label, parts, focused }: LiveTabsProps) {
  const named = () => parts.find((part) => `#${part.id}` === window.location.hash)?.id ?? parts[0]?.id ?? ''
  const [shown, setShown] = useState(named)

  // Follows links to a part, and the browser's Back and Forward.
  useEffect(() => {
    const follow = () => setShown(named())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
    // oxlint-disable-next-line react/exhaustive-deps -- The parts of a page stay what they are.
  }, [])

  const show = (id: string) => {
    setShown(id)
    window.history.replaceState(window.history.state, '', `#${id}`) // The router keeps its own data in the state.
  }
  return (
    <ReactAria>
      <AriaTabs selectedKey={shown} onSelectionChange={(key) => show(String(key))}>
        <TabList aria-label={label} className="tab-row">
          {parts.map((part) => (
            <Tab key={part.id} id={part.id} {...(part.id === focused && { ref: takeFocus })} className="tab">
              <TabName {...part} />
            </Tab>
          ))}
        </TabList>
        {parts.map((part) => (
          <TabPanel key={part.id} id={part.id} className="pt-8">
            <PartContent part={part} />
          </TabPanel>
        ))}
      </AriaTabs>
    </ReactAria>
  )
}

/** A constant, so that a tab takes it once: when it comes. */
function takeFocus(tab: HTMLElement | null): void {
  tab?.focus({ preventScroll: true })
}
