import { expect, it } from 'vitest'
import { readWork, write } from './structured-data.tsx'

it('no text of a mentor can end the element that holds the data', () => {
  const text = write({ name: '</script><script>alert(1)</script><!--' })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org',
    name: '</script><script>alert(1)</script><!--',
  })
})

it.each([
  ['Data Scientist, NHS England', 'Data Scientist', 'NHS England'],
  ['Electrician, own firm', 'Electrician, own firm', undefined],
  ['Analyst', 'Analyst', undefined],
  ['Mother, Traveller, Cook', 'Mother, Traveller, Cook', undefined],
])('“%s” works as %s for %s', (role, title, employer) => {
  const { jobTitle, worksFor } = readWork(role)
  expect([jobTitle, worksFor?.name]).toEqual([title, employer])
})
