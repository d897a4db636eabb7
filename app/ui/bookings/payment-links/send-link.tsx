/** The link to send on: shown, copied, and passed to another app of the device where the browser can. */
import { useRef, useState } from 'react'
import * as m from '#messages/bookings'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../controls/button.tsx'
import { control } from '../../controls/field.tsx'

/** `title`: for the app that the link is shared to. */
export function SendLink({ link, title }: { link: string; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-1.5">
      <label htmlFor="payer-link" className="font-semibold">
        {m.linkLabel()}
      </label>
      <input
        ref={field}
        id="payer-link"
        readOnly
        dir="ltr"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className={`${control} min-h-12 min-w-0 font-mono text-sm`}
      />
      <SendButtons link={link} title={title} onFailure={() => field.current?.select()} />
    </div>
  )
}

/** Without scripts the address is there to be selected. */
function SendButtons({ link, title, onFailure }: { link: string; title: string; onFailure: () => void }) {
  const [copied, setCopied] = useState(false)
  if (!useHydrated()) return null
  const copy = () => void navigator.clipboard.writeText(link).then(() => setCopied(true), onFailure)
  // A reader who closes the list of apps has decided, too.
  const share = () => void navigator.share({ title, url: link }).catch(() => {})
  return (
    <div className="mt-1.5 flex flex-wrap gap-3">
      <Button onClick={copy} className="flex-1 sm:flex-none">
        <span aria-live="polite">{copied ? m.linkCopied() : m.linkCopy()}</span>
      </Button>
      {'share' in navigator && (
        <Button variant="secondary" onClick={share} className="flex-1 sm:flex-none">
          {m.linkShare()}
        </Button>
      )}
    </div>
  )
}
