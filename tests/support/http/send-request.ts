/**
 * HTTP requests exactly as written: paths that `fetch` would normalise, any Host and Origin, redirects not followed.
 */
import { request } from 'node:http'

export type ReceivedResponse = { status: number; headers: Headers; setCookies: string[]; body: string }

export type RequestOptions = {
  method?: string
  cookie?: string | undefined
  headers?: Record<string, string>
  /** A form as `URLSearchParams`, JSON as an object, anything else as text with a type in `headers`. */
  body?: URLSearchParams | object | string | undefined
  /** The Origin header; by default our own for a POST. Null: none. */
  origin?: string | null
}

/** `product`: its bound origin. `path` is sent unchanged. */
export function sendRequest(product: string, path: string, options: RequestOptions = {}): Promise<ReceivedResponse> {
  const { method = options.body === undefined ? 'GET' : 'POST', cookie, body, origin = product } = options
  const encoded = encodeBody(body)
  const headers: Record<string, string> = {
    ...encoded.headers,
    ...(/^(GET|HEAD)$/.test(method) || origin === null ? {} : { origin }),
    ...(cookie ? { cookie } : {}),
    ...options.headers,
  }
  const { hostname, port } = new URL(product)
  return new Promise((resolve, reject) => {
    const target = { hostname, port, path, method, headers, agent: false }
    const sent = request(target, (incoming) => {
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
    sent.end(encoded.text)
  })
}

function encodeBody(body: RequestOptions['body']): { text?: string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string') return { text: body, headers: { 'content-length': String(Buffer.byteLength(body)) } }
  const isForm = body instanceof URLSearchParams
  const text = isForm ? body.toString() : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { text, headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) } }
}

/** The Location header, as a path if it is on the product itself; null without one. */
export function readLocation(response: ReceivedResponse, product: string): string | null {
  const location = response.headers.get('location')
  return location?.startsWith(`${product}/`) ? location.slice(product.length) : location
}

/** The body without the nonce of its policy, which differs from one response to the next. */
export function withoutNonce({ headers, body }: ReceivedResponse): string {
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  return nonce ? body.replaceAll(nonce, 'NONCE') : body
}

/** Runs `work` on each item, six at a time. Results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return results
}
