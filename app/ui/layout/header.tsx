import Menu from 'lucide-react/icons/menu'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AccountControls } from '../accounts/account-controls.tsx'
import { CONTENT } from './focus-page.tsx'
import { BE_OUR_MENTOR, currentIn, SECTIONS } from './sections.ts'
import { SignInButton, SignInDialog } from '../accounts/sign-in/sign-in.tsx'
import { useSite, type SiteSession } from './site.ts'
import { Star } from '../controls/star.tsx'

/** On a phone the menu is a popover, which browsers open and close without a script. */
export function Header({ session }: { session: SiteSession | null }) {
  const { pathname } = useLocation()
  const site = useSite()
  const menu = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const close = () => menu.current?.matches(':popover-open') && menu.current.hidePopover()
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Also when the browser's own buttons lead away.
  }, [pathname])
  const [signsIn, setSignsIn] = useState(false)
  const openSignIn = () => setSignsIn(true)
  const closeSignIn = () => {
    setSignsIn(false)
    // On a phone the dialog was opened from the menu, which closed behind it and cannot take the focus back.
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
      menuButton.current?.focus()
  }
  return (
    <header className="relative">
      <a
        href={`#${CONTENT}`}
        className="line absolute inline-flex min-h-11 items-center top-3 inset-s-3 z-10 -translate-y-20 rounded-control bg-deep px-4 py-2 font-semibold focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="page flex min-h-18 items-center gap-4 md:gap-7 lg:gap-9">
        <Link
          to="/"
          className="flex min-h-11 min-w-0 items-center gap-2.5 text-xl font-bold tracking-tight wrap-anywhere"
        >
          <Star className="shrink-0 text-magenta" />
          {site?.name ?? 'Landfall'}
        </Link>
        <nav ref={menu} id="menu" popover="auto" aria-label="Main" className="site-menu">
          <ul className="flex flex-col md:flex-row md:gap-5 lg:gap-7">
            {SECTIONS.map((section) => (
              <li key={section.to}>
                <Link
                  to={section.to}
                  aria-current={currentIn(section, pathname)}
                  onClick={close}
                  className="group flex min-h-11 items-center text-ink-2 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  <span className="py-1 group-aria-[current]:border-b-2 group-aria-[current]:border-magenta group-aria-[current]:pb-0.5">
                    {section.label}
                  </span>
                </Link>
              </li>
            ))}
            {session && (
              <li className="md:hidden">
                <Link
                  to={BE_OUR_MENTOR.to}
                  onClick={close}
                  className="flex min-h-11 items-center text-ink-2 hover:text-ink"
                >
                  {BE_OUR_MENTOR.label}
                </Link>
              </li>
            )}
          </ul>
          {!session && <SignInButton onOpen={openSignIn} className="my-2 md:hidden" />}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <AccountControls session={session} onSignIn={openSignIn} />
          <button
            ref={menuButton}
            type="button"
            popoverTarget="menu"
            aria-label="Menu"
            className="flex size-11 items-center justify-center rounded-control hover:bg-shoal-1 md:hidden"
          >
            <Menu strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      </div>
      {!session && <SignInDialog open={signsIn} onClosed={closeSignIn} />}
      {pathname === '/' ? <div className="line-b" /> : <div className="scale-bar" />}
    </header>
  )
}
