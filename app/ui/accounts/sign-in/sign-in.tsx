import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import type { SignInPanelProps } from './sign-in-panel.tsx'
import { Button } from '../../controls/button.tsx'
import { useUnanswered } from '../../browser/unanswered.ts'

/** The script of the dialog's content, fetched when the user is about to open it. */
const fetchPanel = () => import('./sign-in-panel.tsx')

/** The page to come back to. Pages about signing in or paying name it themselves, or it is the home page. */
function useNext(): string {
  const { pathname, search } = useLocation()
  return /^\/(sign-|forgot|set-|verify|admin|confirm|cancel|success|problem)/i.test(pathname)
    ? (new URLSearchParams(search).get('next') ?? '/')
    : pathname + search
}

type SignInButtonProps = { className: string; onOpen?: (() => void) | undefined }

/** Opens the dialog. Without scripts, and until they run, it is a link to the page. */
export function SignInButton({ className, onOpen }: SignInButtonProps) {
  const fetchAhead = () => void fetchPanel().catch(() => {}) // Opening it tries again.
  return (
    <form
      action={localPath('/sign-in')}
      onSubmit={(event) => {
        if (!onOpen) return
        event.preventDefault()
        onOpen()
      }}
      className={className}
    >
      <input type="hidden" name="next" value={useNext()} />
      <Button type="submit" variant="secondary" onPointerEnter={fetchAhead} onFocus={fetchAhead} className="w-full">
        {m.signUpLogin()}
      </Button>
    </form>
  )
}

/**
 * One for the whole page, whichever button opens it. It opens at once, and its top stays in place while its content
 * changes.
 */
export function SignInDialog({ open, onClosed }: { open: boolean; onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const next = useNext()
  const { key } = useLocation()
  const navigate = useNavigate()
  const [Panel, setPanel] = useState<ComponentType<SignInPanelProps> | null>(null)
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (!open) return
    dialog.current?.showModal()
    dialog.current?.focus() // Not a field in it: screen readers then read its name, and skip nothing.
    fetchPanel().then(
      ({ SignInPanel }) => setPanel(() => SignInPanel),
      () => {
        dialog.current?.close()
        void navigate('/sign-in')
      },
    )
  }, [open, navigate])

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- When a link in it was followed.
  useEffect(close, [key])

  // When no answer came to such a link: the dialog would hide the notice about it, and keep it from being used.
  const isNavigating = useNavigation().state !== 'idle'
  const isStuck = useUnanswered() !== null && isNavigating
  useEffect(() => {
    if (isStuck) dialog.current?.close()
  }, [isStuck])

  return (
    <dialog ref={dialog} tabIndex={-1} aria-label={m.signInOrSignUp()} onClose={onClosed} className="sign-in">
      {Panel ? <Panel next={next} onClose={close} /> : m.loading()}
    </dialog>
  )
}
