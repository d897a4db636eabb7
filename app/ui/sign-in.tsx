import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from './button.tsx'

const DIALOG = 'sign-in'

/** Browsers open the dialog themselves (`command`), without scripts too; those that do not know that yet get a handler. */
export function SignInButton({ className }: { className: string }) {
  const openByScript = () => {
    const dialog = document.getElementById(DIALOG)
    if (!('command' in HTMLButtonElement.prototype) && dialog instanceof HTMLDialogElement) dialog.showModal()
  }
  return (
    <Button variant="secondary" command="show-modal" commandfor={DIALOG} onClick={openByScript} className={className}>
      Sign Up / Login
    </Button>
  )
}

/** Toggles between sign in and sign up. Once on a page, whichever button opens it. */
export function SignInDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [joining, setJoining] = useState(false)
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      onClose={onClosed}
      id={DIALOG}
      aria-labelledby="sign-in-title"
      className="line m-auto w-[calc(100%-2.25rem)] max-w-md rounded-dialog bg-deep p-6 text-ink shadow-dialog"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="sign-in-title" className="text-2xl">
          {joining ? 'Sign up' : 'Sign in'}
        </h2>
        <button
          type="button"
          aria-label="Close"
          command="close"
          commandfor={DIALOG}
          onClick={close}
          className="-mt-2 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-shoal-1"
        >
          <X strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p className="mt-3 text-ink-2">
        {joining
          ? 'Accounts open soon. With one you will find your bookings in one place and can apply to be a mentor.'
          : 'Accounts open soon, so there is nothing to sign in to yet.'}
      </p>
      <p className="mt-3 text-ink-2">
        You need none to book: choose a mentor and a time, pay, and your confirmation comes by email.
      </p>
      <div className="mt-6 grid gap-3">
        <Link to="/mentors" onClick={close} className={buttonClass('primary')}>
          Find a Mentor
        </Link>
        <button
          type="button"
          onClick={() => setJoining(!joining)}
          className="link min-h-11 rounded-control font-semibold"
        >
          {joining ? 'Already have an account? Sign in' : 'New here? Sign up'}
        </button>
      </div>
    </dialog>
  )
}
