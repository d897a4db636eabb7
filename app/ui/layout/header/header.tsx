import Menu from 'lucide-react/icons/menu'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/site'
import { AccountControls } from '../../accounts/account-controls.tsx'
import { SignInDialog } from '../../accounts/sign-in/sign-in.tsx'
import { Star } from '../../controls/star.tsx'
import { CONTENT } from '../focus-page.tsx'
import { LanguageButton, LanguageMenu } from './language-menu.tsx'
import { MainMenu, MENU } from './main-menu.tsx'
import { useSite, type SiteSession } from '../site.ts'

export function Header({ session }: { session: SiteSession | null }) {
  const { pathname } = useLocation()
  const site = useSite()
  const menuButton = useRef<HTMLButtonElement>(null)
  const [signsIn, setSignsIn] = useState(false)
  const openSignIn = () => setSignsIn(true)
  const closeSignIn = () => {
    setSignsIn(false)
    // On a narrow window the dialog was opened from the menu, which has closed and cannot take the focus back.
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
      menuButton.current?.focus()
  }
  return (
    <header className="relative">
      <a
        href={`#${CONTENT}`}
        className="line fixed inline-flex min-h-11 items-center top-3 inset-s-3 z-10 -translate-y-20 rounded-control bg-deep px-4 py-2 font-semibold focus:translate-y-0"
      >
        {m.skipToContent()}
      </a>
      <div className="page flex min-h-18 items-center gap-4 lg:gap-9">
        <Link
          to="/"
          className="flex min-h-11 min-w-0 lg:min-w-28 items-center gap-2.5 text-xl font-bold tracking-tight wrap-anywhere"
        >
          <Star className="shrink-0 text-magenta" />
          {site?.name ?? 'Landfall'}
        </Link>
        <MainMenu signedIn={session !== null} onSignIn={openSignIn} />
        <div className="ms-auto flex items-center gap-2">
          <LanguageButton />
          <AccountControls session={session} onSignIn={openSignIn} />
          <button
            ref={menuButton}
            type="button"
            popoverTarget={MENU}
            aria-label={m.menu()}
            className="icon-button lg:hidden"
          >
            <Menu strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      </div>
      {/* Not between the buttons, which would move when a browser draws before it has received all of this. */}
      <LanguageMenu />
      {!session && <SignInDialog open={signsIn} onClosed={closeSignIn} />}
      {pathname === '/' ? <div className="line-b" /> : <div className="scale-bar" />}
    </header>
  )
}
