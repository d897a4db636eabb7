/**
 * Traces: how long requests, jobs and calls to the payment service take, and which call belongs to which, for a receiver that
 * speaks OpenTelemetry's protocol. OpenTelemetry is loaded only if the operator names one. Decision 0061.
 *
 * What a span may say is in the parameters below: names from the code and numbers. No path, query, id or text of a person can
 * get into one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Attributes, Span, SpanKind } from '@opentelemetry/api'
import { reportingTrouble } from '#server/platform/tracing/exporter-trouble'

export type Tracing = {
  /** Runs a request. `route`: the pattern of its route. `work` resolves to the status of the response. */
  request(attributes: { method: string; route: string }, work: () => Promise<number>): Promise<void>
  /** Runs a job of this name. */
  job(name: string, work: () => Promise<void>): Promise<void>
  /** The same calls to the payment service, each traced by its name. */
  payments<Calls extends object>(calls: Calls): Calls
  /** Sends what is left, for half a second at most. */
  close(): Promise<void>
}

type Options = {
  /** Where the receiver is, without `/v1/traces`. */
  endpoint: string
  version: string
  role: string
  /** Called when the receiver does not take spans, and not again before it has taken some. */
  onTrouble: (error: unknown) => void
  closeMs?: number
}

/** Without a receiver: the work itself, and nothing is measured. */
export const UNTRACED: Tracing = {
  request: async (_request, work) => void (await work()),
  job: (_name, work) => work(),
  payments: (calls) => calls,
  close: async () => {},
}

/** Spans that wait to be sent. More are dropped: a receiver that is away or slow costs no more memory than this, and no time. */
const MAX_WAITING = 2_048
const BATCH = 512
const SEND_AFTER_MS = 2_000
const SEND_TIMEOUT_MS = 5_000
/** A stop has nine seconds, of which jobs may take eight. */
const CLOSE_MS = 500

/** Verifies a signature, and makes no request. */
const LOCAL = 'readEvent'

export async function openTracing(options: Options): Promise<Tracing> {
  const { endpoint, version, role, onTrouble, closeMs = CLOSE_MS } = options
  const [api, { BatchSpanProcessor, TracerProvider }, { resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'landfall',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'landfall.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingTrouble(new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS }), onTrouble),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_AFTER_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('landfall', version)
  const current = new AsyncLocalStorage<Span>()

  /** Of an error only its class is kept: messages quote what people typed. */
  async function within<Value>(span: Span, work: () => Promise<Value>): Promise<Value> {
    try {
      return await current.run(span, work)
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  const start = (name: string, kind: SpanKind, attributes: Attributes, parent?: Span) =>
    tracer.startSpan(
      name,
      { kind, attributes },
      parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT,
    )

  function payments<Calls extends object>(calls: Calls): Calls {
    const traced = Object.entries(calls).map(([name, call]: [string, unknown]) => {
      if (typeof call !== 'function') return [name, payments(call as object)]
      if (name === LOCAL) return [name, call]
      return [
        name,
        (...given: unknown[]) => {
          const attributes = { 'landfall.operation': name }
          const span = start(`payments ${name}`, api.SpanKind.CLIENT, attributes, current.getStore())
          return within(span, async () => call(...given) as unknown)
        },
      ]
    })
    return Object.fromEntries(traced) as Calls
  }

  return {
    payments,
    async request({ method, route }, work) {
      const attributes = { 'http.request.method': method, 'http.route': route }
      const span = start(`${method} ${route}`, api.SpanKind.SERVER, attributes)
      await within(span, async () => {
        const status = await work()
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      })
    },
    async job(name, work) {
      const span = start(`job ${name}`, api.SpanKind.CONSUMER, { 'landfall.job': name })
      await within(span, async () => {
        await work().catch((error: unknown) => {
          span.setAttribute('landfall.outcome', 'failed')
          throw error
        })
        span.setAttribute('landfall.outcome', 'done')
      })
    },
    async close() {
      const sent = provider.shutdown().catch(() => undefined) // It was reported as trouble.
      const deadline = Promise.withResolvers<void>()
      const timer = setTimeout(deadline.resolve, closeMs)
      await Promise.race([sent, deadline.promise])
      clearTimeout(timer)
    },
  }
}
