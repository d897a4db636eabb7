/** The booking dialog of a link or a button, which without scripts lead to the booking page. */
import { useRef, useState, type ComponentType, type MouseEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '../browser/plain-click.ts'
import type { BookingDialogProps } from './booking-dialog.tsx'

/** The script of booking is large, the calendar above all. It is loaded when somebody points at or focuses a link. */
const loadDialog = () => import('./booking-dialog.tsx')
const preload = () =>
  void loadDialog()
    .then(({ loadSteps }) => loadSteps())
    .catch(() => {}) // A click tries again, and then follows the link.

/** What is selected already, and the page that books it. */
type Wanted = { session: string | null; at: string | null; href: string }

type Booking = { preload: () => void; press: (event: MouseEvent<HTMLElement>) => Promise<void>; dialog: ReactNode }

/** `readWanted` is called when the link or button is pressed. */
export function useBookingDialog(mentor: { slug: string; name: string }, readWanted: () => Wanted): Booking {
  const pressed = useRef<HTMLElement>(null)
  const [Dialog, setDialog] = useState<ComponentType<BookingDialogProps> | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()

  const press = async (event: MouseEvent<HTMLElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    pressed.current = event.currentTarget
    const now = readWanted()
    try {
      const { BookingDialog } = await loadDialog()
      setDialog(() => BookingDialog)
      setWanted(now)
      setOpen(true)
    } catch {
      void navigate(now.href) // Not by the browser, which without a connection would show an error in place of this page.
    }
  }
  const close = () => {
    setOpen(false)
    pressed.current?.focus()
  }
  const dialog = Dialog && wanted && (
    // What was chosen anew beside the button counts more than what was chosen in the dialog before.
    <Dialog key={wanted.href} mentor={mentor} session={wanted.session} at={wanted.at} open={open} onClose={close} />
  )
  return { preload, press, dialog }
}
