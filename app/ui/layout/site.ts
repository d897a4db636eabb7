/** What every page knows of the site it belongs to, and of who reads it. Read once, by the root loader. */
import { useRouteLoaderData } from 'react-router'
import { identityOf, type Session } from '#domain/accounts/account'
import type { Theme } from './theme.ts'

export type Site = {
  name: string
  supportEmail: string
  /** The public one, without a slash at its end: "https://landfall.example". */
  origin: string
  /** Nobody is charged, and mentors are made up. */
  demo: boolean
  theme: Theme
  /** People may sign in by Google. */
  google: boolean
  /** Who is signed in; null for a visitor. */
  session: SiteSession | null
}

export type SiteSession = {
  /** `identityOf`, by which a later answer is compared. */
  reader: string
  name: string
  /** What the menu of the profile icon leads to, in its order. */
  pages: { label: string; to: string }[]
  /** Where the form that signs out is sent. */
  signOut: string
}

/** What the header offers whoever is signed in. */
export function siteSessionOf(session: Session | null): SiteSession | null {
  if (!session) return null
  const pages = [
    { label: 'My bookings', to: '/account#bookings' },
    { label: 'My account', to: '/account' },
    ...(session.role === 'mentor' ? [{ label: 'Mentor profile', to: '/profile' }] : []),
    ...(session.role === 'admin' ? [{ label: 'Admin dashboard', to: '/admin-dashboard' }] : []),
  ]
  return { reader: identityOf(session), name: session.name, pages, signOut: '/sign-out' }
}

/** Undefined only where the root loader itself failed, which the error page has to survive. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
