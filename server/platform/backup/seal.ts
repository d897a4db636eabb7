/**
 * Encrypts a backup with AES-256-GCM, in frames of up to a mebibyte, so that it is written and read in constant memory and
 * nothing is believed before it is proved (the STREAM construction: Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 *
 *   "landfall backup 1\n", 32 random bytes, then frames: 4 bytes (highest bit: the last frame; the rest: the length of its text),
 *   the encrypted text, 16 bytes that prove it
 *
 * The key of a file is made from `BACKUP_KEY` and the random bytes (HKDF), so counted nonces never repeat under one key. Position
 * and end are part of the nonce: frames that are left out, swapped, repeated or cut off prove nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupError, damaged } from '#server/platform/backup/backup-error'
import { type ByteReader, readBytes } from '#server/platform/backup/byte-reader'
import * as m from '#messages/operators'

export const SEALED = Buffer.from('landfall backup 1\n')

const SALT_BYTES = 32
const TAG_BYTES = 16
const FRAME_BYTES = 1_048_576
const LAST = 0x8000_0000

/** Passes plain bytes on, encrypted. */
export async function* seal(source: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = deriveKey(secret, salt)
  yield Buffer.concat([SEALED, salt])
  const reader = readBytes(source)
  let waiting: Buffer[] = []
  let size = 0
  let count = 0
  for await (const chunk of reader.rest()) {
    waiting.push(chunk)
    size += chunk.length
    if (size < FRAME_BYTES) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; size - from > FRAME_BYTES; from += FRAME_BYTES)
      yield sealFrame(key, count++, all.subarray(from, from + FRAME_BYTES), false)
    waiting = [all.subarray(from)]
    size -= from
  }
  yield sealFrame(key, count, Buffer.concat(waiting), true)
}

/** Passes encrypted bytes on, plain. `sealed` is past the first line. */
export async function* unseal(sealed: ByteReader, secret: string): AsyncGenerator<Buffer> {
  const key = deriveKey(secret, await sealed.take(SALT_BYTES))
  for (let count = 0; ; count += 1) {
    const head = (await sealed.take(4)).readUInt32BE()
    const isLast = head >= LAST
    const length = isLast ? head - LAST : head
    if (length > FRAME_BYTES) throw damaged()
    const frame = await sealed.take(length + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, makeNonce(count, isLast))
    decipher.setAuthTag(frame.subarray(length))
    const plain = decipher.update(frame.subarray(0, length))
    try {
      decipher.final()
    } catch {
      throw count === 0 ? new BackupError(m.backupKeyWrong()) : damaged()
    }
    yield plain
    if (!isLast) continue
    if (!(await sealed.isAtEnd())) throw damaged()
    return
  }
}

function sealFrame(key: Buffer, count: number, plain: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, makeNonce(count, isLast))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(isLast ? plain.length + LAST : plain.length)
  const text = cipher.update(plain)
  cipher.final()
  return Buffer.concat([head, text, cipher.getAuthTag()])
}

function makeNonce(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0)
  nonce.writeUInt32BE(count, 8)
  return nonce
}

const deriveKey = (secret: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, 'landfall backup', 32))
