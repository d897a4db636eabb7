/**
 * The fonts of documents: Noto Sans and, for Arabic, Vazirmatn, as Fontsource cuts them into pieces of a hundred characters or a script each. A piece is read
 * when a document has one of its characters, and a few are kept unpacked.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { convert } from 'fontverter'
import { Blob, Face } from 'harfbuzzjs'

/** A file with the characters of its ranges, some of which it may lack. */
export type Piece = { name: string; file: string; ranges: [first: number, last: number][] }

/**
 * Vazirmatn comes before Noto's Arabic, which has rarer characters too but puts their dots in glyphs of their own. Readers then copy
 * words with gaps.
 */
const SCRIPTS =
  'noto-sans vazirmatn noto-sans-arabic noto-sans-hebrew noto-sans-thai noto-sans-bengali noto-sans-tamil noto-sans-telugu noto-sans-gujarati noto-sans-gurmukhi noto-sans-kannada noto-sans-malayalam'.split(
    ' ',
  )
/** Chinese characters look different in each of them, so the language says which is first. */
const IDEOGRAPHS = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr']

/** Pieces that stay unpacked: about 10 MB. */
const MAX_UNPACKED = 80

const require = createRequire(import.meta.url)
const families = new Map<string, Promise<Piece[]>>()
const unpacked = new Map<string, Promise<UnpackedPiece>>()

/** `font`: a variable TrueType font. `characters`: the code points that it has. */
type UnpackedPiece = { font: Buffer; characters: ReadonlySet<number> }

/** The families in which a character is looked for, in this order. */
export function listFamilies(language: string): string[] {
  const own = chooseIdeographs(new Intl.Locale(language))
  return [...SCRIPTS, own, ...IDEOGRAPHS.filter((each) => each !== own)]
}

function chooseIdeographs(locale: Intl.Locale): string {
  if (locale.language === 'ja') return 'noto-sans-jp'
  if (locale.language === 'ko') return 'noto-sans-kr'
  return locale.language === 'zh' && locale.maximize().script === 'Hant' ? 'noto-sans-tc' : 'noto-sans-sc'
}

export function readFamily(family: string): Promise<Piece[]> {
  let pieces = families.get(family)
  if (!pieces) families.set(family, (pieces = listPieces(family)))
  return pieces
}

async function listPieces(name: string): Promise<Piece[]> {
  const ranges = require.resolve(`@fontsource-variable/${name}/unicode.json`)
  const files = join(dirname(ranges), 'files')
  const pieces = JSON.parse(await readFile(ranges, 'utf8')) as Record<string, string>
  return Object.entries(pieces).map(([piece, text]) => {
    const short = piece.replaceAll(/[[\]]/g, '')
    return {
      name: `${name}-${short}`,
      file: join(files, `${name}-${short}-wght-normal.woff2`),
      ranges: readRanges(text),
    }
  })
}

/** `U+0-FF,U+131` */
const readRanges = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

export const isInRanges = ({ ranges }: Piece, character: number): boolean =>
  ranges.some(([first, last]) => character >= first && character <= last)

/** Kept in the order in which they were last used. */
export function unpackPiece({ file }: Piece): Promise<UnpackedPiece> {
  const found = unpacked.get(file) ?? unpack(file)
  unpacked.delete(file)
  unpacked.set(file, found)
  for (const oldest of unpacked.keys()) if (unpacked.size > MAX_UNPACKED) unpacked.delete(oldest)
  return found
}

async function unpack(file: string): Promise<UnpackedPiece> {
  const font = await convert(await readFile(file), 'truetype', 'woff2')
  return { font, characters: new Set(new Face(new Blob(font)).collectUnicodes()) }
}
