/**
 * Encrypts calendars' addresses in the database: someone who knows one can read a person's whole calendar, which gives it more
 * weight than anything else that is stored, so that a copy of the database alone must not give it away.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type AddressSeal = {
  /** `calendarId`: the calendar's own; sealed text is worth nothing in another row. */
  seal(calendarId: string, address: string): string
  /** Null if it was sealed under another secret, or for another calendar. */
  open(calendarId: string, sealed: string): string | null
  /** The same for the same address, to find a calendar that was added already. */
  hash(address: string): string
}

const CIPHER = 'aes-256-gcm'
/** Bytes, of GCM. */
const [NONCE, TAG] = [12, 16]

/** `secret`: of at least 32 characters, from which keys of its own are derived. */
export function addressSeal(secret: string): AddressSeal {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `landfall calendar address ${use}`, 32))
  const [sealing, hashing] = [keyFor('sealing'), keyFor('hashing')]
  return {
    seal(calendarId, address) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(calendarId))
      const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(calendarId, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.byteLength < NONCE + TAG) return null
      const nonce = bytes.subarray(0, NONCE)
      const decipher = createDecipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(calendarId))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      try {
        return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
    hash: (address) => createHmac('sha256', hashing).update(address).digest('base64url'),
  }
}
