/** Writes pages as a PDF 1.7: tagged, with its language and title, and without a date, so that the same pages are the same bytes. */
import { PDFDocument, PDFHexString, PDFName, type PDFContext, type PDFRef } from '@cantoo/pdf-lib'
import type { DocumentFont } from '#server/platform/pdf/document-fonts'
import { openEmbeddedFont, utf16, type EmbeddedFont } from '#server/platform/pdf/embedded-font'
import { PAGE, type Element, type Mark, type Page } from '#server/platform/pdf/pages'
import { BOX_WIDTH, type Glyph, type ShapedRun } from '#server/platform/pdf/shaping'

type Facts = { title: string; language: string; id: Uint8Array }
type TextMark = Extract<Mark, { kind: 'text' }>

/** Where the parts of an element are: pages and their marks by number. */
type Contents = Map<Element, { page: number; mark: number }[]>
type FontTable = (font: DocumentFont) => EmbeddedFont

export async function writePdf({ title, language, id }: Facts, pages: Page[], root: Element): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { context, catalog } = document
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setLanguage(language)

  const fonts = new Map<DocumentFont, EmbeddedFont>()
  const fontTable: FontTable = (font) => {
    let embedded = fonts.get(font)
    if (!embedded) fonts.set(font, (embedded = openEmbeddedFont(font, fonts.size)))
    return embedded
  }
  const contents: Contents = new Map()
  const streams = pages.map((page, index) => drawPage(page, index, contents, fontTable))
  const resources = context.register(
    context.obj({
      Font: Object.fromEntries([...fonts.values()].map((font) => [font.name, font.embed(context)])),
    }),
  )
  const refs = streams.map((stream, index) => {
    const page = document.addPage([PAGE.width, PAGE.height])
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(stream)))
    page.node.set(PDFName.of('Resources'), resources)
    page.node.set(PDFName.of('StructParents'), context.obj(index))
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    return page.ref
  })
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(PDFName.of('StructTreeRoot'), writeStructure(context, root, contents, refs))
  const name = PDFHexString.fromBytes(id)
  context.trailerInfo.ID = context.obj([name, name])
  return document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false })
}

/** The operators of a page. Text that follows itself in the same element is one mark. */
function drawPage(page: Page, index: number, contents: Contents, fonts: FontTable): string {
  const rules = page.flatMap((mark) => (mark.kind === 'rule' ? [drawRule(mark)] : []))
  const texts = page.filter((mark) => mark.kind === 'text')
  const operators = ['/Artifact BMC', ...rules, 'EMC']
  let marks = 0
  for (const [place, mark] of texts.entries()) {
    const { element } = mark
    if (texts[place - 1]?.element !== element || place === 0) {
      operators.push(element ? `/${element.role} <</MCID ${marks}>> BDC` : '/Artifact BMC')
      if (element) contents.set(element, [...(contents.get(element) ?? []), { page: index, mark: marks++ }])
    }
    operators.push(...drawText(mark, fonts))
    if (texts[place + 1]?.element !== element || place === texts.length - 1) operators.push('EMC')
  }
  return operators.join('\n')
}

const drawRule = ({ x, y, width, height, color }: Extract<Mark, { kind: 'rule' }>): string =>
  `${color} rg ${points(x)} ${points(PAGE.height - y - height)} ${points(width)} ${points(height)} re f`

/** Runs are written in the order in which they are read, each at its place. */
function drawText({ line, x, y, style }: TextMark, fonts: FontTable): string[] {
  let left = x - (line.hang * style.size) / 1_000
  const placed = line.runs.map((run) => {
    const at = { left, baseline: PAGE.height - y, size: style.size }
    left += (run.width * style.size) / 1_000
    return { run, at }
  })
  const drawn = placed
    .toSorted((a, b) => a.run.from - b.run.from)
    .map(({ run, at }) =>
      run.font ? drawGlyphs(run, at, fonts(run.font)) : drawBox(run, { ...at, color: style.color }),
    )
  return [`${style.color} rg`, ...drawn]
}

type Position = { left: number; baseline: number; size: number }

/** Numbers between glyphs move the next one to the left, by thousandths of the font size. */
function drawGlyphs({ glyphs }: ShapedRun, { left, baseline, size }: Position, font: EmbeddedFont): string {
  const operators = ['BT', `/${font.name} ${size} Tf`, `${points(left)} ${points(baseline)} Td`]
  let shown: string[] = []
  let codes = ''
  let rise = 0
  let gap = 0 // How far the next glyph is from where the last one ended.
  const flushCodes = () => {
    if (codes) shown.push(`<${codes}>`)
    codes = ''
  }
  const flush = () => {
    flushCodes()
    if (shown.length > 0) operators.push(`[${shown.join('')}] TJ`)
    shown = []
  }
  for (const [index, glyph] of glyphs.entries()) {
    const isInCluster = (other: Glyph | undefined) => other?.cluster === glyph.cluster
    if (glyph.whole !== null && !isInCluster(glyphs[index - 1])) {
      flush()
      operators.push(beginActualText(glyph.whole))
    }
    if (glyph.dy !== rise) {
      flush()
      rise = glyph.dy
      operators.push(`${points((rise * size) / 1_000)} Ts`)
    }
    const { code, width } = font.encode(glyph)
    const move = Math.round(gap + glyph.dx)
    if (move !== 0) {
      flushCodes()
      shown.push(String(-move))
    }
    codes += code
    gap += glyph.advance - move - width
    if (glyph.whole !== null && !isInCluster(glyphs[index + 1])) {
      flush()
      operators.push('EMC')
    }
  }
  flush()
  operators.push(...(rise === 0 ? [] : ['0 Ts']), 'ET')
  return operators.join(' ')
}

/** For a character that no font has. Readers get the character itself. */
function drawBox({ glyphs }: ShapedRun, at: Position & { color: string }): string {
  const em = at.size / 1_000
  const box = [at.left + 70 * em, at.baseline, (BOX_WIDTH - 140) * em, 700 * em].map(points).join(' ')
  return `${beginActualText(glyphs[0]!.whole ?? '')} ${at.color} RG ${points(50 * em)} w ${box} re S EMC`
}

/** What a reader copies instead of the glyphs that follow. */
const beginActualText = (text: string): string => `/Span <</ActualText <FEFF${utf16(text)}>>> BDC`

const points = (value: number): string => String(Math.round(value * 1_000) / 1_000)

/** The tree of elements, and from each mark of a page to its element (ISO 32000-2, 14.7). */
function writeStructure(context: PDFContext, root: Element, contents: Contents, pages: PDFRef[]): PDFRef {
  const tree = context.nextRef()
  const owners: PDFRef[][] = pages.map(() => [])
  const write = (element: Element, parent: PDFRef): PDFRef => {
    const ref = context.nextRef()
    const marks = contents.get(element) ?? []
    for (const { page, mark } of marks) owners[page]![mark] = ref
    const parts = marks.map(({ page, mark }) => context.obj({ Type: 'MCR', Pg: pages[page]!, MCID: mark }))
    const children = element.children.map((child) => write(child, ref))
    const scope = element.scope ? { A: { O: 'Table', Scope: element.scope } } : {}
    context.assign(ref, context.obj({ S: element.role, P: parent, K: [...parts, ...children], ...scope }))
    return ref
  }
  const top = write(root, tree)
  const numbers = owners.flatMap((refs, page) => [context.obj(page), context.obj(refs)])
  context.assign(
    tree,
    context.obj({
      Type: 'StructTreeRoot',
      K: [top],
      ParentTree: { Nums: numbers },
      ParentTreeNextKey: pages.length,
    }),
  )
  return tree
}
