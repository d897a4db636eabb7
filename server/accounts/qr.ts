/** QR codes as pictures. */
import { renderSVG } from 'uqr'

/** A data: URL of an SVG, so that its content stays in the page. Dark on light, also in the dark theme. */
export function qrPicture(text: string): string {
  const svg = renderSVG(text, { border: 2, pixelSize: 4, ecc: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
