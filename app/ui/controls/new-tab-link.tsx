/** A link to a page of ours that opens in a new tab, so that what is typed in a form stays. Screen readers hear that it does. */
import type { ReactNode } from 'react'
import * as m from '#messages/site'
import { localPath } from '#words/local-path'

export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={localPath(href)} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> {m.opensInNewTab()}</span>
    </a>
  )
}
