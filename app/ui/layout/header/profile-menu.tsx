import UserRound from 'lucide-react/icons/user-round'
import { useId, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { SiteSession } from '../site.ts'

const ROW = 'flex min-h-11 w-full items-center rounded-mark px-3 text-start hover:bg-shoal-1'

/** The profile icon and what it opens: a popover, which browsers open and close without a script. */
export function ProfileMenu({ session }: { session: SiteSession }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const leave = () => {
    close()
    // Typed, and neither saved nor booked yet: the next person here must not find it.
    localStorage.removeItem('application')
    sessionStorage.clear()
  }
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={`Your account, ${session.name}`}
        className="line flex size-11 items-center justify-center rounded-full bg-green hover:bg-shoal-2"
      >
        <UserRound size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div ref={menu} id={id} popover="auto" className="popover-menu">
        <p className="border-b border-hair px-3 pt-2 pb-3 font-semibold wrap-anywhere">{session.name}</p>
        <ul className="py-1">
          {session.pages.map((page) => (
            <li key={page.label}>
              <Link to={page.to} onClick={close} className={ROW}>
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
        <Form method="post" action={session.signOut} onSubmit={leave} className="border-t border-hair pt-1">
          <button type="submit" className={ROW}>
            Sign out
          </button>
        </Form>
      </div>
    </div>
  )
}
