import type { FrameReader } from '#server/accounts/sign-in/frame-reader'
import * as m from '#messages/site'
import type { SiteSession } from '../../ui/layout/site.ts'

/** What the header offers people who are signed in. */
export function buildSiteSession(reader: FrameReader | null): SiteSession | null {
  if (!reader) return null
  const { role, identity, name, initials, picture, saved } = reader
  const pages = [
    { label: m.myBookings(), to: '/account/bookings' },
    { label: m.myAccount(), to: '/account' },
    { label: m.savedMentors(), to: '/saved' },
    ...(role === 'mentor'
      ? [
          { label: m.mentorDesk(), to: '/desk' },
          { label: m.mentorProfile(), to: '/profile' },
        ]
      : []),
    ...(role === 'admin' ? [{ label: m.adminDashboard(), to: '/admin-dashboard' }] : []),
  ]
  return { reader: identity, name, initials, picture, pages, signOut: '/sign-out', saved }
}
