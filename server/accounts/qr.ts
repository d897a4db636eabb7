/** QR codes as pictures. */
import { renderSVG } from 'uqr'

/** The address of an SVG that needs no request: what it says is nobody's but the reader's. Dark on light by night too. */
export function qrPicture(text: string): string {
  const svg = renderSVG(text, { border: 2, pixelSize: 4, ecc: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
