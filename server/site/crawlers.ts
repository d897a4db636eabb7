/**
 * What search engines, assistants, link previews and home screens fetch: robots.txt, the sitemap, llms.txt, the web
 * manifest and preview pictures. Only accepted mentors are in any of it.
 */
import { Hono, type Context } from 'hono'
import { PAGE_SIZE } from '#domain/search/criteria'
import type { App } from '#server/context'
import {
  countMentors,
  findMentor,
  listCrossings,
  listMentorAddresses,
  type MentorDetail,
} from '#server/mentors/queries'
import { inEnglish } from '#server/platform/language/language'
import { languagePrefix } from '#server/platform/language/language-path'
import { openPreviews, type Preview } from '#server/platform/preview/preview'
import { landingPath, listLandings } from '#server/search/landing'
import { readStale } from '#server/search/stale-reads'
import * as m from '#messages/documents'
import { formatCurrencyNames } from '#words/prices'
import { formatAverage } from '#words/average'
import { formatCardPrice } from '#words/money'
import { listHreflangs, pathIn } from '#words/local-path'
import { LANGUAGES } from '../../messages/languages.ts'

/** Public pages with what llms.txt says of them. */
const PAGES = [
  ['/', m.llmsHome],
  ['/mentors', m.llmsMentors],
  ['/crossings', m.llmsCrossings],
  ['/cohorts', m.llmsCohorts],
  ['/about', m.llmsAbout],
  ['/faq', m.llmsFaq],
  ['/become-a-mentor', m.llmsBecomeAMentor],
  ['/terms', m.llmsTerms],
  ['/privacy', m.llmsPrivacy],
  ['/api/docs', m.llmsApiDocs],
] as const

/**
 * Paths that crawlers are kept out of: pages about one visitor's payment, forms, pages of mentors and admins, the
 * sandbox.
 */
const PRIVATE = [
  '/success',
  '/cancel',
  '/problem',
  '/mentors/*/book',
  '/bookings/',
  '/pay/',
  '/payment-links/',
  '/calendar/',
  '/profile',
  '/AdminLogin',
  '/admin-dashboard',
  '/mentor/',
  '/cohort/',
  '/webhooks/',
  '/sandbox/',
  '/api/',
]

/** Addresses in one file. The format's limits are 50 000 and 50 MB (sitemaps.org); with alternates an address takes 1 kB. */
const MAX_ADDRESSES_PER_FILE = 10_000

/** All that the format allows: 7 kB for a page in seven languages. */
const MAX_GENERAL_ADDRESSES = 50_000

/** Each is listed in every language. */
const maxPages = (addresses: number, { config }: App) => Math.floor(addresses / config.LANGUAGES.length)

export function createCrawlerFiles(app: App): Hono {
  const site = new Hono()
  serveRobots(site, app)
  serveSitemap(site, app)
  serveLlmsText(site, app)
  serveManifest(site, app)
  servePreviews(site, app)
  return site
}

function serveRobots(site: Hono, { config }: App): void {
  site.get('/robots.txt', (c) => text(c, config.rehearsal ? 'User-agent: *\nDisallow: /\n' : listRules(config)))
}

const listRules = (config: App['config']): string =>
  [
    'User-agent: *\n',
    ...['/api/docs', '/api/openapi.json', '/api/v1/openapi.json'].map((path) => `Allow: ${path}\n`),
    ...listPrivate(config).map((path) => `Disallow: ${path}\n`),
    `\nSitemap: ${config.PUBLIC_URL}/sitemap.xml\n`,
  ].join('')

const listPrivate = ({ LANGUAGES: languages }: App['config']): string[] =>
  languages.flatMap((language) => PRIVATE.map((path) => languagePrefix(language) + path))

type Page = { path: string; changed?: Date }

