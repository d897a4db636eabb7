/** A visitor without a browser: books through the JSON API, pays on the hosted page, reads their email. */

/** A slot that a visitor could book. `startsAt`: ISO 8601 in UTC. */
export type Offer = { slug: string; mentorId: string; name: string; startsAt: string }
export type Hold = { id: string; url: string; reference: string; payBefore: string }
type Slot = { startsAt: string; endsAt: string; taken: boolean }
type Mail = { to: { address: string }[]; subject: string; text: string; headers: Record<string, string> }

const DAY_MS = 86_400_000
const MONTH_MS = 30 * 86_400_000

export async function listMentors(product: string): Promise<{ id: string; slug: string; name: string }[]> {
  const { mentors } = await readJson<{ mentors: { id: string; slug: string; name: string }[] }>(
    `${product}/api/mentors`,
  )
  return mentors
}

/**
 * The first free slot from tomorrow on of the first mentor who has one. `spareMs`: of the first mentor whose slot begins
 * so long after this time tomorrow.
 */
export async function findOffer(product: string, { spareMs = 0 } = {}): Promise<Offer> {
  const least = Date.now() + DAY_MS + spareMs
  for (const { id: mentorId, slug, name } of await listMentors(product)) {
    const free = (await listSlots(product, slug)).find((slot) => !slot.taken)
    if (free && Date.parse(free.startsAt) >= least) return { slug, mentorId, name, startsAt: free.startsAt }
  }
  throw new Error('No mentor has a free time')
}

/** A mentor's slots of a month from tomorrow on: the first of today may stop being bookable before a test has booked it. */
export async function listSlots(product: string, slug: string): Promise<Slot[]> {
  const [from, to] = [DAY_MS, MONTH_MS].map((ahead) => new Date(Date.now() + ahead)) as [Date, Date]
  const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  return (await readJson<{ slots: Slot[] }>(`${product}/api/mentors/${slug}/slots?${span}`)).slots
}

/** The body of POST /create-checkout-session. */
export function requestFor({ mentorId, name, startsAt }: Offer, email: string): string {
  const visitor = { name: 'Grace Hopper', email, phone: '+44 7700 900123', topic: '' }
  const start = { date: startsAt.slice(0, 10), time: startsAt.slice(11, 16), timeZone: 'UTC' }
  return JSON.stringify({ ...visitor, ...start, mentor: { id: mentorId, name } })
}

export function askForHold(product: string, offer: Offer, email: string): Promise<Response> {
  return fetch(`${product}/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: requestFor(offer, email),
  })
}

export async function hold(product: string, offer: Offer, email: string): Promise<Hold> {
  const response = await askForHold(product, offer, email)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Hold
}

/**
 * Pays on the hosted page with a card that succeeds. Returns the URL it redirects to. Both URLs are mapped to
 * `product`, which may have restarted on another port since the hold.
 */
export async function pay(product: string, { url }: Hold): Promise<string> {
  const response = await fetch(`${product}${new URL(url).pathname}/pay`, {
    method: 'POST',
    headers: { origin: product },
    body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Grace Hopper' }),
    redirect: 'manual',
  })
  const next = response.headers.get('location')
  if (response.status !== 303 || !next) throw new Error(`${response.status} ${await response.text()}`)
  const { pathname, search } = new URL(next)
  return `${product}${pathname}${search}`
}

/** The emails to this address, newest first. */
export async function listMails(product: string, address: string): Promise<Mail[]> {
  const mails = await readJson<Mail[]>(`${product}/sandbox/mail.json`)
  return mails.filter((mail) => mail.to.some((to) => to.address === address))
}

async function readJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
