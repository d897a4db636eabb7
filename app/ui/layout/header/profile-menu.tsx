import { useId, useRef } from 'react'
import { Form, Link } from 'react-router'
import * as m from '#messages/site'
import type { SiteSession } from '../site.ts'

/** The profile icon, their picture or their initials, and what it opens: a popover, which browsers open and close without a script. */
export function ProfileMenu({ session }: { session: SiteSession }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const leave = () => {
    close()
    // Typed, and neither saved nor booked yet, or looked at: the next person here must not find it.
    localStorage.removeItem('application')
    localStorage.removeItem('recently-viewed')
    sessionStorage.clear()
  }
  return (
    <div className="relative">
      <button type="button" popoverTarget={id} aria-label={m.yourAccount({ name: session.name })} className="avatar">
        {session.picture === null ? (
          // Drawn by CSS: they stand for the name, and are no words that anyone says.
          <span data-initials={session.initials} />
        ) : (
          <img src={`/pictures/${session.picture}/96.webp`} width={44} height={44} alt="" />
        )}
      </button>
      <div ref={menu} id={id} popover="auto" className="popover-menu">
        <p className="border-b border-hair px-3 pt-2 pb-3 font-semibold wrap-anywhere">{session.name}</p>
        <ul className="py-1">
          {session.pages.map((page) => (
            <li key={page.label}>
              <Link to={page.to} onClick={close} className="menu-row">
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
        <Form method="post" action={session.signOut} onSubmit={leave} className="border-t border-hair pt-1">
          <button type="submit" className="menu-row">
            {m.signOut()}
          </button>
        </Form>
      </div>
    </div>
  )
}
