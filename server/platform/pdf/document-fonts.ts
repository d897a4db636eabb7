/**
 * The fonts of one document: of each piece that has characters of it, these characters alone, at the weight in which they are set. They are
 * shaped with what is embedded, so a glyph has the same number in both.
 */
import { Blob, Face, Font } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { isInRanges, listFamilies, readFamily, unpackPiece, type Piece } from '#server/platform/pdf/font-families'

export type Weight = 400 | 600

/** `bytes`: TrueType, with its layout tables. `ascent` and `descent` are in thousandths of the font size. */
export type DocumentFont = {
  name: string
  bytes: Uint8Array
  face: Face
  font: Font
  hasSpace: boolean
  ascent: number
  descent: number
}

/** `fontFor`: null for a character that no font has. A character is a grapheme: what a reader takes for one. */
export type DocumentFonts = {
  graphemes(text: string): Iterable<Intl.SegmentData>
  fontFor(grapheme: string, weight: Weight): DocumentFont | null
  all(): DocumentFont[]
}

/** What scripts need to be set right, and kerning. Anything else would only embed glyphs that nothing shows. */
const FEATURES =
  'abvf abvm abvs akhn blwf blwm blws calt ccmp cjct clig curs dist fin2 fin3 fina half haln init isol kern liga ljmo locl mark med2 medi mkmk nukt pref pres pstf psts rclt rkrf rlig rphf rvrn tjmo vatu vjmo'.split(
    ' ',
  )
const SPACE = 0x20

/** Joiners, selectors, marks of direction: shown as nothing, in any font. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

/** `texts`: everything that the document shows, by weight. */
export async function prepareFonts(language: string, texts: Map<Weight, Set<string>>): Promise<DocumentFonts> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'grapheme' })
  const graphemes = (text: string) => segmenter.segment(text)
  const pieces = new Map<string, Piece | null>()
  const fonts = new Map<string, DocumentFont>()
  for (const [weight, each] of texts) {
    const characters = new Map<Piece, Set<string>>()
    for (const { segment } of each.values().flatMap((text) => graphemes(text)[Symbol.iterator]())) {
      if (!pieces.has(segment)) pieces.set(segment, await findPiece(segment, language))
      const piece = pieces.get(segment)
      if (piece) characters.set(piece, (characters.get(piece) ?? new Set()).add(segment).add(decompose(segment)))
    }
    for (const [piece, used] of characters) fonts.set(`${piece.name} ${weight}`, await cutFont(piece, weight, used))
  }
  return {
    graphemes,
    fontFor: (grapheme, weight) => fonts.get(`${pieces.get(grapheme)?.name} ${weight}`) ?? null,
    all: () => [...fonts.values()],
  }
}

/** HarfBuzz takes vowels apart whose parts stand around a character: by NFD, and those of Thai and Lao, which have no canonical one. */
const decompose = (grapheme: string): string =>
  grapheme.normalize('NFD').replaceAll(/[\u0E33\u0EB3]/g, (vowel) => vowel.normalize('NFKD'))

/** The first that has all of its code points; else the first that has the character without its marks. */
async function findPiece(grapheme: string, language: string): Promise<Piece | null> {
  const points = Array.from(grapheme, (character) => character.codePointAt(0)!)
  const seen = points.filter((point) => !IGNORABLE.test(String.fromCodePoint(point)))
  const [base = 0x20] = seen
  let second: Piece | null = null
  for (const family of listFamilies(language)) {
    for (const piece of await readFamily(family)) {
      if (!isInRanges(piece, base)) continue
      const { characters } = await unpackPiece(piece)
      if (seen.every((point) => characters.has(point))) return piece
      if (characters.has(base)) second ??= piece
    }
  }
  return second
}

async function cutFont(piece: Piece, weight: Weight, used: Set<string>): Promise<DocumentFont> {
  const { font: whole, characters } = await unpackPiece(piece)
  const hasSpace = characters.has(SPACE)
  // `keepFeatures` and `noHinting` are newer than the types.
  const options = {
    targetFormat: 'truetype' as const,
    variationAxes: { wght: weight },
    keepFeatures: FEATURES,
    noHinting: true,
  }
  const bytes = await subsetFont(whole, [...used, ...(hasSpace ? [' '] : [])].toSorted().join(''), options)
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  const { ascender, descender } = font.hExtents()
  const scale = 1_000 / face.upem
  return {
    name: `${piece.name}-${weight}`,
    bytes,
    face,
    font,
    hasSpace,
    ascent: ascender * scale,
    descent: descender * scale,
  }
}
