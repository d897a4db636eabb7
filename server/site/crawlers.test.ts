import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { createCrawlerFiles } from '#server/site/crawlers'
import type { Language } from '../../messages/languages.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { addMover } from '../../tests/support/mentors/movers.ts'

useProduct()

const get = (path: string, headers: Record<string, string> = {}) => test.site.request(`${ORIGIN}${path}`, { headers })
const read = async (path: string) => (await get(path)).text()
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

it('the sitemap lists accepted mentors, when their pages last changed, their crossings and destinations, and no others', async () => {
  test.app.config = { ...test.app.config, LANGUAGES: ['en'] }
  await addMover(test, { slug: 'ada-lovelace', moves: [['IN', 'GB']] })
  for (const status of ['pending', 'rejected', 'paused'] as const)
    await addMover(test, { status, moves: [['NG', 'DE']] })
  const paths = ['/mentors/in/united-kingdom', '/mentors/from/india/to/united-kingdom', '/mentors/ada-lovelace']
  const sitemap = await read('/sitemap.xml')
  const found = locations(sitemap)
  expect(found.filter((address) => address?.includes('/mentors/'))).toEqual(paths.map((path) => ORIGIN + path))
  expect(found).toEqual(expect.arrayContaining(['/', '/mentors', '/crossings'].map((path) => ORIGIN + path)))
  expect(sitemap).toContain('ada-lovelace</loc><lastmod>2030-01-07</lastmod>')
})

it('the sitemap lists each page in each language, with all of them as its alternates', async () => {
  test.app.config = { ...test.app.config, LANGUAGES: ['en', 'zh-Hans'] }
  const sitemap = await read('/sitemap.xml')
  const alternates = (path: string, chinese = `/zh-hans${path}`) =>
    [
      ['en', path],
      ['zh-Hans', chinese],
      ['x-default', path],
    ].map(([tag, page]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${ORIGIN}${page}"/>`)
  expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  for (const page of ['/faq', '/zh-hans/faq'])
    expect(sitemap).toContain(`<url><loc>${ORIGIN}${page}</loc>${alternates('/faq').join('')}</url>`)
  expect(sitemap).toContain(`<url><loc>${ORIGIN}/zh-hans</loc>${alternates('/', '/zh-hans').join('')}</url>`)
})

it('the sitemap of a site in one language names no alternates', async () => {
  test.app.config = { ...test.app.config, LANGUAGES: ['en'] }
  expect(await read('/sitemap.xml')).not.toMatch(/xhtml|\/es/)
})

it('a sitemap of more than 10 000 mentors is an index of files', async () => {
  test.app.config = { ...test.app.config, LANGUAGES: ['en'] }
  await sql`insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status, created_at)
    select gen_random_uuid(), 'mentor-' || n, 'Ada', 'Analyst', 5, 'Kolkata', '{English}', 4500, 'GBP', 'Asia/Kolkata', 'accepted', ${test.clock.time}
    from generate_series(1, 10001) n`.execute(test.db)
  const files = locations(await read('/sitemap.xml'))
  expect(files).toEqual(['sitemap-pages', 'sitemap-1', 'sitemap-2'].map((file) => `${ORIGIN}/${file}.xml`))
  expect(locations(await read('/sitemap-pages.xml'))).toContain(`${ORIGIN}/mentors`)
  const [first, second] = await Promise.all(['/sitemap-1.xml', '/sitemap-2.xml'].map(read))
  const all = [...locations(first!), ...locations(second!)]
  expect([locations(first!).length, new Set(all).size]).toEqual([10_000, 10_001])
  expect((await get('/sitemap-3.xml')).status).toBe(404)
})

it('robots.txt keeps crawlers out of pages about one visitor, and names the sitemap', async () => {
  const text = await read('/robots.txt')
  for (const path of ['/success', '/cancel', '/problem', '/sandbox/', '/admin-dashboard'])
    expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
  expect(text).not.toMatch(/^Disallow: \/(mentors)?$/m)
})

it('llms.txt and the manifest carry the site’s name', async () => {
  expect(await read('/llms.txt')).toMatch(/^# Landfall\n\n> /)
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  expect(await manifest.json()).toMatchObject({ name: 'Landfall', start_url: '/' })
})

it('an accepted mentor has a preview picture of 1200 × 630 pixels', async () => {
  const { slug } = await addMentor(test)
  for (const path of ['/preview.png', `/mentors/${slug}/preview.png`]) {
    const response = await get(path)
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]) // The PNG's own header.
  }
  expect((await get('/mentors/no-such-mentor/preview.png')).status).toBe(404)
})

it('the site’s preview picture changes with the crossings of its mentors', async () => {
  const before = (await get('/preview.png')).headers.get('etag')
  const { id } = await addMover(test, { moves: [['IN', 'GB']] })
  expect((await get('/preview.png')).headers.get('etag')).not.toBe(before)
  await test.db.updateTable('mentors').set({ status: 'paused' }).where('id', '=', id).execute()
  expect((await get('/preview.png')).headers.get('etag')).toBe(before)
})

it('a preview picture is the same, whatever the language of the first who requests it', async () => {
  const { slug } = await addMentor(test)
  const draw = async (path: string, language: Language) => {
    const response = await inLanguage(language, () => createCrawlerFiles(test.app).request(path))
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  for (const path of ['/preview.png', `/mentors/${slug}/preview.png`])
    expect((await draw(path, 'es')) === (await draw(path, 'en')), path).toBe(true)
})

it('a browser that has a preview picture gets 304 until the mentor changes', async () => {
  const { id, slug } = await addMentor(test)
  const path = `/mentors/${slug}/preview.png`
  const tag = (await get(path)).headers.get('etag')!
  expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
  await test.db.updateTable('mentors').set({ role: 'Countess' }).where('id', '=', id).execute()
  expect((await get(path, { 'if-none-match': tag })).status).toBe(200)
})
