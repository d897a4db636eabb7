/**
 * The load of `npm run soak`: what people do all day on a small site, at a rate that one process has time for. They take turns,
 * each a member with an address of their own, and cancel what they booked. So no limit is met and no time runs out, however long
 * it takes (`tests/soak.test.ts`). Any other answer than the expected one ends it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { addMembers, PASSWORD, settlePeople } from '../support/accounts/people.ts'
import { listMentors, listSlots, requestFor, type Hold, type Offer } from '../support/bookings/visitor.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import type { Product } from '../support/product/processes.ts'

export const PEOPLE = 240
/** `haste`: how many times as often as usual, so that whatever a process keeps up to a limit reaches that limit. */
export const WARM_UP = { minutes: 10, haste: 6 }
export const EVERY_MS = { page: 50, drawnPage: 100, booking: 3_000, signIn: 5_000, upload: 10_000 }

/** The settings of a product that is to see each person's address, as behind a proxy. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.0/8' }

const PAGES = ['/', '/mentors', '/mentors?from=India', '/cohorts', '/faq', '/sign-in', '/api/v1/mentors']
const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Grace Hopper',
  email: 'payer@example.com',
}

/** `address`: the header that says it. `headers`: with it and the session's cookie. */
type Person = { email: string; address: Record<string, string>; headers: Record<string, string> }

/**
 * Returns `run`, which puts the load on for so long and waits for every response, and what was done by then. `haste`: how
 * many times as often as usual.
 */
export async function prepareLoad({ url }: Product, databaseUrl: string) {
  const { member } = await settlePeople(databaseUrl)
  const people = (await addMembers(databaseUrl, PEOPLE)).map((cookie, n): Person => {
    const address = { 'x-forwarded-for': `198.51.100.${n + 1}` }
    return { email: `soak-${n}@example.com`, address, headers: { ...address, cookie } }
  })
  const picture = new Uint8Array(
    upload(
      await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a50f62' } })
        .png()
        .toBuffer(),
    ),
  )
  const offers = await listOffers(url)
  const done = { pages: 0, bookings: 0, signIns: 0, uploads: 0 }

  /** Any other status than the expected one is an error. Returns where the answer leads, or else its text. */
  const ask = async (path: string, expected: number, request: RequestInit): Promise<string> => {
    const answer = await fetch(url + path, { redirect: 'manual', ...request })
    const text = await answer.text()
    const next = answer.headers.get('location')?.replace(url, '')
    if (answer.status === expected) return next ?? text
    throw new Error(`${request.method ?? 'GET'} ${path}: ${answer.status} ${next ?? text.slice(0, 500)}`)
  }
  const post = (path: string, expected: number, headers: Record<string, string>, body: BodyInit) =>
    ask(path, expected, { method: 'POST', headers: { origin: url, ...headers }, body })

  const book = async ({ email, headers }: Person, offer: Offer) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const held = JSON.parse(await post('/create-checkout-session', 200, json, requestFor(offer, email))) as Hold
    const booking = `/bookings/${held.reference}`
    await ask(await post(`${new URL(held.url).pathname}/pay`, 303, headers, new URLSearchParams(CARD)), 200, {
      headers,
    })
    await ask(booking, 200, { headers })
    const question = await ask(`${booking}/cancel`, 200, { headers })
    const shown = /name="shown" value="(\d+)"/.exec(question)?.[1] ?? ''
    await post(`${booking}/cancel`, 303, headers, new URLSearchParams({ shown }))
  }
  const uploadPicture = async ({ headers }: Person) => {
    const next = await post('/account/picture', 303, { ...headers, ...MULTIPART_FORM }, picture)
    if (next !== '/account?saved=picture') throw new Error(`The picture led to ${next}`)
  }
  const typed = { email: member.email, password: PASSWORD, next: '/' }

  type Task = { what: keyof typeof done; everyMs: number; act: (person: Person, turn: number) => Promise<unknown> }
  const tasks: Task[] = [
    {
      what: 'pages',
      everyMs: EVERY_MS.page,
      act: ({ address: headers }, turn) => ask(PAGES[turn % PAGES.length]!, 200, { headers }),
    },
    {
      what: 'pages',
      everyMs: EVERY_MS.drawnPage,
      act: ({ headers }, turn) => ask(`/mentors/${offers[turn % offers.length]!.slug}`, 200, { headers }),
    },
    { what: 'bookings', everyMs: EVERY_MS.booking, act: (person, turn) => book(person, offers[turn % offers.length]!) },
    {
      what: 'signIns',
      everyMs: EVERY_MS.signIn,
      act: ({ address }) => post('/sign-in', 303, address, new URLSearchParams(typed)),
    },
    { what: 'uploads', everyMs: EVERY_MS.upload, act: uploadPicture },
  ]
  const runners = tasks.map(({ what, everyMs, act }) => {
    let turn = 0
    return async (until: number, haste: number) => {
      for (; performance.now() < until; turn += 1) {
        await act(people[turn % PEOPLE]!, turn)
        done[what] += 1
        await pause(everyMs / haste)
      }
    }
  })
  const run = async (milliseconds: number, haste = 1): Promise<void> => {
    const until = performance.now() + milliseconds
    await Promise.all(runners.map((runUntil) => runUntil(until, haste)))
  }
  return { run, done }
}

/** The last time of each mentor that can be booked now. */
async function listOffers(url: string): Promise<Offer[]> {
  const offers: Offer[] = []
  for (const { id: mentorId, slug, name } of await listMentors(url)) {
    const last = (await listSlots(url, slug)).findLast(({ taken }) => !taken)
    if (last) offers.push({ slug, mentorId, name, startsAt: last.startsAt })
  }
  return offers
}
