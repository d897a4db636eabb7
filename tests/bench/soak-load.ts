/** The load of `npm run soak`: what visitors of a small site do all day, at a rate that one process has time for. */
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { addMembers, PASSWORD, settlePeople } from '../support/accounts/people.ts'
import { hold, listMentors, listSlots, pay, type Offer } from '../support/bookings/visitor.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import type { Product } from '../support/product/processes.ts'

const PAGES = ['/', '/mentors', '/mentors?from=India', '/cohorts', '/faq', '/sign-in', '/api/v1/mentors']

/** Returns `run`, which puts the load on for so long and waits until everything is answered, and what was done by then. */
export async function prepareLoad(product: Product, databaseUrl: string) {
  const { url } = product
  const { member } = await settlePeople(databaseUrl)
  const [cookie = ''] = await addMembers(databaseUrl, 1)
  const picture = new Uint8Array(
    upload(
      await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a50f62' } })
        .png()
        .toBuffer(),
    ),
  )
  const offers = await listOffers(url)
  const done = { pages: 0, bookings: 0, signIns: 0, uploads: 0 }

  const get = async (path: string, headers = {}) => {
    const answer = await fetch(url + path, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  const post = async (path: string, body: BodyInit, headers = {}) => {
    const asked = { method: 'POST', body, headers: { origin: url, ...headers }, redirect: 'manual' as const }
    const answer = await fetch(url + path, asked)
    await answer.arrayBuffer()
    if (answer.status !== 303) throw new Error(`${path}: ${answer.status}`)
  }
  const tasks: [everyMs: number, what: keyof typeof done, act: () => Promise<void>][] = [
    [50, 'pages', () => get(PAGES[done.pages % PAGES.length]!)],
    [100, 'pages', () => get(`/mentors/${offers[done.pages % offers.length]!.slug}`, { authorization: 'Bearer no' })],
    [3_000, 'bookings', () => book(url, offers.pop(), `soak-${done.bookings}@example.com`)],
    [
      5_000,
      'signIns',
      () => post('/sign-in', new URLSearchParams({ email: member.email, password: PASSWORD, next: '/' })),
    ],
    [10_000, 'uploads', () => post('/account/picture', picture, { ...MULTIPART_FORM, cookie })],
  ]
  const run = async (milliseconds: number): Promise<void> => {
    const until = performance.now() + milliseconds
    const repeat = async ([everyMs, what, act]: (typeof tasks)[0]) => {
      while (performance.now() < until) {
        await act()
        done[what] += 1
        await pause(everyMs)
      }
    }
    await Promise.all(tasks.map(repeat))
  }
  return { run, done }
}

async function listOffers(url: string): Promise<Offer[]> {
  const found: Offer[] = []
  for (const { id: mentorId, slug, name } of await listMentors(url))
    for (const { startsAt, taken } of await listSlots(url, slug))
      if (!taken) found.push({ slug, mentorId, name, startsAt })
  return found.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** Times overlap with what was booked beside them: then that offer is left out. */
async function book(url: string, offer: Offer | undefined, email: string): Promise<void> {
  if (!offer) throw new Error('No time is left to book')
  const held = await hold(url, offer, email).catch((error: Error) => {
    if (!error.message.startsWith('409')) throw error
    return null
  })
  if (held) await (await fetch(await pay(url, held))).arrayBuffer()
}
