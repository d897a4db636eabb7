import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { adviceFor, ADVICE } from '#domain/mentors/advice'
import { toMinorUnits } from '#domain/payments/money'
import { describeAdvice } from '#words/mentors/advice'
import type { BookingOffer, SessionOffer } from './offer.ts'
import { SessionChoice } from './session-choice.tsx'

const price = { price: toMinorUnits(4500), currency: 'GBP' }
const cv: SessionOffer = { id: 'cv', title: 'Your CV', minutes: 45, description: '', ...price }

const offer: BookingOffer = {
  mentor: { slug: 'ananya-rao', name: 'Ananya Rao', picture: null, timeZone: 'Europe/London', place: 'London' },
  sessions: [],
  session: null,
  slots: null,
  own: null,
  zone: null,
  horizonDays: 60,
  acceptsLinks: true,
  minutesHeld: 31,
  policy: 'flexible',
  refundRule: '',
  now: '2026-11-20T12:00:00.000Z',
  clockChanges: {},
}

/** The entries of the choice, as markup. */
const renderEntries = (...sessions: SessionOffer[]) =>
  renderToStaticMarkup(<SessionChoice offer={{ ...offer, sessions }} again={null} onChoose={() => {}} />)
    .split('<li')
    .slice(1)

it('says below a session that touches visas, and below no other, that it is no immigration advice', () => {
  const [permit = '', other = ''] = renderEntries(
    { ...cv, id: 'permit', notice: describeAdvice(adviceFor(ADVICE, 'GB')) },
    cv,
  )
  const [link, notice] = permit.split('</a>')
  expect(link).toContain('book?session=permit')
  expect(notice).toContain('Experience, not immigration advice.')
  expect(notice).toContain('href="https://www.gov.uk/find-an-immigration-adviser"')
  expect(other).not.toContain('immigration')
})

it('says so without a link where no register is known', () => {
  const [entry = ''] = renderEntries({ ...cv, notice: describeAdvice(adviceFor(ADVICE, 'DE')) })
  expect(entry).toContain('Ask the immigration authority of the country, or a lawyer.')
  expect(entry.match(/<a /g)).toHaveLength(1)
})

it('says of each session what one leaves with, where its mentor does', () => {
  const [plan = '', other = ''] = renderEntries({ ...cv, leaveWith: 'a plan for each week.' }, cv)
  expect(plan.replaceAll(/<[^>]+>/g, '')).toContain('You leave with a plan for each week.')
  expect(other).not.toContain('You leave with')
})
