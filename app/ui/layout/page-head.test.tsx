import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import type { Language } from '../../../messages/languages.ts'
import { PageHead } from './page-head.tsx'

const ORIGIN = 'https://landfall.test'

/** The tags of a page's head in a language, of a site that speaks these. */
function drawHead(language: Language, props: { path: string; view?: boolean }, languages?: string[]) {
  const Stub = createRoutesStub([{ id: 'root', path: '*', Component: () => <PageHead {...props} /> }])
  const site = { name: 'Landfall', origin: ORIGIN, ...(languages && { languages }) }
  return inLanguage(language, () => renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: site } }} />))
}

const THREE = ['en-GB', 'es', 'zh-Hans']
const hrefs = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, ...found]) => found)
const alternates = (html: string) => hrefs(html, /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)

describe('PageHead', () => {
  it('names the page’s own address and those in all languages', () => {
    for (const [language, own] of [
      ['en', '/faq'],
      ['es', '/es/faq'],
    ] as const) {
      const html = drawHead(language, { path: '/faq' }, THREE)
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${own}"/>`)
      expect(html).toContain(`<meta property="og:url" content="${ORIGIN}${own}"/>`)
      expect(alternates(html)).toEqual([
        ['en', `${ORIGIN}/faq`],
        ['es', `${ORIGIN}/es/faq`],
        ['zh-Hans', `${ORIGIN}/zh-hans/faq`],
        ['x-default', `${ORIGIN}/faq`],
      ])
    }
  })

  it('is in the first of the site’s languages for readers of all others', () => {
    expect(alternates(drawHead('en', { path: '/faq' }, THREE.toReversed())).at(-1)).toEqual([
      'x-default',
      `${ORIGIN}/zh-hans/faq`,
    ])
  })

  it('has the home page of a language without a slash at its end', () => {
    const html = drawHead('zh-Hans', { path: '/' }, THREE)
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/zh-hans"/>`)
    expect(alternates(html)[0]).toEqual(['en', `${ORIGIN}/`])
  })

  it('says the language and the others to programs that preview links', () => {
    const html = drawHead('zh-Hans', { path: '/' }, THREE)
    expect(html).toContain('<meta property="og:locale" content="zh_CN"/>')
    expect(hrefs(html, /"og:locale:alternate" content="([^"]+)"/g)).toEqual([['en_GB'], ['es_ES']])
  })

  it('names no alternates of a view of a page, and on a site in one language', () => {
    expect(alternates(drawHead('es', { path: '/mentors', view: true }, THREE))).toEqual([])
    expect(drawHead('en', { path: '/faq' })).not.toMatch(/alternate/)
  })
})
