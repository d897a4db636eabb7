/**
 * Public pages as they were last rendered for visitors. A page shows nothing but its address and its data, so it is rendered again only
 * if one of them has changed. Most have not after a minute, or after a change of some mentor. Decision 0012.
 */
import { hash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { frameReaderContext, nonceContext } from '#server/context'
import { publicPage } from '#server/platform/http/public-pages'
import { splitLanguage } from '#server/platform/language/language-path'
import { lengthOfTexts, openPageStore } from '#server/site/page-cache/page-cache-store'

const LIMITS = { pages: 500, bytes: 8 * 1024 * 1024 }

/** `texts` are what stands between the nonces: each response has a nonce of its own. */
type Rendered = { status: 200; texts: string[] }

const pages = openPageStore<Rendered>(lengthOfTexts, LIMITS)

/**
 * The text of a page with status 200, with its response's nonce. Null if `render` returns null, which is not remembered.
 *
 * @param data What the page shows, as it is sent to the browser.
 */
export async function renderUnlessKnown(
  { method, url }: Request,
  context: Readonly<RouterContextProvider>,
  data: string[],
  render: () => Promise<string | null>,
): Promise<string | null> {
  const nonce = context.get(nonceContext)
  const isPublic = method === 'GET' && publicPage(splitLanguage(new URL(url).pathname).path) !== undefined
  if (!nonce || !isPublic || (await context.get(frameReaderContext)())) return render()

  const key = hash('sha256', JSON.stringify([url, ...data]))
  const page =
    pages.find(key) ??
    (await pages.renderOnce(key, async () => {
      const text = await render()
      return text === null ? null : { status: 200, texts: text.split(nonce) }
    }))
  return page && page.texts.join(nonce)
}
