import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readPageVersion } from '#server/search/page-version-queries'
import {
  bytesOfVariants,
  findVariant,
  openPageStore,
  toVariant,
  type CachedPage,
} from '#server/site/page-cache/page-cache-store'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { renderedPages, HTML, LIST, readPolicy, served } from '../../../tests/support/http/rendered-pages.ts'

useProduct()
let openSite: ReturnType<typeof renderedPages>
beforeAll(() => void (openSite = renderedPages(test)))
beforeEach(() => void vi.stubEnv('DEV', false)) // As in a build: development caches no page.
afterEach(() => vi.unstubAllEnvs())

describe('concurrent requests for a page', () => {
  it('get a page of their own each if that rendering fails, and the next request fills the cache', async () => {
    let broken = true
    const { get, rendered } = openSite((count) => {
      if (broken) throw new Error(`rendering ${count}`)
      return new Response(LIST, { headers: HTML })
    })
    const responses = await Promise.all([get(), get(), get()])
    expect(responses.map((response) => response.status)).toEqual([500, 500, 500])
    for (const response of responses) expect(readPolicy(response)).toContain("'nonce-")
    expect(rendered).toHaveLength(4) // One for the cache, and one for each request.
    expect(test.faults).toHaveLength(3)
    broken = false
    expect([served(await get()), served(await get())]).toEqual(['cache;desc=miss', 'cache;desc=hit'])
  })

  it('get their page although the visitor who came first leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { site, rendered } = openSite(async (_count, request) => {
      await promise
      return new Response(request.signal.aborted ? 'Cut off' : LIST, { headers: HTML })
    })
    const leaving = new AbortController()
    const responses = [site.request('/mentors', { signal: leaving.signal }), site.request('/mentors')]
    leaving.abort()
    resolve()
    expect(await (await responses[1]!).text()).toBe(LIST)
    expect(rendered).toHaveLength(1)
  })
})

describe('a cached page', () => {
  it('is served until the minute is over or the list changes, also during the rendering', async () => {
    const { get } = openSite((count) => {
      if (count === 3) test.app.directory.version += 1
      return new Response(`Rendering ${count}. ${LIST}`, { headers: HTML })
    })
    await get()
    test.clock.forward(59 / 60)
    expect(served(await get())).toBe('cache;desc=hit')
    test.clock.forward(1 / 60)
    expect(served(await get())).toBe('cache;desc=miss')
    test.app.directory.version += 1
    for (const count of [3, 4]) expect(await (await get()).text()).toMatch(new RegExp(`^Rendering ${count}`))
    expect(served(await get())).toBe('cache;desc=hit')
  })

  it('is served on if it shows no mentors and no times, until something that it shows changes', async () => {
    const { get } = openSite()
    await Promise.all([get('/faq'), get('/')])
    test.clock.forward(600)
    test.app.directory.version += 1
    expect([served(await get('/faq')), served(await get('/'))]).toEqual(['cache;desc=hit', 'cache;desc=miss'])
    await test.db.insertInto('cohortPublishing').values({ published: true, changedAt: test.app.now() }).execute()
    await readPageVersion(test.db)
    for (const path of ['/faq', '/', '/cohorts']) expect(served(await get(path))).toBe('cache;desc=miss')
  })

  it('is never one whose rendering began before a change, and requests after the change do not wait for that one', async () => {
    const begun = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { get } = openSite(async (count) => {
      if (count > 1) return new Response(`New. ${LIST}`, { headers: HTML })
      begun.resolve()
      await promise
      return new Response(`Old. ${LIST}`, { headers: HTML })
    })
    const early = get()
    await begun.promise
    test.app.directory.version += 1
    expect(await (await get()).text()).toMatch(/^New/)
    resolve()
    expect(await (await early).text()).toMatch(/^Old/)
    const later = await get()
    expect(served(later)).toBe('cache;desc=hit')
    expect(await later.text()).toMatch(/^New/)
  })
})

