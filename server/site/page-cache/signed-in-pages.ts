/**
 * Public pages for people who are signed in: rendered once for all of them, with placeholders wherever the page shows its reader, and
 * filled in for each. Loaders of such a page see no session, so that nothing else of a person can get into it. Decision 0076.
 */
import { randomBytes } from 'node:crypto'
import type { Session } from '#domain/accounts/account'
import { readFrameReader, type FrameReader } from '#server/accounts/sign-in/frame-reader'
import type { App } from '#server/context'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { findOffered } from '#server/platform/language/language'
import { readAddress } from '#server/site/languages'
import { inData, inHtml, inScript } from '#server/site/page-cache/embedded-text'
import { lengthOfTexts, openPageStore } from '#server/site/page-cache/page-cache-store'
import {
  findMoment,
  renderShared,
  sharedCookies,
  sharedPageAt,
  type OwnChanges,
} from '#server/site/page-cache/shared-pages'
import type { Pages } from '#server/site/pages-in-languages'

const LIMITS = { always: { pages: 500, bytes: 8 * 1024 * 1024 }, seldom: { pages: 100, bytes: 4 * 1024 * 1024 } }

const PLACEHOLDERS = ['nonce', 'identity', 'name', 'initials', 'email', 'picture', 'saved'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** Where a placeholder stands, which decides how its value is escaped. */
const ESCAPED = { html: inHtml, script: inScript, data: inData }
type Place = keyof typeof ESCAPED

/** `texts` are around the placeholders: one more than there are. */
type Template = {
  status: 200
  headers: Headers
  texts: string[]
  placeholders: { name: Placeholder; place: Place }[]
}

/** Returns the page for its reader, or null if it has to be rendered for them. `nonce`: that of the response. */
export type SignedInPages = (request: Request, session: Session, nonce: string) => Promise<Response | null>

export function openSignedInPages(app: App, pages: Pages, changes: OwnChanges): SignedInPages {
  const { origin } = new URL(app.config.PUBLIC_URL)
  const offered = app.config.LANGUAGES
  const stores = {
    always: openPageStore<Template>(lengthOfTexts, LIMITS.always),
    seldom: openPageStore<Template>(lengthOfTexts, LIMITS.seldom),
  }

  return async (request, session, nonce) => {
    const address = readAddress(request)
    const page = sharedPageAt(address, offered)
    if (request.method !== 'GET' || !page || page.data || request.headers.has('authorization')) return null
    const isMentors = page.of === 'mentor' // It says whose own it is, and whether it is saved.
    if (isMentors && session.mentorId !== null) return null
    if (changes.noted()) await changes.learn()

    const findLanguage = () =>
      findOffered(session.language, offered) ?? acceptedLanguage(request.headers.get('accept-language'), offered)
    const cookie = sharedCookies(app, page, request.headers.get('cookie') ?? '', findLanguage)
    const store = stores[page.changes]
    store.invalidateUnless(findMoment(app, page.changes))
    const key = [cookie, address, session.role, session.picture !== null].join('\n')
    const rendering = () => render(app, pages, new Request(origin + address, { headers: { cookie } }), session)
    const template = store.find(key) ?? (await store.renderOnce(key, rendering))
    if (!template) return null
    const { headers, placeholders } = template
    const showsReader = placeholders.some(({ name }) => name !== 'nonce')
    const values = { nonce, ...(showsReader && (await readFrameReader(app.db, session))) }
    if (isMentors && values.saved?.includes(` ${page.path.slice('/mentors/'.length)} `)) return null
    return new Response(fill(template, values), { headers })
  }
}

/** Null if the page cannot be shared. */
async function render(app: App, pages: Pages, request: Request, { role, picture }: Session): Promise<Template | null> {
  const secret = `x${randomBytes(16).toString('hex')}` // So that no text of a person has a placeholder in it.
  const named = Object.fromEntries(PLACEHOLDERS.map((name) => [name, secret + name])) as Record<Placeholder, string>
  const reader: FrameReader = { ...named, role, picture: picture && named.picture }
  const rendered = await renderShared(app, pages, request, { nonce: named.nonce, reader })
  if (rendered?.status !== 200) return null
  const { status, text } = rendered
  const headers = new Headers(rendered.headers)
  headers.delete('content-length')
  headers.set('server-timing', 'cache;desc=shared')
  const place = headers.get('content-type')?.startsWith('text/html') ? 'html' : 'data'
  return { status, headers, ...split(text, secret, place) }
}

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g

/** In a document, the placeholders within its scripts stand in data. */
function split(text: string, secret: string, place: Place): Pick<Template, 'texts' | 'placeholders'> {
  const scripts = place === 'html' ? [...text.matchAll(SCRIPT)] : []
  const texts: string[] = []
  const placeholders: Template['placeholders'] = []
  let end = 0
  for (const found of text.matchAll(new RegExp(`${secret}(${PLACEHOLDERS.join('|')})`, 'g'))) {
    const isInScript = scripts.some(({ index, 0: { length } }) => index < found.index && found.index < index + length)
    texts.push(text.slice(end, found.index))
    placeholders.push({ name: found[1] as Placeholder, place: isInScript ? 'script' : place })
    end = found.index + found[0].length
  }
  return { texts: [...texts, text.slice(end)], placeholders }
}

function fill({ texts, placeholders }: Template, values: Partial<Record<Placeholder, string | null>>): string {
  let text = texts[0]!
  for (const [index, { name, place }] of placeholders.entries())
    text += ESCAPED[place](values[name] ?? '') + texts[index + 1]!
  return text
}
