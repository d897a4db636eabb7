/** Takes tables out of a TrueType font: those by which it was shaped are not read again. */

/** What ISO 32000-2, 9.9 wants of a font that is embedded for glyphs by number. */
const EMBEDDED = new Set(['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'])
const HEADER = 12
const ENTRY = 16

export function stripLayout(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = HEADER + index * ENTRY
    const tag = String.fromCharCode(...font.subarray(at, at + 4))
    return {
      tag,
      entry: font.subarray(at, at + ENTRY),
      offset: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    }
  }).filter(({ tag }) => EMBEDDED.has(tag))
  const padded = (length: number) => (length + 3) & ~3
  const start = HEADER + tables.length * ENTRY
  const stripped = new Uint8Array(tables.reduce((sum, { length }) => sum + padded(length), start))
  const written = new DataView(stripped.buffer)
  const power = Math.floor(Math.log2(tables.length))
  written.setUint32(0, 0x00010000)
  for (const [index, value] of [tables.length, 16 << power, power, 16 * tables.length - (16 << power)].entries())
    written.setUint16(4 + index * 2, value)
  let end = start
  for (const [index, { entry, offset, length }] of tables.entries()) {
    stripped.set(entry, HEADER + index * ENTRY)
    written.setUint32(HEADER + index * ENTRY + 8, end)
    stripped.set(font.subarray(offset, offset + length), end)
    end += padded(length)
  }
  return stripped
}
