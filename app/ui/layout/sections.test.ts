import { expect, it } from 'vitest'
import { currentIn, SECTIONS } from './sections.ts'

const marked = (pathname: string) =>
  SECTIONS.flatMap((section) => {
    const current = currentIn(section, pathname)
    return current ? [`${section.label()}: ${current}`] : []
  })

it.each([
  ['/', ['Home: page']],
  ['/mentors', ['Mentors: page']],
  ['/mentors/ada-lovelace/book', ['Mentors: true']],
  ['/mentor_profile', ['Mentors: true']],
  ['/CohortDetailsPage', ['Cohorts: true']],
  ['/contat', ['About: page']],
  ['/Faq', ['FAQ: page']],
  ['/mentorship', []],
])('the header marks at %s where the reader is', (pathname, sections) => {
  expect(marked(pathname)).toEqual(sections)
})
