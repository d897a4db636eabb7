/**
 * node scripts/generate/icons.ts
 *
 * Draws the icons of `public/` from the compass rose of `public/favicon.svg`. They are committed; run this when the
 * rose changes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'

const MAGENTA = '#a50f62'
const rose = / d="([^"]+)"/.exec(readFileSync('public/favicon.svg', 'utf8'))?.[1]
if (!rose) throw new Error('There is no path in public/favicon.svg')

/** `share`: the rose's part of the side. Launchers may crop a maskable icon to its middle 80 %. */
async function draw(file: string, size: number, share: number) {
  const scale = (size * share) / 24
  const edge = (size * (1 - share)) / 2
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path d="${rose}" fill="${MAGENTA}" fill-rule="evenodd" transform="translate(${edge} ${edge}) scale(${scale})"/></svg>`
  writeFileSync(`public/${file}`, (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng())
}

await draw('apple-touch-icon.png', 180, 0.72)
await draw('icon-192.png', 192, 0.8)
await draw('icon-512.png', 512, 0.8)
await draw('icon-maskable-512.png', 512, 0.56)
