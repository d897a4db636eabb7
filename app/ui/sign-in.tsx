import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from './button.tsx'
import { Segmented } from './segmented.tsx'

const DIALOG = 'sign-in'

const CHOICES = [
  { value: 'in', label: 'Sign in' },
  { value: 'up', label: 'Sign up' },
]

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

/** Toggles between sign in and sign up, by style alone. Once on a page, whichever button opens it. */
export function SignInDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      onClose={onClosed}
      id={DIALOG}
      aria-labelledby="sign-in-title"
      className="sign-in line m-auto w-[calc(100%-2.25rem)] max-w-md rounded-dialog bg-deep p-6 text-ink shadow-dialog"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="sign-in-title" className="text-2xl">
          Accounts open soon
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
      <div className="mt-5">
        <Segmented legend="What you came for" quiet name="account" options={CHOICES} defaultValue="in" />
      </div>
      <div className="mt-4 grid text-ink-2">
        <p className="sign-in-only">
          There is nothing to sign in to yet. If you have booked, everything about your session is in your confirmation
          email.
        </p>
        <p className="sign-up-only">
          You cannot sign up yet. With an account you will find your bookings in one place and can apply to be a mentor.
        </p>
      </div>
      <p className="mt-3 text-ink-2">You need none to book: choose a mentor and a time, and pay.</p>
      <Link to="/mentors" onClick={close} className={buttonClass('primary', 'mt-6 w-full')}>
        Find a Mentor
      </Link>
    </dialog>
  )
}
