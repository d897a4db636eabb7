/**
 * Pages into HTML. A page that is complete at once, as nearly all are, is one piece. Otherwise an answer begins when the page
 * is complete around its streamed parts; a crawler gets all of it at once, and so does the page cache.
 */
import { PassThrough, Writable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { appContext, faultContext, cachedPageContext, nonceContext } from '#server/context'

/** Milliseconds until streamed data that has not come is given up. */
export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Response | Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const cached = context.get(cachedPageContext)
  const whole = cached !== null || isbot(request.headers.get('user-agent'))

  return new Promise((resolve, reject) => {
    const state = { complete: false, answered: false }
    const begin = () => {
      if (state.answered) return
      state.answered = true
      if (state.complete) {
        clearTimeout(timeout)
        pipe(collector((html) => resolve(new Response(html, { status, headers }))))
        return
      }
      const body = new PassThrough({
        final(done) {
          clearTimeout(timeout)
          done()
        },
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={page} url={request.url} {...(nonce ? { nonce } : {})} />,
      {
        ...(nonce ? { nonce } : {}),
        progressiveChunkSize: Number.POSITIVE_INFINITY, // A large part would come late and need a script to appear.
        onShellReady() {
          // The loaders' data, which React Router streams, are there a moment after the page around them.
          if (!whole) setImmediate(begin)
        },
        onAllReady() {
          state.complete = true
          begin()
        },
        onShellError: reject,
        onError(error) {
          if (cached) cached.failed = true
          // What fails before the answer begins is rejected above and reaches handleError.
          else if (state.answered) report(error, request, context)
        },
      },
    )
    const timeout = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** Passes on all that is written to it, in one piece. A piece has a known length, and costs a fraction of a stream. */
function collector(done: (bytes: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER, // React never waits.
    write(chunk: Uint8Array, _encoding, written) {
      chunks.push(chunk)
      written()
    },
    final(ended) {
      done(Buffer.concat(chunks))
      ended()
    },
  })
}

/**
 * Faults of loaders, actions and rendering. What a visitor asked wrongly, or no longer waits for, is no fault. A page
 * that failed for the cache is rendered once more for its visitor, and reported if it fails then.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const cached = context.get(cachedPageContext)
  if (cached) cached.failed = true
  if (cached || request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const fault = context.get(faultContext)
  if (fault) fault.error = error
  report(error, request, context)
}

function report(error: unknown, request: Request, context: Readonly<RouterContextProvider>) {
  const [, section = ''] = new URL(request.url).pathname.split('/') // The rest of an address may name somebody.
  context.get(appContext).log.error('page failed', { route: `/${section}`, error })
}
