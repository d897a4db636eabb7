import { useEffect, useRef } from 'react'
import * as m from '#messages/accounts'
import { rich } from '../../rich.tsx'

/**
 * Says that a link was emailed, in the same words whether or not the address has an account. It replaces a form and
 * takes the focus.
 */
export function SentNote({ email, children }: { email: string; children: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} tabIndex={-1} className="grid gap-3 outline-none">
      <p>
        {rich(
          m.linkSent({
            email,
            strong: (text) => <strong className="font-semibold wrap-anywhere">{text}</strong>,
          }),
        )}{' '}
        {children}
      </p>
      <p className="text-ink-2">{m.nothingArrived()}</p>
    </div>
  )
}
