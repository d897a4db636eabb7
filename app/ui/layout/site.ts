/** What every page knows about the site and about the person signed in. Read once, by the root loader. */
import { useRouteLoaderData } from 'react-router'
import { identityOf, type Session } from '#domain/accounts/account'
import * as m from '#messages/site'
import type { Theme } from './theme.ts'

export type Site = {
  name: string
  supportEmail: string
  /** The public address, without a slash at its end: "https://landfall.example". */
  origin: string
  /** True if payments are simulated and mentors are made up. */
  demo: boolean
  /** What stands above every page of a rehearsal. */
  rehearsal?: string
  theme: Theme
  /** In which mentors price and buyers are charged, the site's own first; ISO 4217. */
  currencies: readonly string[]
  /** The tags of the site's languages, if it has several. */
  languages?: string[]
  /** The reader's language, if the page is in another. */
  offer: LanguageOffer | null
  /** True if people can sign in by Google. */
  google: boolean
  /** Who is signed in; null for a visitor. */
  session: SiteSession | null
}

/** `view`, `stay`: the words of its buttons, in that language. */
export type LanguageOffer = { tag: string; view: string; stay: string }

export type SiteSession = {
  /** `identityOf`, to compare with that of later responses. */
  reader: string
  name: string
  /** The key of their picture in storage, or null. */
  picture: string | null
  /** The links in the menu of the profile icon, in order. */
  pages: { label: string; to: string }[]
  /** The address that the sign-out form posts to. */
  signOut: string
  /** The slugs of the mentors that they saved. */
  saved: string[]
}

/** What the header offers people who are signed in. */
export function buildSiteSession(session: Session | null, saved: string[]): SiteSession | null {
  if (!session) return null
  const pages = [
    { label: m.myBookings(), to: '/account/bookings' },
    { label: m.myAccount(), to: '/account' },
    { label: m.savedMentors(), to: '/saved' },
    ...(session.role === 'mentor'
      ? [
          { label: m.mentorDesk(), to: '/desk' },
          { label: m.mentorProfile(), to: '/profile' },
        ]
      : []),
    ...(session.role === 'admin' ? [{ label: m.adminDashboard(), to: '/admin-dashboard' }] : []),
  ]
  return {
    reader: identityOf(session),
    name: session.name,
    picture: session.picture,
    pages,
    signOut: '/sign-out',
    saved,
  }
}

/** Undefined only if the root loader failed, which the error page must survive. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
