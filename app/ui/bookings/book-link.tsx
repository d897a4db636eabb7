/** 'Book Now': a link to the booking page. With scripts it opens the booking dialog instead. */
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { buttonClass } from '../controls/button.tsx'
import { useBookingDialog } from './dialog/use-booking-dialog.tsx'

type BookLinkProps = { mentor: { slug: string; name: string }; className?: string }

export function BookLink({ mentor, className }: BookLinkProps) {
  const href = `/mentors/${mentor.slug}/book`
  const { opener, preload, press, dialog } = useBookingDialog<HTMLAnchorElement>(mentor, () => ({
    session: null,
    at: null,
    href,
  }))
  return (
    <>
      <a
        ref={opener}
        href={localPath(href)}
        aria-label={m.bookNowWith({ name: mentor.name })}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={press}
        className={buttonClass('primary', className)}
      >
        {m.bookNow()}
      </a>
      {dialog}
    </>
  )
}
