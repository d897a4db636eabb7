/**
 * A font in a PDF: glyphs by numbers of the document's own, each with the text that a reader copies with it. The same glyph has two
 * numbers if it stands for two texts, as in Devanagari, where the parts of a syllable change places.
 */
import { PDFString, type PDFContext, type PDFRef } from '@cantoo/pdf-lib'
import type { DocumentFont } from '#server/platform/pdf/document-fonts'
import type { Glyph } from '#server/platform/pdf/shaping'
import { stripLayout } from '#server/platform/pdf/true-type'

/** `width`: thousandths of the font size, as the PDF says it. The glyph for missing characters is empty, and has none. */
export type EmbeddedFont = {
  name: string
  encode(glyph: Glyph): { code: string; width: number }
  embed(context: PDFContext): PDFRef
}

/** Of a glyph whose character another one stands for. Readers leave it out. */
const NOTHING = '\0'

type Code = { id: number; text: string; width: number }

export function openEmbeddedFont(font: DocumentFont, index: number): EmbeddedFont {
  const codes = new Map<string, number>()
  const glyphs: Code[] = [{ id: 0, text: '', width: 0 }]
  const widthOf = (id: number) => id && Math.round((font.font.glyphHAdvance(id) * 1_000) / font.face.upem)
  return {
    name: `F${index + 1}`,
    encode({ id, text }) {
      const key = `${id} ${text}`
      let code = codes.get(key)
      if (code === undefined) codes.set(key, (code = glyphs.push({ id, text, width: widthOf(id) }) - 1))
      return { code: hex(code), width: glyphs[code]!.width }
    },
    embed: (context) => embedGlyphs(context, font, glyphs, `${subsetTag(index)}+${font.name}`),
  }
}

function embedGlyphs(context: PDFContext, font: DocumentFont, glyphs: Code[], name: string): PDFRef {
  const stripped = stripLayout(font.bytes)
  const file = context.register(context.flateStream(stripped, { Length1: stripped.length }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: readBounds(font),
      ItalicAngle: 0,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: 714,
      StemV: 80,
      FontFile2: file,
    }),
  )
  const numbers = new Uint8Array(glyphs.length * 2)
  for (const [code, { id }] of glyphs.entries()) new DataView(numbers.buffer).setUint16(code * 2, id)
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      CIDToGIDMap: context.register(context.flateStream(numbers)),
      W: [0, glyphs.map(({ width }) => width)],
    }),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(textMap(glyphs))),
    }),
  )
}

function readBounds({ face }: DocumentFont): number[] {
  const head = face.referenceTable('head')!
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return [36, 38, 40, 42].map((at) => Math.round((view.getInt16(at) * 1_000) / face.upem))
}

/** A CMap from codes to text, as in ISO 32000-2, 9.10.3: at most 100 lines in a block. */
function textMap(glyphs: Code[]): string {
  const lines = glyphs.map(({ text }, code) => `<${hex(code)}> <${utf16(text || NOTHING)}>`)
  const blocks: string[] = []
  for (let from = 0; from < lines.length; from += 100) {
    const block = lines.slice(from, from + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')

export const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')

/** Six capitals, by which readers know that a font has only some of its characters. */
const subsetTag = (index: number): string =>
  Array.from({ length: 6 }, (_, place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26))).join('')
