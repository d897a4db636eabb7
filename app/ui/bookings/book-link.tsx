/** 'Book Now': a link to the booking page, which with scripts opens the booking dialog instead. */
import { useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { isPlainClick } from '../browser/plain-click.ts'
import { buttonClass } from '../controls/button.tsx'
import type { BookingDialogProps } from './booking-dialog.tsx'

type BookLinkProps = {
  mentor: { slug: string; name: string }
  /** Leads past the choice of a session. */
  sessionTypeId?: string | undefined
  /** Part of the link's name, where a page has a link for each session. */
  sessionTitle?: string | undefined
  label?: string
  /** Instead of a primary button's. */
  className?: string
}

/** Booking's script is large, the calendar above all: fetched when somebody is about to use it, so that lists stay light. */
const fetchDialog = () => import('./booking-dialog.tsx')
const fetchEarly = () =>
  void fetchDialog()
    .then(({ fetchSteps }) => fetchSteps())
    .catch(() => {}) // A click asks again and then follows the link.

export function BookLink({ mentor, sessionTypeId, sessionTitle, label = 'Book Now', className }: BookLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [Dialog, setDialog] = useState<ComponentType<BookingDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const href = `/mentors/${mentor.slug}/book${sessionTypeId ? `?session=${sessionTypeId}` : ''}`

  const press = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    try {
      const { BookingDialog } = await fetchDialog()
      setDialog(() => BookingDialog)
      setOpen(true)
    } catch {
      window.location.assign(href)
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
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={press}
        className={className ?? buttonClass('primary', 'whitespace-nowrap')}
      >
        {label}
      </a>
      {Dialog && <Dialog mentor={mentor} session={sessionTypeId ?? null} open={open} onClose={close} />}
    </>
  )
}
