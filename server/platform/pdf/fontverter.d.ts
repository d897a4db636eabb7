/** The part of fontverter that is used. It has no types of its own. */
declare module 'fontverter' {
  type Format = 'truetype' | 'woff' | 'woff2'
  export function convert(font: Buffer, to: Format, from?: Format): Promise<Buffer>
}
