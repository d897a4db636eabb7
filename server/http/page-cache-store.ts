/**
 * Where finished pages are kept, in this process's memory. All that is kept is of one moment; with the next it is gone.
 * What was asked for longest ago makes room. Knows nothing of requests. Decision 0012.
 */
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { chooseEncoding } from '#server/http/compression'

export type Encoding = NonNullable<ReturnType<typeof chooseEncoding>> | 'identity'

/** A page's bytes in one encoding, with the headers they are sent with, and those for a browser that has them already. */
export type Form = {
  bytes: Uint8Array<ArrayBuffer>
  tag: string
  headers: Record<string, string>
  known: Record<string, string>
}

/** `hash` is of the text, so it is the same for the same page at any time. Brotli's form is always there. */
export type KeptPage = { hash: string; headers: Record<string, string>; forms: Map<Encoding, Form> }

/** For how long a page is true: until the list of mentors is of another version, or the minute is over. */
export type Moment = { version: number; minute: number }

const LIMITS = { pages: 2_000, bytes: 16 * 1024 * 1024 } // A page of 24 mentors takes 12 KB: more than a thousand fit.
const LARGEST_PART = 1 / 8 // Of all bytes. A larger page would drive out the others for itself.

export type PageStore = ReturnType<typeof openPageStore>

export function openPageStore(limits = LIMITS) {
  const pages = new Map<string, KeptPage>() // In the order in which they were last asked for.
  const drawings = new Map<string, Promise<KeptPage | null>>()
  let moment: Moment = { version: -1, minute: -1 }
  let bytes = 0

  const count = (form: Form) => {
    bytes += form.bytes.byteLength
    for (const [key, page] of pages) {
      if (bytes <= limits.bytes && pages.size <= limits.pages) return
      pages.delete(key)
      bytes -= sizeOf(page)
    }
  }

  return {
    /** Forgets what was true at another moment. Nor does anybody who comes later wait for what was begun before. */
    moveTo(now: Moment): void {
      if (now.version === moment.version && now.minute === moment.minute) return
      moment = now
      pages.clear()
      drawings.clear()
      bytes = 0
    },

    find(key: string): KeptPage | undefined {
      const page = pages.get(key)
      if (!page) return undefined
      pages.delete(key)
      pages.set(key, page)
      return page
    },

    /**
     * Draws a page once for all who wait for it; null where it is none to keep. It is of the moment in which drawing
     * began: what changed since may be missing from it, so then those who waited get it and it is not kept.
     */
    draw(key: string, draw: () => Promise<KeptPage | null>): Promise<KeptPage | null> {
      const begun = drawings.get(key)
      if (begun) return begun
      const then = moment
      const drawing = draw()
        .then((page) => {
          if (page && moment === then && sizeOf(page) <= limits.bytes * LARGEST_PART) {
            pages.set(key, page)
            page.forms.forEach(count)
          }
          return page
        })
        .finally(() => {
          if (drawings.get(key) === drawing) drawings.delete(key)
        })
      drawings.set(key, drawing)
      return drawing
    },

    /** The page as this browser takes it. What few ask for is made when somebody does. */
    formOf(key: string, page: KeptPage, encoding: Encoding): Form {
      const made = page.forms.get(encoding)
      if (made) return made
      const text = brotliDecompressSync(page.forms.get('br')!.bytes)
      const form = toForm(page, encoding, encoding === 'gzip' ? gzipSync(text, { level: 6 }) : text)
      page.forms.set(encoding, form)
      if (pages.get(key) === page) count(form)
      return form
    },

    size: () => ({ pages: pages.size, bytes }),
  }
}

/** RFC 9110 §8.8.3.3: other bytes, another tag. */
export function toForm({ hash, headers }: KeptPage, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Form {
  const tag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const known: Record<string, string> = { ...headers, etag: tag, 'server-timing': 'cache;desc=hit' }
  const sent: Record<string, string> = { ...known, 'content-length': String(bytes.byteLength) }
  if (encoding !== 'identity') sent['content-encoding'] = encoding
  return { bytes, tag, known, headers: sent }
}

const sizeOf = (page: KeptPage) => page.forms.values().reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
