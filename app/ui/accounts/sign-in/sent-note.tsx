import { useEffect, useRef } from 'react'

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
        Check your email: we have sent a link to <strong className="font-semibold wrap-anywhere">{email}</strong>.{' '}
        {children}
      </p>
      <p className="text-ink-2">Nothing after a few minutes? Check your spam folder and the address.</p>
    </div>
  )
}
