/**
 * Entry of the benchmarks' bundle: the product, except that after its first request a page is rendered from memory. The
 * server, the headers, `app/entry.server.tsx` and its `renderToString` stay. Matching, loaders, SQL and
 * encoding the loaders' data are left out. `/fixed/…` has the minimal cost of sending a page: the bytes and
 * headers of the cached page at the rest of its path, sent by a server that does nothing else.
 */
import { Hono } from 'hono'
import { createRequestHandler, type EntryContext, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import type { FrameReader } from '#server/accounts/sign-in/frame-reader'
import { createSite, type SiteOptions } from '#server/site/site'
import { frameReaderContext, type App } from '#server/context'

export * from '#server/entry'
export { holdSlot } from '#server/bookings/holds/hold'
export { settleCheckout } from '#server/bookings/settlement/settle'
export { readSlots } from '#server/mentors/availability/slots'
export { refreshDueCalendars } from '#server/mentors/busy-calendars/refresh'
export { queueReminders } from '#server/bookings/reminders/reminders'
export { queueDueMails } from '#server/platform/mail/outbox/send-mail'
export { queueMail } from '#server/platform/mail/outbox/queue-mail'
export { sweep } from '#server/bookings/sweep/sweep'
export { queueTransfers } from '#server/payouts/connect/queue-transfers'

/** Pages of others than visitors are rendered each time. */
const NOT_A_VISITOR = {} as FrameReader

/** A page as React Router passes it to be rendered, and the encoded data for the browser. */
type Remembered = { page: EntryContext; handoff: Uint8Array[] }

export function createProduct(app: App, options: Omit<SiteOptions, 'pages'>) {
  const draw = build.entry.module.default
  const pages = new Map<string, Remembered>()
  const handle = createRequestHandler(
    {
      ...(build as ServerBuild),
      entry: {
        module: {
          ...build.entry.module,
          async default(request, status, headers, page, context) {
            const handoff = page.serverHandoffStream ? await readAll(page.serverHandoffStream) : []
            if (status === 200) pages.set(request.url, { page, handoff })
            return draw(request, status, headers, replay({ page, handoff }), context)
          },
        },
      },
    },
    'production',
  )
  const site = createSite(app, {
    ...options,
    async pages(request, context) {
      const known = pages.get(request.url)
      if (!known) return handle(request, context)
      context.set(frameReaderContext, async () => NOT_A_VISITOR)
      return draw(request, 200, new Headers(), replay(known), context)
    },
  })
  const fixed = fixedTexts(async (url) => site.request(url, { headers: { 'accept-encoding': 'br' } }))
  return {
    fetch: (request: Request, env: object) => (request.url.includes('/fixed/') ? fixed : site).fetch(request, env),
  }
}

/** Reads each once, under the host that the demo responds to. */
function fixedTexts(read: (url: string) => Promise<Response>): Hono {
  const texts = new Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>()
  return new Hono().get('/fixed/*', async (c) => {
    const known = texts.get(c.req.path)
    if (known) return new Response(known.bytes, { headers: known.headers })
    const answer = await read(c.req.url.replace('/fixed/', '/'))
    const text = { bytes: new Uint8Array(await answer.arrayBuffer()), headers: Object.fromEntries(answer.headers) }
    texts.set(c.req.path, text)
    return new Response(text.bytes, { headers: text.headers })
  })
}

/** Rendering writes to `renderMeta` and consumes the stream, so both are new each time. */
function replay({ page, handoff }: Remembered): EntryContext {
  const serverHandoffStream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of handoff) controller.enqueue(chunk)
      controller.close()
    },
  })
  return { ...page, renderMeta: {}, serverHandoffStream }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}
