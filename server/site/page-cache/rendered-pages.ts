/**
 * Public pages of visitors as they were last rendered. A page shows nothing but its address and its data, so it is rendered again only
 * when these are others than the last times: most pages are the same a minute later, or after a change of some mentor. Decision 0012.
 */
import { hash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { frameReaderContext, nonceContext } from '#server/context'
import { publicPage } from '#server/platform/http/public-pages'
import { splitLanguage } from '#server/platform/language/language-path'
import { openPageStore } from '#server/site/page-cache/page-cache-store'

const LIMITS = { pages: 500, bytes: 8 * 1024 * 1024 }

/** `texts` are around the nonce, which is another in each response. */
type Rendered = { status: 200; texts: string[] }

const pages = openPageStore<Rendered>(({ texts }) => texts.reduce((sum, { length }) => sum + length, 0), LIMITS)

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
