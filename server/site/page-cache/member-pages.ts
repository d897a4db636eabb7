/**
 * Public pages for people who are signed in: rendered once for all of them, with a mark wherever the frame shows who reads it, and
 * filled in for each. Loaders of such a page see no session, so that nothing else of a person can get into it. Decision 0076.
 */
import { randomBytes } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { readFrameReader, type FrameReader } from '#server/accounts/frame-reader'
import { appContext, cachedPageContext, frameReaderContext, nonceContext, type App } from '#server/context'
import { inData, inHtml, inScript } from '#server/site/page-cache/embedded-text'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { findOffered } from '#server/platform/language/language'
import { readAddress } from '#server/site/languages'
import { openPageStore } from '#server/site/page-cache/page-cache-store'
import {
  findMoment,
  isPersonal,
  sharedCookies,
  sharedPageAt,
  type OwnChanges,
} from '#server/site/page-cache/shared-pages'
import type { Pages } from '#server/site/pages-in-languages'

const LIMITS = { pages: 500, bytes: 8 * 1024 * 1024 }

const MARKS = ['nonce', 'identity', 'name', 'initials', 'email', 'picture', 'saved'] as const
type Mark = (typeof MARKS)[number]

/** Where a mark stands, which decides how its value is escaped. */
const ESCAPED = { html: inHtml, script: inScript, data: inData }
type Place = keyof typeof ESCAPED

/** `texts` are around the marks: one more than there are. */
type Template = { status: 200; headers: Headers; texts: string[]; marks: { mark: Mark; place: Place }[] }

/** Returns the page for its reader, or null if it has to be rendered for them. `nonce`: that of the response. */
export type MemberPages = (request: Request, session: Session, nonce: string) => Promise<Response | null>

export function openMemberPages(app: App, pages: Pages, changes: OwnChanges): MemberPages {
  const { origin } = new URL(app.config.PUBLIC_URL)
  const store = openPageStore<Template>(({ texts }) => texts.reduce((sum, { length }) => sum + length, 0), LIMITS)
  const offered = app.config.LANGUAGES

  return async (request, session, nonce) => {
    const address = readAddress(request)
    const page = sharedPageAt(address, offered)
    if (request.method !== 'GET' || !page || page.data || request.headers.has('authorization')) return null
    const isMentors = page.of === 'mentor' // It says whose own it is, and whether it is saved.
    if (isMentors && session.mentorId !== null) return null
    if (changes.noted()) await changes.learn()

    const findLanguage = () =>
      findOffered(session.language, offered) ?? acceptedLanguage(request.headers.get('accept-language'), offered)
    const cookies = sharedCookies(app, page, request.headers.get('cookie') ?? '', findLanguage)
    store.invalidateUnless(findMoment(app, 'always'))
    const key = [cookies, address, session.role, session.picture !== null].join('\n')
    const rendering = () => render(app, pages, new Request(origin + address, { headers: { cookie: cookies } }), session)
    const template = store.find(key) ?? (await store.renderOnce(key, rendering))
    if (!template) return null
    const { headers, marks } = template
    const values = {
      nonce,
      ...(marks.some(({ mark }) => mark !== 'nonce') && (await readFrameReader(app.db, session))),
    }
    if (isMentors && values.saved?.includes(` ${page.path.slice('/mentors/'.length)} `)) return null
    const response = new Response(fill(template, values), { headers })
    response.headers.set('server-timing', 'cache;desc=shared')
    return response
  }
}

/** Null if the page cannot be shared, as in the page cache. */
async function render(app: App, pages: Pages, request: Request, { role, picture }: Session): Promise<Template | null> {
  const secret = `x${randomBytes(16).toString('hex')}` // So that no text of a person has a mark in it.
  const marked = Object.fromEntries(MARKS.map((mark) => [mark, secret + mark])) as Record<Mark, string>
  const reader: FrameReader = { ...marked, role, picture: picture && marked.picture }
  const context = new RouterContextProvider()
  const outcome = { failed: false, error: null }
  context.set(appContext, app)
  context.set(nonceContext, marked.nonce)
  context.set(cachedPageContext, outcome)
  context.set(frameReaderContext, () => Promise.resolve(reader))
  try {
    const response = await pages(request, context)
    const text = await response.text()
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    if (response.status !== 200 || outcome.failed || isPersonal(headers)) return null
    const place = headers.get('content-type')?.startsWith('text/html') ? 'html' : 'data'
    return { status: response.status, headers, ...split(text, secret, place) }
  } catch {
    return null
  }
}

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g

/** In a document, the marks within its scripts stand in data. */
function split(text: string, secret: string, place: Place): Pick<Template, 'texts' | 'marks'> {
  const scripts = place === 'html' ? [...text.matchAll(SCRIPT)] : []
  const texts: string[] = []
  const marks: Template['marks'] = []
  let end = 0
  for (const found of text.matchAll(new RegExp(`${secret}(${MARKS.join('|')})`, 'g'))) {
    const isInScript = scripts.some(({ index, 0: { length } }) => index < found.index && found.index < index + length)
    texts.push(text.slice(end, found.index))
    marks.push({ mark: found[1] as Mark, place: isInScript ? 'script' : place })
    end = found.index + found[0].length
  }
  return { texts: [...texts, text.slice(end)], marks }
}

function fill({ texts, marks }: Template, values: Partial<Record<Mark, string | null>>): string {
  let text = texts[0]!
  for (const [index, { mark, place }] of marks.entries()) text += ESCAPED[place](values[mark] ?? '') + texts[index + 1]!
  return text
}
