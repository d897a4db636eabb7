/** A receiver of traces on loopback: OTLP over HTTP, in JSON (opentelemetry.io/docs/specs/otlp). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type SentSpan = {
  name: string
  kind: number
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code: number; message?: string }
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] }

export async function startTraceReceiver() {
  const bodies: string[] = []
  let held: Promise<void> = Promise.resolve()
  let status = 200
  const server = createServer(async (request, response) => {
    const body = await text(request)
    await held
    if (request.url === '/v1/traces' && status === 200) bodies.push(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const received = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that came, as it came. */
    text: () => bodies.join('\n'),
    about: () => received().map(({ resource }) => readAttributes(resource.attributes)),
    /** Each span with the name of the one that it is within, in alphabetical order. */
    spans() {
      const spans = received().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      const names = new Map(spans.map(({ spanId, name }) => [spanId, name]))
      return spans
        .map(({ name, kind, parentSpanId, attributes, status: { code } }) => ({
          name,
          kind,
          within: parentSpanId === undefined ? null : names.get(parentSpanId),
          failed: code === 2,
          ...readAttributes(attributes),
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name))
    },
    /** Answers nothing until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Answers with this status from now on, and keeps nothing unless it is 200. */
    answer(next: number): void {
      status = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readAttributes = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