/** One file while all pages fit into it, otherwise an index of files. */
function serveSitemap(site: Hono, app: App): void {
  const { PUBLIC_URL } = app.config
  site.get('/sitemap.xml', async (c) => {
    const files = Math.ceil((await readStale(app, (db) => countMentors(db))) / maxPages(MAX_ADDRESSES_PER_FILE, app))
    const pages = await listGeneralPages(app)
    const mentors = files <= 1 ? await listMentorPages(app, 0) : []
    if (files <= 1 && pages.length + mentors.length <= maxPages(MAX_ADDRESSES_PER_FILE, app)) {
      return xml(c, urlSet(app, [...pages, ...mentors]))
    }
    const numbers = Array.from({ length: files }, (_, n) => n + 1)
    const paths = ['/sitemap-pages.xml', ...numbers.map((number) => `/sitemap-${number}.xml`)]
    return xml(c, sitemapIndex(PUBLIC_URL, paths))
  })
  site.get('/sitemap-pages.xml', async (c) => xml(c, urlSet(app, await listGeneralPages(app))))
  site.get('/:file{sitemap-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const pages = await listMentorPages(app, Number(/\d+/.exec(c.req.path)) - 1)
    return pages.length > 0 ? xml(c, urlSet(app, pages)) : c.notFound()
  })
}

/** All but the mentors' own pages. If they exceed one file, the landing pages with the fewest mentors are left out. */
async function listGeneralPages(app: App): Promise<Page[]> {
  const { destinations, crossings } = await listLandings(app)
  const paths = [...PAGES.map(([path]) => path), ...[...destinations, ...crossings].map(landingPath)]
  return paths.slice(0, maxPages(MAX_GENERAL_ADDRESSES, app)).map((path) => ({ path }))
}

/** `file` counts from 0. */
async function listMentorPages(app: App, file: number): Promise<Page[]> {
  const limit = maxPages(MAX_ADDRESSES_PER_FILE, app)
  const page = { limit, offset: file * limit }
  const mentors = await readStale(app, (db) => listMentorAddresses(db, page))
  return mentors.map((mentor) => ({ path: `/mentors/${mentor.slug}`, changed: mentor.changedAt }))
}

const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** Each page in each language, which names all of them (developers.google.com/search/docs/specialty/international/localized-versions). */
function urlSet({ config: { PUBLIC_URL, LANGUAGES: languages } }: App, pages: Page[]): string {
  const tags = languages.map((language) => LANGUAGES[language].tag)
  const urls = pages.flatMap(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''
    const links = tags.length > 1 ? listAlternates(PUBLIC_URL, tags, path) : ''
    return tags.map((tag) => `<url>${location(PUBLIC_URL, pathIn(tag, path))}${lastmod}${links}</url>\n`)
  })
  return `<urlset ${SITEMAP}${tags.length > 1 ? ` ${XHTML}` : ''}>\n${urls.join('')}</urlset>\n`
}

const listAlternates = (publicUrl: string, tags: string[], path: string): string =>
  listHreflangs(tags)
    .map(([hreflang, tag]) => {
      const href = escapeXml(publicUrl + pathIn(tag, path))
      return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
    })
    .join('')

function sitemapIndex(publicUrl: string, paths: string[]): string {
  const files = paths.map((path) => `<sitemap>${location(publicUrl, path)}</sitemap>\n`)
  return `<sitemapindex ${SITEMAP}>\n${files.join('')}</sitemapindex>\n`
}

