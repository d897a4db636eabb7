/** A menu of calendars to add the session to. Works without scripts. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { buttonClass } from '../../controls/button.tsx'

/** `file`: the session as a file, for Apple's and every other calendar. */
export type CalendarLinks = { google: string; outlook: string; file: string }

export function AddToCalendar({ google, outlook, file }: CalendarLinks) {
  return (
    <details className="group relative">
      <summary
        className={buttonClass('secondary', 'w-full cursor-pointer list-none [&::-webkit-details-marker]:hidden')}
      >
        {m.addToCalendar()}
        <ChevronDown
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <ul className="line absolute inset-x-0 z-10 mt-1 min-w-52 overflow-hidden rounded-control bg-deep">
        <Item href={google}>{m.googleCalendar()}</Item>
        <Item href={outlook}>{m.outlook()}</Item>
        <Item href={localPath(file)}>{m.appleOrFile()}</Item>
      </ul>
    </details>
  )
}

/** Other sites get no referrer: a booking's address is private. */
function Item({ href, children }: { href: string; children: string }) {
  const away = href.startsWith('https:')
  return (
    <li className="border-t border-hair first:border-t-0">
      <a
        href={href}
        {...(away ? { rel: 'noreferrer', target: '_blank' } : { download: true })}
        className="flex min-h-11 items-center px-4 py-2 hover:bg-shoal-1"
      >
        {children}
        {away && <span className="sr-only"> {m.opensInNewTab()}</span>}
      </a>
    </li>
  )
}
