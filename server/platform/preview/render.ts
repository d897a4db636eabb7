/**
 * Renders SVG to PNG with our own fonts. The renderer reads neither WOFF2 nor variable fonts, hence the files beside
 * this one (made by `scripts/generate/fonts.py`). It is loaded with the first picture, since most processes never draw one.
 */
import { resolve } from 'node:path'

export const TITLE = { family: 'Instrument Sans 600', style: 'normal' }
export const TEXT = { family: 'Instrument Sans 400', style: 'normal' }
export const PLACE = { family: 'Newsreader 400', style: 'italic' }

/** Relative to the working directory, as the build is, since this module ends up in a bundle. */
const FONTS = ['sans-400.ttf', 'sans-600.ttf', 'place-400.ttf'].map((file) =>
  resolve('server/platform/preview/fonts', file),
)

/** System fonts, which are slow to load, are used only for letters that our fonts lack. */
const fontsFor = (svg: string) => ({
  fontFiles: FONTS,
  loadSystemFonts: /\p{L}/u.test(svg.replaceAll(/\p{Script=Latin}/gu, '')),
})

export async function renderPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js')
  return (await renderAsync(svg, { font: fontsFor(svg) })).asPng()
}

/** The width of a line in pixels. */
export async function measure(line: string, font: { family: string; style: string }, size: number): Promise<number> {
  const { Resvg } = await import('@resvg/resvg-js')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400"><text y="200" font-family="${font.family}" font-style="${font.style}" font-size="${size}">${escaped(line)}</text></svg>`
  return new Resvg(svg, { font: fontsFor(svg) }).getBBox()?.width ?? 0
}

/** Escapes a line for XML and removes characters that XML does not allow. */
export function escaped(line: string): string {
  return line
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
