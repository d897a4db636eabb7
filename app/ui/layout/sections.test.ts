import { describe, expect, it } from 'vitest'
import { currentIn, SECTIONS } from './sections.ts'

const marked = (pathname: string) =>
  SECTIONS.flatMap((section) => {
    const current = currentIn(section, pathname)
    return current ? [`${section.label}: ${current}`] : []
  })

describe('the header', () => {
  it.each([
    ['/', ['Home: page']],
    ['/mentors', ['Mentors: page']],
    ['/mentors/', ['Mentors: page']],
    ['/mentors/ada-lovelace', ['Mentors: true']],
    ['/mentors/ada-lovelace/book', ['Mentors: true']],
    ['/mentor_profile', ['Mentors: true']],
    ['/cohorts', ['Cohorts: page']],
    ['/CohortDetailsPage', ['Cohorts: true']],
    ['/about', ['About: page']],
    ['/contat', ['About: page']],
    ['/Faq', ['FAQ: page']],
    ['/mentorship', []],
    ['/success', []],
  ])('marks at %s where the reader is', (pathname, sections) => {
    expect(marked(pathname)).toEqual(sections)
  })
})
