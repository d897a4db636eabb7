/**
 * What is kept encrypted of a mentor: AES-256-GCM with a key for each use and mentor, so that a sealed text is worth nothing in another
 * mentor's row or in another table.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { App } from '#server/context'

const CIPHER = 'aes-256-gcm'
/** Bytes, of GCM. */
const [NONCE, TAG] = [12, 16]

export type Sealing = Pick<App, 'secretFor'>
type Use = 'payee' | 'tax details'

const sealingKey = ({ secretFor }: Sealing, use: Use, mentorId: string) =>
  Buffer.from(secretFor(use, mentorId), 'base64url')

export function sealRecord(app: Sealing, use: Use, mentorId: string, value: object): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, sealingKey(app, use, mentorId), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null if it was sealed under another secret, for another use, or for another mentor. */
export function openRecord(app: Sealing, use: Use, mentorId: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.byteLength < NONCE + TAG) return null
  const decipher = createDecipheriv(CIPHER, sealingKey(app, use, mentorId), bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return JSON.parse(decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    return null
  }
}
