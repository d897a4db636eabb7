import { expect, it } from 'vitest'
import { viewedProfile } from '#server/site/monitoring/page-views'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

function viewed(path: string, { agent = FIREFOX, method = 'GET', ...headers }: Record<string, string> = {}) {
  const request = new Request(`https://landfall.test${path}`, { method, headers: { 'user-agent': agent, ...headers } })
  return viewedProfile(request, path)
}

it.each([
  ['a document', '/mentors/ada-lovelace', {}, 'ada-lovelace'],
  ['another page’s link', '/mentors/ada.data', { referer: 'https://landfall.test/mentors' }, 'ada'],
  ['data that the page loads anew', '/mentors/ada.data', { referer: 'https://landfall.test/mentors/ada' }, null],
  ['a crawler', '/mentors/ada', { agent: GOOGLEBOT }, null],
  ['a program that does not say what it is', '/mentors/ada', { agent: '' }, null],
  ['a browser that fetches ahead', '/mentors/ada', { 'sec-purpose': 'prefetch;prerender' }, null],
  ['a HEAD request', '/mentors/ada', { method: 'HEAD' }, null],
  ['booking', '/mentors/ada/book', {}, null],
  ['a landing page', '/mentors/in/germany', {}, null],
])('takes %s for a look at a mentor’s page, or not', (_what, path, headers, slug) => {
  expect(viewed(path, headers)).toBe(slug)
})
