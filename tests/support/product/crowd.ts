/**
 * Visitors who read pages, hold times and pay, over connections that are kept open, until they are stopped. They note
 * every response, and what they were promised.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listMentors, listSlots, requestFor, type Hold, type Offer } from '../bookings/visitor.ts'

/** `status`: 0 if the connection ended before the response did. `reason`: in words, of what failed. Times by `performance.now()`. */
export type Attempt = { what: What; status: number; reason: string; began: number; ended: number }
type What = 'a page' | 'an empty form' | 'a hold' | 'a payment' | 'a success page'

/** What a buyer was shown. `paid` once the page to pay on has said so. */
type Sale = { reference: string; email: string; paid: boolean }

type Response = { status: number; body: string; location: string }
type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

const THINKS_MS = 20
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Grace Hopper',
  email: 'payer@example.com',
}

/** How many of each kind. `senders` send forms that are refused because they are empty: an answer, and nothing changes. */
type CrowdSize = { readers?: number; senders?: number; buyers?: number }

/** `offers`: what the buyers try to buy, one after the other. */
export function openCrowd(origin: string, { readers = 0, senders = 0, buyers = 0 }: CrowdSize, offers: Offer[] = []) {
  const agent = new Agent({ keepAlive: true, maxSockets: readers + senders + buyers })
  const requested: Attempt[] = []
  const sales: Sale[] = []
  const left = offers.values()
  const state = { isOver: false }

  const ask = async (what: What, { method, path, headers, body }: Request): Promise<Response> => {
    const began = performance.now()
    const sent = { method, agent, headers: method === 'POST' ? { origin, ...headers } : {} }
    const { reason, ...response } = await exchange(new URL(path, origin), sent, body)
    requested.push({ what, status: response.status, reason, began, ended: performance.now() })
    await pause(THINKS_MS)
    return response
  }
  /** Retries, as a patient visitor does. */
  const askUntil = async (status: number, what: What, question: Request): Promise<Response> => {
    let response = await ask(what, question)
    while (response.status !== status) {
      if (response.status !== 0 && response.status !== 503)
        throw new Error(`${what}: ${response.status} ${response.body}`)
      response = await ask(what, question)
    }
    return response
  }

  const read = async (n: number) => {
    const paths = ['/mentors', ...new Set(offers.map(({ slug }) => `/mentors/${slug}`))]
    for (let at = n; !state.isOver; at += 1) await ask('a page', { method: 'GET', path: paths[at % paths.length]! })
  }
  const send = async () => {
    const empty = { path: '/create-checkout-session', headers: JSON_BODY, body: '{}' }
    while (!state.isOver) await ask('an empty form', { method: 'POST', ...empty })
  }
  const buy = async (n: number) => {
    while (!state.isOver) {
      const offer = left.next().value
      if (!offer) throw new Error('Everything is sold: the buyers need more offers')
      const email = `buyer-${n}-${sales.length}-${Math.round(performance.now())}@example.com`
      const body = requestFor(offer, email)
      const held = await ask('a hold', { method: 'POST', path: '/create-checkout-session', headers: JSON_BODY, body })
      if (held.status !== 200) continue
      const { reference, url } = JSON.parse(held.body) as Hold
      const sale: Sale = { reference, email, paid: false }
      sales.push(sale)
      const form = { method: 'POST', headers: FORM, body: new URLSearchParams(CARD).toString() } as const
      const paid = await askUntil(303, 'a payment', { ...form, path: `${new URL(url).pathname}/pay` })
      sale.paid = true
      await askUntil(200, 'a success page', { method: 'GET', path: paid.location })
    }
  }
  const each = (count: number, visit: (n: number) => Promise<void>) => Array.from({ length: count }, (_, n) => visit(n))
  const visits = Promise.all([...each(readers, read), ...each(senders, send), ...each(buyers, buy)])
  visits.catch(() => {}) // Thrown by `end`.

  return {
    requests: requested,
    sales,
    /** Everyone finishes what they began. */
    async end(): Promise<void> {
      state.isOver = true
      await visits
      agent.destroy()
    },
  }
}

type Sent = { method: string; agent: Agent; headers: Record<string, string> }

function exchange(url: URL, options: Sent, body?: string): Promise<Response & { reason: string }> {
  return new Promise((responded) => {
    const lost = (error: NodeJS.ErrnoException) =>
      responded({ status: 0, body: '', location: '', reason: error.code ?? error.message })
    const sent = request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', lost)
      response.once('end', () => {
        const reason = /"(?:reason|code)":"(\w+)"/.exec(text)?.[1] ?? (status < 500 ? '' : text.slice(0, 200))
        responded({ status, body: text, location: headers.location ?? '', reason })
      })
    })
    sent.once('error', lost)
    sent.end(body)
  })
}

type Question = [what: string, ask: () => Promise<globalThis.Response>]
type Answer = { what: string; status: number; body: string; headers: Headers; began: number }

/** Visitors who each send one kind of request again and again, until they are stopped. Kinds may come more than once. */
export function keepAsking(questions: Question[]) {
  const answers: Answer[] = []
  const state = { isOver: false }
  const visits = Promise.all(
    questions.map(async ([what, ask]) => {
      while (!state.isOver) {
        const began = performance.now()
        const answer = await ask()
        const { status, headers } = answer
        answers.push({ what, status, headers, began, body: await answer.text() })
      }
    }),
  )
  return {
    answers,
    /** How many answers each kind of request has had at least, of those that began after this moment. */
    countEach(since = 0): number {
      const counts = questions.map(
        ([what]) => answers.filter((each) => each.what === what && each.began > since).length,
      )
      return Math.min(...counts)
    },
    async end(): Promise<void> {
      state.isOver = true
      await visits
    },
  }
}

/** Times that can be booked, the first of every mentor before the second of any. */
export async function listOffers(product: string): Promise<Offer[]> {
  const byMentor: Offer[][] = []
  for (const { id: mentorId, slug, name } of await listMentors(product)) {
    const free = (await listSlots(product, slug)).filter(({ taken }) => !taken)
    byMentor.push(free.map(({ startsAt }) => ({ slug, mentorId, name, startsAt })))
  }
  const most = Math.max(...byMentor.map(({ length }) => length))
  return Array.from({ length: most }, (_, n) => byMentor.flatMap((offers) => offers[n] ?? [])).flat()
}
