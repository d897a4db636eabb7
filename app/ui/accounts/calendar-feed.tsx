/** The secret address of a person's sessions: shown, copied, and changed. A plain form, with scripts or without. */
import { useState } from 'react'
import { Form } from 'react-router'
import * as m from '#messages/accounts'
import { Button } from '../controls/button.tsx'
import { control } from '../controls/field.tsx'
import { useHydrated } from '../browser/hydrated.ts'

/** `back`: the path of the page that shows it. */
type CalendarFeedProps = { address: string; version: number; back: string }

export function CalendarFeed({ address, version, back }: CalendarFeedProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <label htmlFor="feed-address" className="font-semibold">
          {m.calendarLink()}
        </label>
        <p id="feed-hint" className="note">
          {m.calendarLinkHint()}
        </p>
        <div className="flex flex-wrap gap-3">
          <input
            id="feed-address"
            aria-describedby="feed-hint"
            readOnly
            value={address}
            className={`${control} min-w-0 flex-[1_1_16rem] font-mono text-sm`}
          />
          <CopyButton text={address} />
        </div>
      </div>
      <Form method="post" action="/account/calendar" className="grid gap-2">
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        <p className="note">{m.calendarLinkWarning()}</p>
        <div>
          <Button type="submit" variant="secondary">
            {m.createNewLink()}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Without scripts the address is there to be selected. */
function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  if (!useHydrated()) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => document.querySelector<HTMLInputElement>('#feed-address')?.select(),
    )
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? m.copied() : m.copy()}</span>
    </Button>
  )
}
