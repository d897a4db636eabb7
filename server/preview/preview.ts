/**
 * Preview pictures: drawn when first asked for, then kept in memory. Each has a tag of everything that is on it, so that
 * whoever has it already need not wait for it, and a changed mentor gets a new one by itself.
 */
import { createHash } from 'node:crypto'
import type { Storage } from '#server/storage/store'
import { readPictureAsPng } from '#server/storage/pictures'
import { drawMentorSheet, drawSiteSheet, type MentorSheet } from './drawing.ts'
import { renderPng } from './render.ts'

/** `draw` gives PNG bytes. It is cheap when this picture was drawn lately. */
export type Preview = { tag: string; draw: () => Promise<Uint8Array> }

const KEPT = 64 // Pictures of about 60 KB.
const EDITION = '1' // To be changed with the drawing, so that pictures already fetched are fetched anew.

export function openPreviews(storage: Storage) {
  const kept = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  /** One drawing at a time, however many crawlers ask: it takes a core for as long as it lasts. */
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
        const known = kept.get(tag)
        const picture = known ?? inTurn(async () => renderPng(await draw()))
        kept.delete(tag) // What was asked for last is dropped last.
        kept.set(tag, picture)
        const [oldest] = kept.keys()
        if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
        if (!known) picture.catch(() => kept.delete(tag))
        return picture
      },
    }
  }

  return {
    site: (siteName: string) => preview({ siteName }, () => drawSiteSheet(siteName)),

    /** `portrait` is the key of the mentor's picture in storage. */
    mentor: (sheet: Omit<MentorSheet, 'portrait'> & { portrait: string | null }) =>
      preview(sheet, async () => {
        const portrait = sheet.portrait === null ? null : await readPictureAsPng(storage, sheet.portrait, 384)
        return drawMentorSheet({ ...sheet, portrait })
      }),
  }
}
