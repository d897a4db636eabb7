/**
 * The page cache's memory, one per process. It knows nothing of requests. All cached pages belong to one moment and are
 * dropped together when the next one begins; within the limits, the least recently used page is evicted first.
 * No LRU library: eviction goes by bytes that grow as variants are added, and shares this map with the invalidation.
 * Decision 0012.
 */
import { brotliDecompressSync, gzipSync } from 'node:zlib'

/** The best first. Compressed once for many responses, Brotli is smaller than zstd for all who accept both. */
export const CACHED_ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof CACHED_ENCODINGS)[number] | 'identity'

/** A page in one encoding. `headers` go with the bytes, `notModifiedHeaders` with a 304. */
export type Variant = {
  bytes: Uint8Array<ArrayBuffer>
  tag: string
  headers: Record<string, string>
  notModifiedHeaders: Record<string, string>
}

/**
 * `hash` is of the text, so the same text has the same tag at any time. The Brotli variant is always present. `status` 503 is of an
 * outage: such a page is only for those who wait for it.
 */
export type CachedPage = {
  status: 200 | 503
  hash: string
  headers: Record<string, string>
  variants: Map<Encoding, Variant>
}

export const LIMITS = { pages: 2_000, bytes: 16 * 1024 * 1024 } // A page of 24 mentors takes 12 KB: more than a thousand fit.
const MAX_PAGE_SHARE = 1 / 8 // Of all bytes. A larger page would evict all others.

/** `sizeOf`: the bytes that a page takes. A page with another status than 200 is only for those who wait for it. */
export function openPageStore<Page extends { status: number }>(sizeOf: (page: Page) => number, limits = LIMITS) {
  const pages = new Map<string, Page>() // Least recently used first.
  const rendering = new Map<string, Promise<Page | null>>()
  let moment = ''
  let bytes = 0

  const addBytes = (more: number) => {
    bytes += more
    for (const [key, page] of pages) {
      if (bytes <= limits.bytes && pages.size <= limits.pages) return
      pages.delete(key)
      bytes -= sizeOf(page)
    }
  }

  return {
    /**
     * Drops every page, and detaches every rendering under way, if they belong to another moment: text that names the
     * versions and the minute that pages are of.
     */
    invalidateUnless(now: string): void {
      if (now === moment) return
      moment = now
      pages.clear()
      rendering.clear()
      bytes = 0
    },

    find(key: string): Page | undefined {
      const page = pages.get(key)
      if (!page) return undefined
      pages.delete(key)
      pages.set(key, page)
      return page
    },

    /**
     * Renders a page once for all concurrent requests, and caches it. Null if the page cannot be cached. If the moment
     * changed during the rendering, those who waited get the page, but it is not cached: it may lack the change. Nor is one of an
     * outage.
     */
    renderOnce(key: string, render: () => Promise<Page | null>): Promise<Page | null> {
      const underWay = rendering.get(key)
      if (underWay) return underWay
      const startedAt = moment
      const rendered = render()
        .then((page) => {
          if (page?.status === 200 && moment === startedAt && sizeOf(page) <= limits.bytes * MAX_PAGE_SHARE) {
            pages.set(key, page)
            addBytes(sizeOf(page))
          }
          return page
        })
        .finally(() => {
          if (rendering.get(key) === rendered) rendering.delete(key)
        })
      rendering.set(key, rendered)
      return rendered
    },

    /** Counts what was added to a page after it was cached. */
    enlarge(key: string, page: Page, more: number): void {
      if (pages.get(key) === page) addBytes(more)
    },

    size: () => ({ pages: pages.size, bytes }),
  }
}

/** Each encoding has its own tag (RFC 9110 §8.8.3.3). */
export function toVariant({ hash, headers }: CachedPage, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Variant {
  const tag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const notModifiedHeaders: Record<string, string> = { ...headers, etag: tag, 'server-timing': 'cache;desc=hit' }
  const sent: Record<string, string> = { ...notModifiedHeaders, 'content-length': String(bytes.byteLength) }
  if (encoding !== 'identity') sent['content-encoding'] = encoding
  return { bytes, tag, notModifiedHeaders, headers: sent }
}

/** The page in this encoding. Variants other than Brotli are made at their first request. */
export function findVariant(store: PageStore, key: string, page: CachedPage, encoding: Encoding): Variant {
  const known = page.variants.get(encoding)
  if (known) return known
  const text = brotliDecompressSync(page.variants.get('br')!.bytes)
  const variant = toVariant(page, encoding, encoding === 'gzip' ? gzipSync(text, { level: 6 }) : text)
  page.variants.set(encoding, variant)
  store.enlarge(key, page, variant.bytes.byteLength)
  return variant
}

type PageStore = ReturnType<typeof openPageStore<CachedPage>>

export const bytesOfVariants = ({ variants }: CachedPage): number =>
  variants.values().reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** Of a text in parts, without what stands between them. */
export const lengthOfTexts = ({ texts }: { texts: string[] }): number =>
  texts.reduce((sum, { length }) => sum + length, 0)
