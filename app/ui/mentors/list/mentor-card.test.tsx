import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { MentorTile, type MentorCard } from './mentor-card.tsx'

const mentor: MentorCard = {
  slug: 'ananya-rao',
  name: 'Ananya Rao',
  role: 'Data Scientist',
  helpWith: [],
  picture: null,
  leg: null,
  price: { before: '', amount: '£45', after: '' },
  bookable: true,
  rating: { average: null, count: 0 },
}

const renderLinks = (card: MentorCard) =>
  [
    ...renderToStaticMarkup(
      <MemoryRouter>
        <MentorTile mentor={card} query="" />
      </MemoryRouter>,
    ).matchAll(/href="([^"]+)"/g),
  ].map(([, address]) => address)

it('a card leads to booking, or to the waitlist where there is nothing to book', () => {
  expect(renderLinks(mentor)).toEqual(['/mentors/ananya-rao', '/mentors/ananya-rao/book'])
  expect(renderLinks({ ...mentor, bookable: false })).toEqual(['/mentors/ananya-rao', '/mentors/ananya-rao/waiting'])
})
