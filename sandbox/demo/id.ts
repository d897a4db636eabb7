import { createHash } from 'node:crypto'

/**
 * The same id for the same name on every machine, so that a link to the demo survives a fresh database. RFC 9562,
 * version 8.
 */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`landfall demo ${name}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
