import Menu from 'lucide-react/icons/menu'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { CONTENT } from './focus-page.tsx'
import { currentIn, SECTIONS } from './sections.ts'
import { SignInButton, SignInDialog } from './sign-in.tsx'
import { useSite } from './site.ts'
import { Star } from './star.tsx'

/** On a phone the menu is a popover, which browsers open and close without a script. */
export function Header() {
  const { pathname } = useLocation()
  const site = useSite()
  const menu = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const close = () => menu.current?.matches(':popover-open') && menu.current.hidePopover()
  const focusMenu = () => {
    // On a phone the dialog was opened from the menu, which closed behind it and cannot take the focus back.
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
      menuButton.current?.focus()
  }
  return (
    <header className="relative">
      <a
        href={`#${CONTENT}`}
        className="line absolute inline-flex min-h-11 items-center top-3 left-3 z-10 -translate-y-20 rounded-control bg-deep px-4 py-2 font-semibold focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="page flex min-h-18 items-center gap-4 md:gap-7 lg:gap-9">
        <Link to="/" className="flex min-h-11 items-center gap-2.5 text-xl font-bold tracking-tight">
          <Star className="text-magenta" />
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
                  <span className="border-y-2 border-transparent py-0.5 group-aria-[current]:border-b-magenta">
                    {section.label}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <SignInButton className="my-2 w-full md:hidden" />
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <SignInButton className="whitespace-nowrap max-md:hidden" />
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
      <SignInDialog onClosed={focusMenu} />
      {pathname === '/' ? <div className="line-b" /> : <div className="scale-bar" />}
    </header>
  )
}
