/** The pages the header names, and which of them a reader is in. */
type Section = { label: string; to: string }

export const SECTIONS: Section[] = [
  { label: 'Home', to: '/' },
  { label: 'Mentors', to: '/mentors' },
  { label: 'Cohorts', to: '/cohorts' },
  { label: 'About', to: '/about' },
  { label: 'FAQ', to: '/faq' },
]

/** Named in the header only to who is signed in. */
export const BE_OUR_MENTOR: Section = { label: 'Be Our Mentor', to: '/become-a-mentor' }

/** Addresses of the specification that read otherwise than the page they show. */
const ALIASES: Record<string, string> = {
  '/contat': '/about',
  '/mentor_profile': '/mentors',
  '/cohortdetailspage': '/cohorts',
}

/** What `aria-current` says of a section: this very page, a page within it, or neither. */
export function currentIn(section: Section, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (path === section.to) return 'page'
  if (ALIASES[path] === section.to) return path === '/contat' ? 'page' : 'true'
  return section.to !== '/' && path.startsWith(`${section.to}/`) ? 'true' : undefined
}
