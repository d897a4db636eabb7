/** The booking dialog of a link or a button, which without scripts lead to the booking page. */
import { useEffect, useRef, useState, type ComponentType, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '../../browser/plain-click.ts'
import type { BookingDialogProps } from './booking-dialog.tsx'
import type { HistoryState, Wanted } from './history.ts'

const noop = () => {}

/** The script of booking is large, the calendar above all. It loads when a link is hovered or focused. */
const loadDialog = () => import('./booking-dialog.tsx')
const preload = () =>
  void loadDialog()
    .then(({ loadSteps }) => loadSteps())
    .catch(noop) // A click tries again, and then follows the link.

/** `opener`: of the link or button, which has the focus again when the dialog is closed. */
type Booking<Opener> = {
  opener: RefObject<Opener | null>
  preload: () => void
  press: (event: MouseEvent<Opener>) => Promise<void>
  dialog: ReactNode
}

/** One of the links to a mentor has the dialog of a page that comes with it, as by reloading. */
let isTaken = false

/** `readWanted` is called when the link or button is pressed. */
export function useBookingDialog<Opener extends HTMLElement>(
  mentor: { slug: string; name: string },
  readWanted: () => Wanted,
): Booking<Opener> {
  const opener = useRef<Opener>(null)
  const [Dialog, setDialog] = useState<ComponentType<BookingDialogProps> | null>(null)
  const navigate = useNavigate()
  const { slug } = mentor

  const press = async (event: MouseEvent<Opener>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const wanted = readWanted()
    try {
      const { BookingDialog, openBooking } = await loadDialog()
      setDialog(() => BookingDialog)
      openBooking(slug, wanted)
    } catch {
      void navigate(wanted.href) // Not by the browser, which without a connection would show an error in place of this page.
    }
  }
  useEffect(() => {
    if (isTaken || (window.history.state as HistoryState)?.booking?.slug !== slug) return
    isTaken = true
    loadDialog().then(({ BookingDialog }) => setDialog(() => BookingDialog), noop) // The page is there, and its button.
    return () => {
      isTaken = false
    }
  }, [slug])

  const dialog = Dialog && <Dialog mentor={mentor} onClosed={() => opener.current?.focus()} />
  return { opener, preload, press, dialog }
}
