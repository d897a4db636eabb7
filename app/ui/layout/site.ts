/** What every page knows about the site and about the person signed in. Read once, by the root loader. */
import { useRouteLoaderData } from 'react-router'
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
  initials: string
  /** The key of their picture in storage, or null. */
  picture: string | null
  /** The links in the menu of the profile icon, in order. */
  pages: { label: string; to: string }[]
  /** The address that the sign-out form posts to. */
  signOut: string
  /** The slugs of the mentors that they saved, each between two spaces. */
  saved: string
}

/** Undefined only if the root loader failed, which the error page must survive. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