const location = (publicUrl: string, path: string) => `<loc>${escapeXml(publicUrl + path)}</loc>`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A description of the site for assistants (llmstxt.org). */
function serveLlmsText(site: Hono, app: App): void {
  site.get('/llms.txt', (c) => {
    const { SITE_NAME, PUBLIC_URL, SUPPORT_EMAIL } = app.config
    return text(
      c,
      `# ${SITE_NAME}

> ${m.llmsSummary({ siteName: SITE_NAME })}

${m.llmsBooking({ currency: formatCurrencyNames(app.config.CURRENCIES) })}

## ${m.llmsPages()}

${PAGES.map(([path, describe]) => `- [${path}](${PUBLIC_URL}${path}): ${describe()}`).join('\n')}
- [${m.llmsSitemapName()}](${PUBLIC_URL}/sitemap.xml): ${m.llmsSitemap()}
- \`${PUBLIC_URL}/mentors/in/{country}\`: ${m.llmsDestination()}
- \`${PUBLIC_URL}/mentors/from/{country}/to/{country}\`: ${m.llmsCrossing()}

## ${m.llmsApi()}

- [${m.llmsOpenApiName()}](${PUBLIC_URL}/api/openapi.json): ${m.llmsOpenApi()}
- [${m.llmsMentorListName()}](${PUBLIC_URL}/api/mentors): ${m.llmsMentorList({ count: PAGE_SIZE })}
- \`${PUBLIC_URL}/api/mentors/{slug}/slots\`: ${m.llmsSlots()}

## ${m.llmsContact()}

- ${SUPPORT_EMAIL}
`,
    )
  })
}

function serveManifest(site: Hono, app: App): void {
  site.get('/manifest.webmanifest', (c) => {
    const icon = (file: string, size: number, purpose = 'any') => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })
    const { SITE_NAME } = app.config
    const manifest = {
      name: SITE_NAME,
      short_name: SITE_NAME,
      description: m.siteDescription(),
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      background_color: '#ffffff',
      theme_color: '#ffffff',
      icons: [
        icon('icon-192.png', 192),
        icon('icon-512.png', 512),
        icon('icon-maskable-512.png', 512, 'maskable'),
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ],
    }
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': FOR_AN_HOUR,
    })
  })
}

/** Of the newest mentors, among whom the site's picture finds those that fill it. */
const MAX_CROSSINGS = 60

function servePreviews(site: Hono, app: App): void {
  const previews = openPreviews(app.storage)
  // In English, whatever the address says: pages of all languages link to one picture.
  site.get('/preview.png', (c) =>
    inEnglish(async () => {
      const crossings = (await readStale(app, (db) => listCrossings(db, MAX_CROSSINGS))).map((move) => ({
        from: { city: move.fromCity, longitude: move.fromLongitude, latitude: move.fromLatitude },
        to: { city: move.toCity, longitude: move.toLongitude, latitude: move.toLatitude },
      }))
      return picture(c, previews.site({ siteName: app.config.SITE_NAME, crossings }))
    }),
  )
  site.get('/mentors/:slug/preview.png', (c) =>
    inEnglish(async () => {
      const mentor = await findMentor(app.db, c.req.param('slug'))
      return mentor ? picture(c, previews.mentor(buildSheet(mentor, app.config.SITE_NAME))) : c.notFound()
    }),
  )
}

const FOR_AN_HOUR = 'public, max-age=3600'

const text = (c: Context, body: string) => c.text(body, 200, { 'cache-control': FOR_AN_HOUR })
const xml = (c: Context, body: string) =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, 200, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': FOR_AN_HOUR,
  })

async function picture(c: Context, preview: Preview): Promise<Response> {
  const headers = { etag: `"${preview.tag}"`, 'cache-control': FOR_AN_HOUR }
  if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
  return c.body(new Uint8Array(await preview.draw()), 200, { ...headers, 'content-type': 'image/png' })
}

/** What a mentor's preview picture shows. */
function buildSheet(mentor: MentorDetail, siteName: string) {
  const [move] = mentor.moves
  const price = formatCardPrice(
    { price: mentor.pricePence, currency: mentor.currency },
    mentor.sessionTypes.map((session) => ({ price: session.pricePence })),
  )
  const { ratingAverage: average, ratingCount: count } = mentor
  return {
    siteName,
    name: mentor.name,
    role: mentor.role,
    leg: move ? { from: move.fromCity, to: move.toCity } : null,
    rating: average === null ? '' : m.previewRating({ average: formatAverage(average), count }),
    price: `${price.before}${price.amount}${price.after}`,
    portrait: mentor.portrait,
  }
}
