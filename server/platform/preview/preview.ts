/**
 * Preview pictures for shared links, drawn at the first request and cached in memory. A picture's tag is a hash of
 * everything on it, so clients can revalidate it without drawing, and a changed mentor gets a new picture.
 */
import { createHash } from 'node:crypto'
import type { Storage } from '#server/platform/storage/store'
import { readPictureAsPng } from '#server/platform/storage/pictures'
import { drawMentorSheet, drawSiteSheet, type MentorSheet, type SiteSheet } from './drawing.ts'
import { renderPng } from './render.ts'

/** `draw` resolves to PNG bytes, from the cache if the picture was drawn lately. */
export type Preview = { tag: string; draw: () => Promise<Uint8Array> }

const MAX_CACHED = 64 // Pictures of about 60 KB.
const EDITION = '2' // Change it with the drawing, so that clients fetch pictures again.

export function openPreviews(storage: Storage) {
  const cache = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  /** Draws one picture at a time, however many crawlers ask, since drawing takes a whole core. */
  function inTurn(draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const turn = last.then(draw)
    last = turn.catch(() => undefined)
    return turn
  }

  function preview(facts: unknown, draw: () => Promise<string>): Preview {
    const tag = createHash('sha256')
      .update(`${EDITION} ${JSON.stringify(facts)}`)
      .digest('base64url')
      .slice(0, 22)
    return {
      tag,
      draw() {
        const known = cache.get(tag)
        const picture = known ?? inTurn(async () => renderPng(await draw()))
        cache.delete(tag) // Moves it to the end: the least recently used picture is evicted first.
        cache.set(tag, picture)
        const [oldest] = cache.keys()
        if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
        if (!known) picture.catch(() => cache.delete(tag))
        return picture
      },
    }
  }

  return {
    site: (sheet: SiteSheet) => preview(sheet, () => drawSiteSheet(sheet)),

    /** `portrait` is the key of the mentor's picture in storage. */
    mentor: (sheet: Omit<MentorSheet, 'portrait'> & { portrait: string | null }) =>
      preview(sheet, async () => {
        const portrait = sheet.portrait === null ? null : await readPictureAsPng(storage, sheet.portrait, 384)
        return drawMentorSheet({ ...sheet, portrait })
      }),
  }
}
