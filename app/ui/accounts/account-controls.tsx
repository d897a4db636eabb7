import { Link } from 'react-router'
import { ProfileMenu } from '../layout/header/profile-menu.tsx'
import { BE_OUR_MENTOR } from '../layout/sections.ts'
import { SignInButton } from './sign-in/sign-in.tsx'
import type { SiteSession } from '../layout/site.ts'

type AccountControlsProps = { session: SiteSession | null; onSignIn?: (() => void) | undefined }

/**
 * The right side of the header. 'Be Our Mentor' and the profile icon are for people who are signed in; on narrow
 * windows the menu has the rest.
 */
export function AccountControls({ session, onSignIn }: AccountControlsProps) {
  if (!session) return <SignInButton onOpen={onSignIn} className="whitespace-nowrap max-lg:hidden" />
  return (
    <>
      <Link to={BE_OUR_MENTOR.to} className="nav-link px-2 whitespace-nowrap max-lg:hidden">
        {BE_OUR_MENTOR.label()}
      </Link>
      <ProfileMenu session={session} />
    </>
  )
}
