/** The pages in the header, and which of them the reader is in. */
import * as m from '#messages/site'

type Section = { label: () => string; to: string }

export const SECTIONS: Section[] = [
  { label: m.home, to: '/' },
  { label: m.mentors, to: '/mentors' },
  { label: m.cohorts, to: '/cohorts' },
  { label: m.about, to: '/about' },
  { label: m.faq, to: '/faq' },
]

/** In the header for people who are signed in. */
export const BE_OUR_MENTOR: Section = { label: m.beOurMentor, to: '/become-a-mentor' }

/** Addresses of the specification that differ from those of our pages. */
const ALIASES: Record<string, string> = {
  '/contat': '/about',
  '/mentor_profile': '/mentors',
  '/cohortdetailspage': '/cohorts',
}

/** The value of `aria-current`: `page` for this very page, `true` for a page within the section. */
export function currentIn(section: Section, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (path === section.to) return 'page'
  if (ALIASES[path] === section.to) return path === '/contat' ? 'page' : 'true'
  return section.to !== '/' && path.startsWith(`${section.to}/`) ? 'true' : undefined
}
