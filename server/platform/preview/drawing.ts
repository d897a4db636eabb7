/**
 * Draws the preview picture of a shared link as SVG: a sheet of the chart, 1200 × 630. Always in day colours, since the
 * reader's theme is unknown. Units are pixels of the picture.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Place } from '#domain/mentors/great-circle'
import * as m from '#messages/documents'
import { drawCrossings, type SheetCrossing } from './crossings.ts'
import { escaped, measure, PLACE, TEXT, TITLE } from './render.ts'

const PREVIEW_WIDTH = 1200
const PREVIEW_HEIGHT = 630

/** Texts are as shown: "from £45 per session". Absent ones are empty. */
export type MentorSheet = {
  siteName: string
  name: string
  role: string
  leg: { from: string; to: string } | null
  /** "4.9 · 38 sessions reviewed" */
  rating: string
  price: string
  /** A square PNG; null: the compass rose is drawn instead. */
  portrait: Uint8Array | null
}

const INK = '#14212b'
const INK_2 = '#4a5a66'
const SHOAL_1 = '#eaf4f7'
const SHOAL_2 = '#cfe6ee'
const MAGENTA = '#a50f62'
const STAR = '#e0a100'

/** The compass rose of the header, in a square of 24. */
const ROSE = 'M12 0l2.3 9.7L24 12l-9.7 2.3L12 24l-2.3-9.7L0 12l9.7-2.3zm0 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z'
const RATING_STAR = 'M9 2l2 4.8 5.2.4-4 3.4 1.2 5L9 12.9l-4.4 2.7 1.2-5-4-3.4L7 6.8z'

const LAND = '#f6ecd0'
const LAND_EDGE = '#d8c592'

export type SiteSheet = { siteName: string; crossings: SheetCrossing[] }

/** Relative to the working directory. Its units are tenths of a degree. */
const CHART = resolve('app/ui/home/chart.svg')
const [CHART_WEST, CHART_NORTH] = [-169, 84]
const CHART_SCALE = 0.72
const CHART_FROM = { x: 1230, y: 110 }

const MARGIN = 72
const PANEL = { x: MARGIN - 24, y: 60, width: PREVIEW_WIDTH - 2 * MARGIN + 48, height: 408 }
const PORTRAIT = 312
const PORTRAIT_Y = PANEL.y + (PANEL.height - PORTRAIT) / 2
const WORDS = PANEL.x + PORTRAIT + 96 // Left edge of the text.
const WORDS_WIDTH = PANEL.x + PANEL.width - 48 - WORDS

export async function drawMentorSheet(mentor: MentorSheet): Promise<string> {
  const name = await fit(mentor.name, TITLE, { from: 76, to: 36, width: WORDS_WIDTH })
  const role = await fit(mentor.role, TEXT, { from: 34, to: 24, width: WORDS_WIDTH })
  const price = await fit(mentor.price, TEXT, { from: 32, to: 24, width: WORDS_WIDTH })
  const rows = [
    { height: name.size + 8, draw: (y: number) => text(name, TITLE, INK, WORDS, y) },
    { height: role.size + 18, draw: (y: number) => text(role, TEXT, INK_2, WORDS, y) },
    ...(mentor.leg ? [{ height: 74, draw: await legDrawing(mentor.leg) }] : []),
    ...(mentor.rating
      ? [
          {
            height: 58,
            draw: (y: number) =>
              `<path d="${RATING_STAR}" fill="${STAR}" transform="translate(${WORDS - 3} ${y - 30}) scale(2)"/>` +
              text({ text: mentor.rating, size: 32 }, TEXT, INK, WORDS + 44, y),
          },
        ]
      : []),
    ...(mentor.price ? [{ height: 54, draw: (y: number) => text(price, TEXT, INK, WORDS, y) }] : []),
  ]
  const total = rows.reduce((sum, row) => sum + row.height, 0)
  // Centres the block in the panel. A row ends at its baseline, hence the correction by the cap height.
  let y = PANEL.y + (PANEL.height - total) / 2 - name.size * 0.15
  const words = rows.map((row) => row.draw((y += row.height)))
  return sheet(
    `<rect x="${PANEL.x}" y="${PANEL.y}" width="${PANEL.width}" height="${PANEL.height}" fill="#fff" stroke="${INK}" stroke-width="3"/>` +
      portraitDrawing(mentor.portrait, PANEL.x + 48, PORTRAIT_Y) +
      words.join(''),
    mentor.siteName,
    m.previewPromise(),
  )
}

