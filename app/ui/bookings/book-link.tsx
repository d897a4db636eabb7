/** 'Book Now': a link to the booking page. With scripts it opens the booking dialog instead. */
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { buttonClass } from '../controls/button.tsx'
import { useBookingDialog } from './dialog/use-booking-dialog.tsx'

export function BookLink({ mentor }: { mentor: { slug: string; name: string } }) {
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
        className={buttonClass('primary', 'max-[22rem]:px-1.5')}
      >
        {m.bookNow()}
      </a>
      {dialog}
    </>
  )
}
