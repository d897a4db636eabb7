/** Puts text into glyphs by HarfBuzz: joined, ordered and placed as its script wants. Lengths are in thousandths of the font size. */
import { Buffer, BufferFlag, Direction, shape } from 'harfbuzzjs'
import type { DocumentFont } from '#server/platform/pdf/document-fonts'

/**
 * `cluster`: where the characters begin that it shows, alone or with glyphs beside it. `text`: those that a reader copies with it; the texts
 * of a run's glyphs, in logical order, are its text. `whole`: those of its cluster if it has several glyphs.
 */
export type Glyph = {
  id: number
  cluster: number
  text: string
  whole: string | null
  advance: number
  dx: number
  dy: number
}

/** A part of a paragraph of one font and direction. `font`: null for a character that no font has, which is shown as a box. */
export type Run = { font: DocumentFont | null; level: number; from: number; to: number }
export type ShapedRun = { font: DocumentFont | null; level: number; from: number; glyphs: Glyph[]; width: number }

export const BOX_WIDTH = 600

/** The first glyph of a font, for missing characters, whose outline is not embedded. */
const EMPTY_GLYPH = 0

/** What a copied text needs no more once its glyphs are in order. */
const BIDI_CONTROL = /\p{Bidi_Control}/gu

/** `text`: the whole paragraph, since characters are joined to those beside the run. Glyphs are from left to right. */
export function shapeRun(text: string, { font, level, from, to }: Run, language: string): ShapedRun {
  if (!font) {
    const character = text.slice(from, to)
    const box = { id: 0, cluster: from, text: character, whole: character, advance: BOX_WIDTH, dx: 0, dy: 0 }
    return { font, level, from, glyphs: [box], width: BOX_WIDTH }
  }
  const buffer = new Buffer()
  buffer.addText(text, from, to - from)
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  buffer.setLanguage(language)
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  buffer.guessSegmentProperties()
  shape(font.font, buffer)
  const isRightToLeft = level % 2 === 1
  const scale = 1_000 / font.face.upem
  const seen = buffer.getGlyphInfosAndPositions().map(({ codepoint, cluster, xAdvance, xOffset, yOffset }): Glyph => ({
    id: codepoint,
    cluster,
    text: '',
    whole: null,
    advance: (xAdvance ?? 0) * scale,
    dx: (xOffset ?? 0) * scale,
    dy: (yOffset ?? 0) * scale,
  }))
  nameGlyphs(isRightToLeft ? seen.toReversed() : seen, text, to, isRightToLeft)
  const glyphs = isRightToLeft ? seen.flatMap(partLigature) : seen
  return { font, level, from, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) }
}

/** Gives each glyph a code point of its cluster, and the last one the rest. `glyphs` are in logical order, and so are clusters. */
function nameGlyphs(glyphs: Glyph[], text: string, end: number, isRightToLeft: boolean): void {
  for (let first = 0; first < glyphs.length;) {
    const { cluster } = glyphs[first]!
    let after = first + 1
    while (glyphs[after]?.cluster === cluster) after += 1
    const whole = text.slice(cluster, glyphs[after]?.cluster ?? end).replaceAll(BIDI_CONTROL, '')
    const points = [...whole]
    const isReordered = after - first > 1 && points.length > 1 && !isRightToLeft
    for (let index = first; index < after; index += 1) {
      const place = index - first
      glyphs[index]!.text = index < after - 1 ? (points[place] ?? '') : points.slice(place).join('')
      glyphs[index]!.whole = isReordered ? whole : null
    }
    first = after
  }
}

/** Readers put glyphs of Arabic into order by where they are, one character each: for all but the last character, an empty glyph at the right. */
function partLigature(glyph: Glyph): Glyph[] {
  const points = [...glyph.text]
  const others = points.slice(0, -1).toReversed()
  return [
    { ...glyph, text: points.at(-1) ?? '' },
    ...others.map((text) => ({ ...glyph, id: EMPTY_GLYPH, text, advance: 0, dx: 0, dy: 0 })),
  ]
}
