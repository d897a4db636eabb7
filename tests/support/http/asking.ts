/** Requests as they are written: paths that `fetch` would tidy up first, any Host and Origin, redirects not followed. */
import { request } from 'node:http'

export type Answer = { status: number; headers: Headers; setCookies: string[]; body: string }

export type Asked = {
  method?: string
  cookie?: string | undefined
  headers?: Record<string, string>
  /** A form as `URLSearchParams`, JSON as an object, anything else as text with a type in `headers`. */
  body?: URLSearchParams | object | string | undefined
  /** The Origin header; by default that of a page of ours where something is posted. Null: none. */
  origin?: string | null
}

/** `product` is the address it is bound to. `path` is sent as it is. */
export function ask(product: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = asked.body === undefined ? 'GET' : 'POST', cookie, body, origin = product } = asked
  const typed = bodyOf(body)
  const headers: Record<string, string> = {
    ...typed.headers,
    ...(/^(GET|HEAD)$/.test(method) || origin === null ? {} : { origin }),
    ...(cookie ? { cookie } : {}),
    ...asked.headers,
  }
  const { hostname, port } = new URL(product)
  return new Promise((resolve, reject) => {
    const how = { hostname, port, path, method, headers, agent: false }
    const sent = request(how, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const received = new Headers()
        for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
          received.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
        }
        const setCookies = received.getSetCookie()
        const text = Buffer.concat(parts).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: received, setCookies, body: text })
      })
    })
    sent.on('error', reject)
    sent.end(typed.text)
  })
}

function bodyOf(body: Asked['body']): { text?: string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string') return { text: body, headers: { 'content-length': String(Buffer.byteLength(body)) } }
  const isForm = body instanceof URLSearchParams
  const text = isForm ? body.toString() : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { text, headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) } }
}

/** Where an answer leads, as a path where that is on the product itself. Null where it leads nowhere. */
export function leadsTo(answer: Answer, product: string): string | null {
  const location = answer.headers.get('location')
  return location?.startsWith(`${product}/`) ? location.slice(product.length) : location
}

/** An answer's body without what differs from one answer to the next: the nonce of its policy. */
export function withoutNonce({ headers, body }: Answer): string {
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  return nonce ? body.replaceAll(nonce, 'NONCE') : body
}

/** The same work on each of these, some at a time. Results in their order. */
export async function forAll<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const hand = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, hand))
  return results
}
