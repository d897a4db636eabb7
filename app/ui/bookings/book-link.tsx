/** 'Book Now': a link to the booking page. With scripts it opens the booking dialog instead. */
import { useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '../browser/plain-click.ts'
import { buttonClass } from '../controls/button.tsx'
import type { BookingDialogProps } from './booking-dialog.tsx'

type BookLinkProps = {
  mentor: { slug: string; name: string }
  /** Skips the choice of a session. */
  sessionTypeId?: string | undefined
  /** Makes the link's name unique on a page that has one for each session. */
  sessionTitle?: string | undefined
  label?: string
  /** Replaces the classes of a primary button. */
  className?: string
}

/** The script of booking is large, the calendar above all. It is loaded when somebody points at or focuses a link. */
const loadDialog = () => import('./booking-dialog.tsx')
const preload = () =>
  void loadDialog()
    .then(({ loadSteps }) => loadSteps())
    .catch(() => {}) // A click tries again, and then follows the link.

export function BookLink({ mentor, sessionTypeId, sessionTitle, label = 'Book Now', className }: BookLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [Dialog, setDialog] = useState<ComponentType<BookingDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const href = `/mentors/${mentor.slug}/book${sessionTypeId ? `?session=${sessionTypeId}` : ''}`

  const press = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    try {
      const { BookingDialog } = await loadDialog()
      setDialog(() => BookingDialog)
      setOpen(true)
    } catch {
      void navigate(href) // Not by the browser, which without a connection would show an error in place of this page.
    }
  }
  const close = () => {
    setOpen(false)
    link.current?.focus()
  }
  return (
    <>
      <a
        ref={link}
        href={href}
        aria-label={`${label}: ${sessionTitle ? `${sessionTitle}, with ${mentor.name}` : mentor.name}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={press}
        className={className ?? buttonClass('primary', 'whitespace-nowrap')}
      >
        {label}
      </a>
      {Dialog && <Dialog mentor={mentor} session={sessionTypeId ?? null} open={open} onClose={close} />}
    </>
  )
}