/** The same chart as on the home page, from Greenland to the Bay of Bengal, with crossings that mentors made. */
export async function drawSiteSheet({ siteName, crossings }: SiteSheet): Promise<string> {
  const lead = { text: m.previewLead(), size: 66 }
  const phrase = { text: m.previewCrossing(), size: 72 }
  const width = Math.max(await measure(lead.text, TITLE, lead.size), await measure(phrase.text, PLACE, phrase.size))
  const words = { x: MARGIN, y: 262, width: width + 88, height: 214 }
  const view = {
    project: ({ longitude, latitude }: Place) => ({
      x: ((longitude - CHART_WEST) * 10 - CHART_FROM.x) * CHART_SCALE,
      y: ((CHART_NORTH - latitude) * 10 - CHART_FROM.y) * CHART_SCALE,
    }),
    width: PREVIEW_WIDTH,
    height: 528,
    words,
  }
  const land = /id="land" d="([^"]+)"/.exec(await readFile(CHART, 'utf8'))?.[1] ?? ''
  const shore = (colour: string, line: number) =>
    `<path d="${land}" fill="${colour}" stroke="${colour}" stroke-width="${line}" stroke-linejoin="round"/>`
  return sheet(
    `<clipPath id="water"><rect width="${PREVIEW_WIDTH}" height="528"/></clipPath>` +
      `<g clip-path="url(#water)"><g transform="scale(${CHART_SCALE}) translate(${-CHART_FROM.x} ${-CHART_FROM.y})">` +
      `${shore('#d9ecf3', 46)}${shore(SHOAL_2, 22)}<path d="${land}" fill="${LAND}" stroke="${LAND_EDGE}" stroke-width="2"/></g></g>` +
      (await drawCrossings(view, crossings)) +
      `<rect x="${words.x}" y="${words.y}" width="${words.width}" height="${words.height}" fill="#fff" stroke="${INK}" stroke-width="3"/>` +
      text(lead, TITLE, INK, MARGIN + 44, 350) +
      text(phrase, PLACE, MAGENTA, MARGIN + 44, 430),
    siteName,
    m.previewSubjects(),
  )
}

/** Water with a graticule, the content on it, and the chart's edge with the site's name below. */
function sheet(content: string, siteName: string, words: string): string {
  const meridians = Array.from({ length: 14 }, (_, n) => `M${n * 88 + 40.5} 0V526`)
  const parallels = Array.from({ length: 6 }, (_, n) => `M0 ${n * 88 + 48.5}H${PREVIEW_WIDTH}`)
  const bars = Array.from({ length: 9 }, (_, n) => `M${n * 146} 535h73`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}">` +
    `<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="#fff"/>` +
    `<rect width="${PREVIEW_WIDTH}" height="528" fill="${SHOAL_1}"/>` +
    `<path d="${meridians.join('')}${parallels.join('')}" stroke="${SHOAL_2}" stroke-width="1.5" fill="none"/>` +
    content +
    `<path d="M0 528.5H${PREVIEW_WIDTH}M0 541.5H${PREVIEW_WIDTH}" stroke="${INK}" stroke-width="3"/>` +
    `<path d="${bars.join('')}" stroke="${INK}" stroke-width="6"/>` +
    `<path d="${ROSE}" fill="${MAGENTA}" fill-rule="evenodd" transform="translate(${MARGIN} 564) scale(1.75)"/>` +
    text({ text: siteName, size: 36 }, TITLE, INK, MARGIN + 58, 598) +
    `<text x="${PREVIEW_WIDTH - MARGIN}" y="597" text-anchor="end" font-family="${TEXT.family}" font-size="28" fill="${INK_2}">${escaped(words)}</text>` +
    '</svg>'
  )
}

function portraitDrawing(portrait: Uint8Array | null, x: number, y: number): string {
  const frame = `x="${x}" y="${y}" width="${PORTRAIT}" height="${PORTRAIT}" rx="12"`
  const content = portrait
    ? `<clipPath id="frame"><rect ${frame}/></clipPath><image ${frame.replace(' rx="12"', '')} clip-path="url(#frame)" href="data:image/png;base64,${Buffer.from(portrait).toString('base64')}"/>`
    : `<rect ${frame} fill="${SHOAL_2}"/><path d="${ROSE}" fill="#fff" fill-rule="evenodd" transform="translate(${x + 84} ${y + 84}) scale(6)"/>`
  return `${content}<rect ${frame} fill="none" stroke="${INK}" stroke-width="3"/>`
}

/** “Mumbai ⇢ Manchester”, smaller if the names are long. */
async function legDrawing({ from, to }: { from: string; to: string }): Promise<(y: number) => string> {
  const arrow = 116
  const both = await fit(`${from}${to}`, PLACE, { from: 46, to: 26, width: WORDS_WIDTH - arrow })
  const { size } = both
  const width = await measure(from, PLACE, size)
  return (y) => {
    const start = WORDS + width + 16
    const middle = y - size * 0.3
    return (
      text({ text: from, size }, PLACE, INK, WORDS, y) +
      `<path d="M${start} ${middle}h62" stroke="${MAGENTA}" stroke-width="3" stroke-dasharray="10 7"/>` +
      `<path d="M${start + 62} ${middle - 9}l16 9-16 9z" fill="${MAGENTA}"/>` +
      text({ text: to, size }, PLACE, INK, start + 96, y)
    )
  }
}

type Fitted = { text: string; size: number }

/** The line at the largest size that fits; at the smallest size, cut to the letters that fit. */
async function fit(
  line: string,
  font: typeof TEXT,
  room: { from: number; to: number; width: number },
): Promise<Fitted> {
  const width = await measure(line, font, room.from)
  if (width <= room.width) return { text: line, size: room.from }
  const size = Math.floor((room.from * room.width) / width)
  if (size >= room.to) return { text: line, size }
  const letters = [...line]
  const kept = Math.floor((letters.length * room.width * room.from) / (width * room.to)) - 1
  return { text: `${letters.slice(0, kept).join('').trimEnd()}…`, size: room.to }
}

function text({ text: line, size }: Fitted, font: typeof TEXT, colour: string, x: number, y: number): string {
  const tracking = font === TEXT ? 0 : size * -0.015
  return `<text x="${x}" y="${y}" font-family="${font.family}" font-style="${font.style}" font-size="${size}" letter-spacing="${tracking}" fill="${colour}">${escaped(line)}</text>`
}
