import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/site'
import { SignInButton } from '../../accounts/sign-in/sign-in.tsx'
import { BE_OUR_MENTOR, currentIn, SECTIONS } from '../sections.ts'

/** The id of the popover that the menu is on narrow windows. */
export const MENU = 'menu'

type MainMenuProps = { signedIn: boolean; onSignIn: () => void }

/** The links of the header. On narrow windows they are a popover, which browsers open and close without a script. */
export function MainMenu({ signedIn, onSignIn }: MainMenuProps) {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const close = () => hide(menu.current)
  useEffect(() => {
    hide(menu.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Also after the browser's own Back and Forward.
  }, [pathname])
  return (
    <nav ref={menu} id={MENU} popover="auto" aria-label={m.mainMenu()} className="site-menu">
      <ul className="flex flex-col lg:flex-row lg:gap-7">
        {SECTIONS.map((section) => (
          <li key={section.to}>
            <Link
              to={section.to}
              aria-current={currentIn(section, pathname)}
              onClick={close}
              className="group nav-link aria-[current]:font-semibold aria-[current]:text-ink"
            >
              <span className="py-1 group-aria-[current]:border-b-2 group-aria-[current]:border-magenta group-aria-[current]:pb-0.5">
                {section.label()}
              </span>
            </Link>
          </li>
        ))}
        <li className="lg:hidden">
          <Link to="/saved" onClick={close} className="nav-link">
            {m.savedMentors()}
          </Link>
        </li>
        {signedIn && (
          <li className="lg:hidden">
            <Link to={BE_OUR_MENTOR.to} onClick={close} className="nav-link">
              {BE_OUR_MENTOR.label()}
            </Link>
          </li>
        )}
      </ul>
      {!signedIn && <SignInButton onOpen={onSignIn} className="my-2 lg:hidden" />}
    </nav>
  )
}

function hide(menu: HTMLElement | null): void {
  if (menu?.matches(':popover-open')) menu.hidePopover()
}
