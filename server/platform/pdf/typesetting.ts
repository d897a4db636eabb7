/** Sets paragraphs in lines, in the order in which they are seen. */
import bidiFactory from 'bidi-js'
import type { DocumentFont, DocumentFonts, Weight } from '#server/platform/pdf/document-fonts'
import { listBreaks } from '#server/platform/pdf/line-breaks'
import { shapeRun, type Run, type ShapedRun } from '#server/platform/pdf/shaping'

/** `auto`: by its first character, as for what people typed; numbers alone are from left to right. */
export type BaseDirection = 'ltr' | 'rtl' | 'auto'

/**
 * Runs from left to right. `width` and `hang` are in thousandths of the font size. `hang`: how far it begins before its place, with a
 * space that parts it from the next line when it is read aloud or copied.
 */
export type Line = { runs: ShapedRun[]; width: number; hang: number }

export type Typesetter = {
  /** Lines that are at most `width` points wide. At least one character is on each. An empty text has one empty line. */
  wrap(text: string, style: { size: number; weight: Weight; base: BaseDirection }, width: number): Line[]
  /** Points. */
  measure(text: string, style: { size: number; weight: Weight }): number
}

/** `level`: of the paragraph itself; odd if it goes from right to left. */
type Paragraph = { text: string; level: number; runs: Run[]; line: Line }

const bidi = bidiFactory()

export function openTypesetter(fonts: DocumentFonts, language: string): Typesetter {
  const known = new Map<string, Paragraph>()

  function readParagraph(text: string, weight: Weight, base: BaseDirection): Paragraph {
    const key = `${weight} ${base} ${text}`
    let paragraph = known.get(key)
    if (!paragraph) {
      const { levels, paragraphs } = bidi.getEmbeddingLevels(text, base)
      const runs = [...splitRuns(text, weight, levels, fonts)]
      const level = paragraphs[0]?.level ?? 0
      known.set(key, (paragraph = { text, level, runs, line: setLine(text, runs, language) }))
    }
    return paragraph
  }

  return {
    wrap(text, { size, weight, base }, width) {
      const paragraph = readParagraph(text, weight, base)
      const max = (width / size) * 1_000
      if (paragraph.line.width <= max) return [paragraph.line]
      return breakLines(paragraph, max, fonts, language).map(([from, to]) => {
        const line = setLine(text, cutRuns(paragraph.runs, from, to), language)
        return text[to] === ' ' ? addSpace(line, paragraph, to, language) : line
      })
    },
    measure: (text, { size, weight }) => (readParagraph(text, weight, 'auto').line.width * size) / 1_000,
  }
}

/** In logical order. */
function* splitRuns(text: string, weight: Weight, levels: Uint8Array, fonts: DocumentFonts): Generator<Run> {
  let run = null as Run | null
  for (const { segment, index } of fonts.graphemes(text)) {
    // A space belongs to the words around it: readers copy a phrase better if it is in one piece.
    const font: DocumentFont | null = segment === ' ' && run?.font?.hasSpace ? run.font : fonts.fontFor(segment, weight)
    const level = levels[index] ?? 0
    const to = index + segment.length
    if (run && font && run.font === font && run.level === level) run.to = to
    else {
      if (run) yield run
      run = { font, level, from: index, to }
    }
  }
  if (run) yield run
}

const cutRuns = (runs: Run[], from: number, to: number): Run[] =>
  runs
    .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) }))
    .filter((run) => run.from < run.to)

function setLine(text: string, runs: Run[], language: string): Line {
  const shaped = orderRuns(runs).map((run) => shapeRun(text, run, language))
  return { runs: shaped, width: shaped.reduce((sum, { width }) => sum + width, 0), hang: 0 }
}

/** The space at the end of a line is outside of its width, on the side on which the paragraph goes on (rule L1). */
function addSpace({ runs, width }: Line, { text, runs: all, level }: Paragraph, at: number, language: string): Line {
  const { font = null } = all.find(({ from, to }) => from <= at && at < to) ?? {}
  const space = shapeRun(text, { font, level, from: at, to: at + 1 }, language)
  return level % 2 === 1
    ? { runs: [space, ...runs], width, hang: space.width }
    : { runs: [...runs, space], width, hang: 0 }
}

/** From left to right: rule L2 of the Unicode Bidirectional Algorithm, for runs instead of characters. */
function orderRuns(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end += 1
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = Math.max(start, end - 1)
    }
  return ordered
}

/** Ranges of the text without the spaces at their ends. Words that are too long are broken between characters. */
function breakLines(
  { text, line }: Paragraph,
  max: number,
  fonts: DocumentFonts,
  language: string,
): [number, number][] {
  const upTo = sumAdvances(text, line)
  const characters = Array.from(fonts.graphemes(text), ({ index }) => index)
  const breaks = [...listBreaks(text, language), text.length]
  const lines: [number, number][] = []
  let start = 0
  while (start < text.length) {
    const fits = (end: number) => upTo[start + text.slice(start, end).trimEnd().length]! - upTo[start]! <= max
    const end =
      lastFitting(breaks, start, fits) ??
      lastFitting(characters, start, fits) ??
      characters.find((each) => each > start) ??
      text.length
    lines.push([start, start + text.slice(start, end).trimEnd().length])
    start = end
  }
  return lines.filter(([from, to]) => from < to)
}

/** The last index after `start` that fits, of sorted ones. */
function lastFitting(indices: number[], start: number, fits: (end: number) => boolean): number | undefined {
  let [low, high] = [0, indices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (indices[middle]! <= start || fits(indices[middle]!)) low = middle + 1
    else high = middle
  }
  const found = indices[low - 1]
  return found !== undefined && found > start ? found : undefined
}

/** The width of the text up to each of its UTF-16 units. */
function sumAdvances(text: string, line: Line): Float64Array {
  const upTo = new Float64Array(text.length + 1)
  for (const { glyphs } of line.runs) for (const { cluster, advance } of glyphs) upTo[cluster + 1]! += advance
  for (let index = 0; index < text.length; index += 1) upTo[index + 1]! += upTo[index]!
  return upTo
}
