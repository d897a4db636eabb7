/**
 * What a link to the product looks like where it is shared: a sheet of the chart, 1200 × 630, as SVG text. Always by day,
 * since nobody knows the reader's theme. Units are pixels of the picture.
 */
import { measure, PLACE, TEXT, TITLE } from './render.ts'

export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

/** Texts are as shown: "from £45 per session". Absent ones are empty. */
export type MentorSheet = {
  siteName: string
  name: string
  role: string
  leg: { from: string; to: string } | null
  /** "4.9 · 38 sessions reviewed" */
  rating: string
  price: string
  /** A square PNG. Without one the sheet shows the compass rose in its place. */
  portrait: Uint8Array | null
}

const INK = '#14212b'
const INK_2 = '#4a5a66'
const SHOAL_1 = '#eaf4f7'
const SHOAL_2 = '#cfe6ee'
const MAGENTA = '#a50f62'
const STAR = '#e0a100'

/** The compass rose of the header, in a square of 24. */
const ROSE =
  'M12 0l2.3 9.7L24 12l-9.7 2.3L12 24l-2.3-9.7L0 12l9.7-2.3zm0 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z'
const RATING_STAR = 'M9 2l2 4.8 5.2.4-4 3.4 1.2 5L9 12.9l-4.4 2.7 1.2-5-4-3.4L7 6.8z'

const MARGIN = 72
const PORTRAIT = 300
const WORDS = MARGIN + PORTRAIT + 56 // Where they begin.
const WORDS_WIDTH = PREVIEW_WIDTH - MARGIN - WORDS - 40

export async function drawMentorSheet(mentor: MentorSheet): Promise<string> {
  const name = await fit(mentor.name, TITLE, { from: 76, to: 44, width: WORDS_WIDTH })
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
  // The words stand in the middle of the portrait's height, or begin at its top when they need more.
  const total = rows.reduce((sum, row) => sum + row.height, 0)
  const top = 128
  let y = top + Math.max(0, (PORTRAIT - total) / 2)
  const words = rows.map((row) => row.draw((y += row.height)))
  return sheet(
    `<rect x="${MARGIN - 24}" y="72" width="${PREVIEW_WIDTH - 2 * MARGIN + 48}" height="412" fill="#fff" stroke="${INK}" stroke-width="3"/>` +
      portraitDrawing(mentor.portrait, MARGIN + 24, top) +
      words.join(''),
    mentor.siteName,
    'One hour with someone who has made the move',
  )
}

export async function drawSiteSheet(siteName: string): Promise<string> {
  const lead = { text: 'Talk to someone who has', size: 76 }
  const phrase = { text: 'already made the crossing', size: 82 }
  return sheet(
    `<path d="M96 500C360 300 760 96 1110 226" fill="none" stroke="${MAGENTA}" stroke-width="3" stroke-dasharray="13 9"/>` +
      `<circle cx="1110" cy="226" r="9" fill="#fff" stroke="${MAGENTA}" stroke-width="4"/>` +
      `<rect x="${MARGIN}" y="150" width="${(await measure(phrase.text, PLACE, phrase.size)) + 104}" height="258" fill="#fff" stroke="${INK}" stroke-width="3"/>` +
      text(lead, TITLE, INK, MARGIN + 50, 262) +
      text(phrase, PLACE, MAGENTA, MARGIN + 50, 352),
    siteName,
    'Visas, flats, first term, first job',
  )
}

/** Shallow water with its graticule, what stands on it, and the chart's edge with the publisher below. */
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
    : `<rect ${frame} fill="${SHOAL_2}"/><path d="${ROSE}" fill="#fff" fill-rule="evenodd" transform="translate(${x + 78} ${y + 78}) scale(6)"/>`
  return `${content}<rect ${frame} fill="none" stroke="${INK}" stroke-width="3"/>`
}

/** “Mumbai ⇢ Manchester”, smaller where the names are long. */
async function legDrawing({ from, to }: { from: string; to: string }): Promise<(y: number) => string> {
  const arrow = 116
  const both = await fit(`${from}${to}`, PLACE, { from: 46, to: 26, width: WORDS_WIDTH - arrow })
  const { size } = both
  const width = await measure(from, PLACE, size)
  return (y) => {
    const start = WORDS + width + 20
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

/** The largest size at which a line is not too long; at the least size, as many letters as there is room for. */
async function fit(line: string, font: typeof TEXT, room: { from: number; to: number; width: number }): Promise<Fitted> {
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

/** For XML: its own signs as references, and nothing that it cannot hold at all. */
export function escaped(line: string): string {
  return line
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
