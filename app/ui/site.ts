/** What every page knows of the site it belongs to, and of who reads it. Read once, by the root loader. */
import { useRouteLoaderData } from 'react-router'
import type { Theme } from './theme.ts'

export type Site = {
  name: string
  supportEmail: string
  /** The public one, without a slash at its end: "https://landfall.example". */
  origin: string
  /** Nobody is charged, and mentors are made up. */
  demo: boolean
  theme: Theme
  /** Who is signed in; null for a visitor. */
  session: Session | null
}

export type Session = {
  name: string
  /** What the menu of the profile icon leads to, in its order: My bookings, Account, Mentor profile, Mentor desk. */
  pages: { label: string; to: string }[]
  /** Where the form that signs out is sent. */
  signOut: string
}

/** Undefined only where the root loader itself failed, which the error page has to survive. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
