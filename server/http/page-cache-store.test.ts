import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPageStore, toForm, type KeptPage } from '#server/http/page-cache-store'
import { openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import { drawnPages, HTML, LIST, policyOf, served } from '../../tests/support/http/drawn-pages.ts'

let test: TestApp
let openSite: ReturnType<typeof drawnPages>
beforeAll(async () => {
  test = await openTestApp()
  openSite = drawnPages(test)
})
beforeEach(() => {
  vi.stubEnv('DEV', false) // As in a build: development keeps no page.
  return test.reset()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => test.close())

describe('many who ask at once', () => {
  it('wait for one drawing', async () => {
    const { get, drawn } = openSite()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(drawn).toHaveLength(1)
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  })

  it('are each answered for themselves when it fails, and the next gets a page that is kept', async () => {
    let broken = true
    const { get, drawn } = openSite((drawing) => {
      if (broken) throw new Error(`drawing ${drawing}`)
      return new Response(LIST, { headers: HTML })
    })
    const answers = await Promise.all([get(), get(), get()])
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500])
    for (const answer of answers) expect(policyOf(answer)).toContain("'nonce-")
    expect(drawn).toHaveLength(4) // One to be kept, and one for each of them.
    expect(test.faults).toHaveLength(3)
    broken = false
    expect([served(await get()), served(await get())]).toEqual(['cache;desc=miss', 'cache;desc=hit'])
  })

  it('are not kept from their page by a visitor who leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { site, drawn } = openSite(async (_drawing, request) => {
      await promise
      return new Response(request.signal.aborted ? 'Cut off' : LIST, { headers: HTML })
    })
    const leaving = new AbortController()
    const answers = [site.request('/mentors', { signal: leaving.signal }), site.request('/mentors')]
    leaving.abort()
    resolve()
    expect(await (await answers[1]!).text()).toBe(LIST)
    expect(drawn).toHaveLength(1)
  })
})

describe('what is kept', () => {
  it('is true until the list changes', async () => {
    const { get } = openSite()
    await get()
    expect(served(await get())).toBe('cache;desc=hit')
    test.app.directory.version += 1
    const answer = await get()
    expect(served(answer)).toBe('cache;desc=miss')
    expect(await answer.text()).toContain('start(2)')
  })

  it('is true until the minute is over', async () => {
    const { get } = openSite()
    await get()
    test.clock.forward(59 / 60)
    expect(served(await get())).toBe('cache;desc=hit')
    test.clock.forward(1 / 60)
    expect(served(await get())).toBe('cache;desc=miss')
  })

  it('is nothing that was begun before a change, and who comes after it does not wait for that', async () => {
    const begun = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { get } = openSite(async (drawing) => {
      if (drawing > 1) return new Response(`New. ${LIST}`, { headers: HTML })
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

  it('is nothing whose own drawing learned of the change', async () => {
    const { get } = openSite((drawing) => {
      if (drawing === 1) test.app.directory.version += 1
      return new Response(`Drawing ${drawing}. ${LIST}`, { headers: HTML })
    })
    await get()
    expect(await (await get()).text()).toMatch(/^Drawing 2/)
  })
})

describe('a kept page is sent', () => {
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  it('in the encoding that the browser takes', async () => {
    const { get, drawn } = openSite()
    const plain = await (await get()).text()
    const [br, gzip] = [
      await get('/mentors', { 'accept-encoding': 'gzip, br' }),
      await get('/mentors', { 'accept-encoding': 'gzip' }),
    ]
    expect([br, gzip].map((answer) => answer.headers.get('content-encoding'))).toEqual(['br', 'gzip'])
    const bytes = await bytesOf(br)
    expect(br.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(brotliDecompressSync(bytes).toString()).toBe(plain)
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(plain)
    expect(drawn).toHaveLength(1)
  })

  it('without its text to who asks for the head', async () => {
    const { site, get } = openSite()
    for (const _ of ['drawn', 'kept']) {
      const head = await site.request('/mentors', { method: 'HEAD' })
      expect(await head.text()).toBe('')
      const { headers } = await get()
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
      expect(head.headers.get('etag')).toBe(headers.get('etag'))
    }
  })

  it('only once to a browser that has it, with the headers that belong to it', async () => {
    const { get } = openSite()
    const full = await get('/mentors', { 'accept-encoding': 'br' })
    const tag = full.headers.get('etag')!
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get('/mentors', { 'accept-encoding': 'br', 'if-none-match': known })
      expect(answer.status, known).toBe(304)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('etag')).toBe(tag)
      expect(policyOf(answer)).toBe(policyOf(full))
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie')
      expect(answer.headers.has('content-length')).toBe(false)
    }
    for (const known of ['"other"', tag.replaceAll('"', '')])
      expect((await get('/mentors', { 'accept-encoding': 'br', 'if-none-match': known })).status, known).toBe(200)
  })

  it('under another tag in another encoding, and under the same one as long as it says the same', async () => {
    const { get } = openSite(() => new Response(LIST, { headers: HTML }))
    const tagOf = async (encoding: string) =>
      (await get('/mentors', { 'accept-encoding': encoding })).headers.get('etag')
    const tags = [await tagOf('br'), await tagOf('gzip'), await tagOf('identity')]
    expect(new Set(tags).size).toBe(3)
    test.clock.forward(1)
    expect(await tagOf('br')).toBe(tags[0])
  })
})

describe('the memory for pages', () => {
  const pageOf = (bytes: number): KeptPage => {
    const page: KeptPage = { hash: 'x', headers: {}, forms: new Map() }
    page.forms.set('br', toForm(page, 'br', new Uint8Array(bytes)))
    return page
  }
  const moment = { version: 1, minute: 1 }

  it.each([
    ['so many pages', { pages: 8, bytes: 8_000 }],
    ['so many bytes', { pages: 80, bytes: 800 }],
  ])('holds %s, and lets go first of what was asked for longest ago', async (_what, limits) => {
    const store = openPageStore(limits)
    store.moveTo(moment)
    for (const key of 'abcdefgh') await store.draw(key, async () => pageOf(100))
    expect(store.size()).toEqual({ pages: 8, bytes: 800 })
    store.find('a')
    await store.draw('i', async () => pageOf(100))
    await store.draw('j', async () => pageOf(100))
    expect(store.size()).toEqual({ pages: 8, bytes: 800 })
    const held = [...'abcdij'].filter((key) => store.find(key) !== undefined)
    expect(held.join('')).toBe('adij')
  })

  it('counts a form that is made later', async () => {
    const store = openPageStore({ pages: 8, bytes: 30_000 })
    store.moveTo(moment)
    const text = Buffer.from(LIST)
    const page: KeptPage = { hash: 'x', headers: {}, forms: new Map() }
    page.forms.set('br', toForm(page, 'br', brotliCompressSync(text)))
    await store.draw('a', async () => page)
    const before = store.size().bytes
    const form = store.formOf('a', page, 'identity')
    expect(Buffer.from(form.bytes).toString()).toBe(LIST)
    expect(store.size().bytes).toBe(before + text.byteLength)
    expect(store.formOf('a', page, 'identity')).toBe(form)
    store.moveTo({ version: 2, minute: 1 })
    expect(store.size()).toEqual({ pages: 0, bytes: 0 })
  })

  it('does not hold a page that would drive out all others', async () => {
    const store = openPageStore({ pages: 8, bytes: 800 })
    store.moveTo(moment)
    expect(await store.draw('a', async () => pageOf(101))).not.toBeNull()
    expect(store.size()).toEqual({ pages: 0, bytes: 0 })
  })
})