describe('the response from the cache', () => {
  const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

  it('has an encoding that the browser accepts', async () => {
    const { get, rendered } = openSite()
    const plain = await (await get()).text()
    const [br, gzip] = [
      await get('/mentors', { 'accept-encoding': 'gzip, br' }),
      await get('/mentors', { 'accept-encoding': 'gzip' }),
    ]
    expect([br, gzip].map((response) => response.headers.get('content-encoding'))).toEqual(['br', 'gzip'])
    const bytes = await readBytes(br)
    expect(br.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(brotliDecompressSync(bytes).toString()).toBe(plain)
    expect(gunzipSync(await readBytes(gzip)).toString()).toBe(plain)
    expect(rendered).toHaveLength(1)
  })

  it('has no body for a HEAD request', async () => {
    const { site, get } = openSite()
    for (const _ of ['rendered', 'cached']) {
      const head = await site.request('/mentors', { method: 'HEAD' })
      expect(await head.text()).toBe('')
      const { headers } = await get()
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
      expect(head.headers.get('etag')).toBe(headers.get('etag'))
    }
  })

  it('is 304, with the headers that belong to the page, for a browser that has the page', async () => {
    const { get } = openSite()
    const full = await get('/mentors', { 'accept-encoding': 'br' })
    const tag = full.headers.get('etag')!
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await get('/mentors', { 'accept-encoding': 'br', 'if-none-match': known })
      expect(response.status, known).toBe(304)
      expect(await response.text()).toBe('')
      expect(response.headers.get('etag')).toBe(tag)
      expect(readPolicy(response)).toBe(readPolicy(full))
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(response.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
      expect(response.headers.has('content-length')).toBe(false)
    }
    for (const known of ['"other"', tag.replaceAll('"', '')])
      expect((await get('/mentors', { 'accept-encoding': 'br', 'if-none-match': known })).status, known).toBe(200)
  })

  it('has a tag of its own in each encoding, and keeps it as long as the page says the same', async () => {
    const { get } = openSite(() => new Response(LIST, { headers: HTML }))
    const fetchEtag = async (encoding: string) =>
      (await get('/mentors', { 'accept-encoding': encoding })).headers.get('etag')
    const tags = [await fetchEtag('br'), await fetchEtag('gzip'), await fetchEtag('identity')]
    expect(new Set(tags).size).toBe(3)
    test.clock.forward(1)
    expect(await fetchEtag('br')).toBe(tags[0])
  })
})

describe('openPageStore', () => {
  const makePage = (bytes: number): CachedPage => {
    const page: CachedPage = { status: 200, hash: 'x', headers: {}, variants: new Map() }
    page.variants.set('br', toVariant(page, 'br', new Uint8Array(bytes)))
    return page
  }
  const moment = 'version 1'

  it.each([
    ['its maximum of pages', { pages: 8, bytes: 8_000 }],
    ['its maximum of bytes', { pages: 80, bytes: 800 }],
  ])('holds %s, and evicts the least recently used page first', async (_what, limits) => {
    const store = openPageStore(bytesOfVariants, limits)
    store.invalidateUnless(moment)
    for (const key of 'abcdefgh') await store.renderOnce(key, async () => makePage(100))
    expect(store.size()).toEqual({ pages: 8, bytes: 800 })
    store.find('a')
    await store.renderOnce('i', async () => makePage(100))
    await store.renderOnce('j', async () => makePage(100))
    expect(store.size()).toEqual({ pages: 8, bytes: 800 })
    const held = [...'abcdij'].filter((key) => store.find(key) !== undefined)
    expect(held.join('')).toBe('adij')
    expect(await store.renderOnce('k', async () => makePage(limits.bytes / 8 + 1))).not.toBeNull()
    expect(store.find('k')).toBeUndefined() // It would evict all others.
  })

  it('counts the bytes of a variant that is made later', async () => {
    const store = openPageStore(bytesOfVariants, { pages: 8, bytes: 30_000 })
    store.invalidateUnless(moment)
    const text = Buffer.from(LIST)
    const page: CachedPage = { status: 200, hash: 'x', headers: {}, variants: new Map() }
    page.variants.set('br', toVariant(page, 'br', brotliCompressSync(text)))
    await store.renderOnce('a', async () => page)
    const before = store.size().bytes
    const variant = findVariant(store, 'a', page, 'identity')
    expect(Buffer.from(variant.bytes).toString()).toBe(LIST)
    expect(store.size().bytes).toBe(before + text.byteLength)
    expect(findVariant(store, 'a', page, 'identity')).toBe(variant)
    store.invalidateUnless('version 2')
    expect(store.size()).toEqual({ pages: 0, bytes: 0 })
  })
})
