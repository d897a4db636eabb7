/**
 * Pages into HTML. Nothing of ours comes later than the page around it, so an answer is one whole text: drawn at once, or, in
 * a page that first has to load a module, as soon as it is there.
 */
import { PassThrough } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { appContext, faultContext, cachedPageContext, nonceContext } from '#server/context'
import { quoteOnce } from '#server/site/page-cache/embedded-text'
import { drawingTurn } from '#server/site/page-cache/drawing-turn'
import { renderUnlessKnown } from '#server/site/page-cache/rendered-pages'
import { splitLanguage } from '#server/platform/language/language-path'
import { findOutage } from '#server/site/error-response'

/** Milliseconds until data or a module that has not come is given up. */
export const streamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const data = await readData(page)
  const draw = () => <ServerRouter context={ownContext(page, data)} url={request.url} {...(nonce ? { nonce } : {})} />
  const drawInTurn = async () => {
    await drawingTurn()
    return drawAtOnce(draw())
  }
  const texts = data.map(({ value }) => value)
  const drawn = status === 200 ? await renderUnlessKnown(request, context, texts, drawInTurn) : await drawInTurn()
  const html = drawn ?? shorten(await drawInTime(draw(), nonce, (error) => reportPart(error, request, context)))
  return new Response(html, { status, headers })
}

/**
 * Data for the browser, as React Router writes them: JSON in a string of JSON. Only at the start of a script, since people's own texts
 * may contain the rest; there `<` is escaped.
 */
const DATA = /(<script\b[^>]*>window\.__reactRouterContext\.streamController\.enqueue\()"((?:[^"\\]|\\.)*)"/g

/**
 * The same page in fewer bytes. A quote of the data costs two in a string between such quotes, and there are thousands. A mark on each
 * link is for a way of finding routes that is off (`routeDiscovery` in react-router.config.ts).
 */
function shorten(html: string): string {
  const short = html.replaceAll(DATA, (_all, before: string, text: string) => `${before}'${quoteOnce(text)}'`)
  // In development, React would report the difference.
  return import.meta.env.PROD ? short.replaceAll(' data-discover="true"', '') : short
}

type Read = { done: boolean; value: string }

/** What the loaders returned, as React Router encodes it for the browser: a text for each of its script elements. */
async function readData({ serverHandoffStream }: EntryContext): Promise<Read[]> {
  const data: Read[] = []
  if (!serverHandoffStream) return data
  const decoder = new TextDecoder()
  const reader = serverHandoffStream.getReader()
  for (let done = false; !done;) {
    const read = await reader.read()
    done = read.done
    data.push({ done, value: decoder.decode(read.value, { stream: true }) })
  }
  return data
}

/**
 * React Router's context, once per drawing, with two differences. The data are there: React Router would wait for its stream
 * while it draws. And of the routes it has only those of this page: it would make elements for all hundred each time.
 */
function ownContext(page: EntryContext, data: Read[]): EntryContext {
  const { manifest, staticHandlerContext } = page
  const reads = data.map((result) => Object.assign(Promise.resolve(), { result }))
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]])
  return {
    ...page,
    manifest: { ...manifest, routes: Object.fromEntries(routes) },
    renderMeta: { streamCache: { ...reads } },
    ...(data.length > 0 && { serverHandoffStream: new ReadableStream() }), // Each drawing locks it, and none reads it.
  }
}

/** What React writes where a part of the page was not drawn. */
const NOT_DRAWN = '<!--$!-->'

/** Null if a part of the page waits or fails. A text costs two thirds of a stream. */
function drawAtOnce(page: ReactElement): string | null {
  try {
    const html = renderToString(page)
    return html.includes(NOT_DRAWN) ? null : shorten(`<!DOCTYPE html>${html}`)
  } catch {
    return null // Drawn once more, it waits or fails where that is seen.
  }
}

/** Waits for all parts of the page. `onPartError`: a part failed, and the browser draws it. Rejects if the whole page fails. */
function drawInTime(
  page: ReactElement,
  nonce: string | undefined,
  onPartError: (error: unknown) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce ? { nonce } : {}),
      progressiveChunkSize: Number.POSITIVE_INFINITY, // A large part would come late and need a script to appear.
      onAllReady() {
        clearTimeout(timeout)
        errors.forEach(onPartError)
        resolve(readText(pipe(new PassThrough({ encoding: 'utf8' }))))
      },
      onShellError: reject,
      onError(error) {
        errors.push(error)
      },
    })
    const timeout = setTimeout(abort, streamTimeout)
  })
}

const readText = async (body: PassThrough): Promise<string> => (await body.toArray()).join('')

/** A page for the cache of which a part failed is drawn once more for its visitor, and reported if it fails then. */
function reportPart(error: unknown, request: Request, context: RouterContextProvider): void {
  const cached = context.get(cachedPageContext)
  if (cached) cached.failed = true
  else report(error, request, context)
}

/**
 * Faults of loaders, actions and rendering. Bad requests and aborted ones are not faults. A page
 * that failed for the cache is rendered once more for its visitor, and reported if it fails then. In an outage it is not, and
 * reported at once.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const cached = context.get(cachedPageContext)
  if (cached) Object.assign(cached, { failed: true, error })
  if ((cached && !findOutage(error)) || request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500))
    return
  const fault = context.get(faultContext)
  if (fault) fault.error = error
  report(error, request, context)
}

function report(error: unknown, request: Request, context: Readonly<RouterContextProvider>) {
  const [, section = ''] = splitLanguage(new URL(request.url).pathname).path.split('/') // The rest of the path may contain personal data.
  context.get(appContext).log.error(findOutage(error)?.event ?? 'page failed', { route: `/${section}`, error })
}
