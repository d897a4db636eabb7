import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBackupFile, readBackupFile } from '#server/platform/backup/backup-file'
import { TAR_END, tarEntry, type Entry } from '#server/platform/backup/tar'
import { folder, useFolder } from '../../../tests/support/folder.ts'

const KEY = 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='
const WORDS = 'grace@example.com books a session with Ada. '
const ENTRIES: Entry[] = [
  { name: 'backup.json', bytes: Buffer.from('{}') },
  { name: 'tables/public.bookings/000001.rows', bytes: Buffer.from(WORDS.repeat(5_000)) },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: `files/${'long/'.repeat(20)}${'n'.repeat(90)}`, bytes: Buffer.from('far below') },
  { name: 'files/pictures/1/96.avif', bytes: randomBytes(2_500_000) },
]

useFolder()
let path: string
beforeEach(() => {
  path = join(folder, 'one.backup')
})

async function write(key: string | null): Promise<Buffer> {
  const file = createBackupFile(path, key)
  for (const entry of ENTRIES) await file.add(entry)
  await file.close()
  return readFileSync(path)
}

async function read(key: string | null): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readBackupFile(path, key)) entries.push(entry)
  return entries
}

describe.each([
  ['encrypted', KEY],
  ['without a key', null],
])('the file of a backup, %s', (_, key) => {
  it('is refused wherever it is cut off, or one bit of it is wrong', async () => {
    const whole = await write(key)
    expect(await read(key), 'whole').toEqual(ENTRIES)
    for (const share of [0, 0.0001, 0.1, 0.41, 0.42, 0.99999]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(read(key), `the first ${share}`).rejects.toThrow(/damaged|no backup/)
    }
    writeFileSync(path, whole.subarray(0, -1))
    await expect(read(key)).rejects.toThrow('damaged')
    for (const share of [0.00005, 0.01, 0.3, 0.6, 0.9, 0.9999]) {
      const damaged = Buffer.from(whole)
      damaged[Math.floor(whole.length * share)]! ^= 0x10
      writeFileSync(path, damaged)
      await expect(read(key), `at ${share}`).rejects.toThrow(/damaged|no backup/)
    }
  })

  it('is its owner’s alone, and is there only once it is complete: nothing is left of one that is given up', async () => {
    const [file, given] = [createBackupFile(path, key), createBackupFile(join(folder, 'two.backup'), key)]
    for (const entry of ENTRIES) await file.add(entry)
    await given.add(ENTRIES[1]!)
    await given.abandon()
    expect(existsSync(path)).toBe(false)
    await file.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['one.backup'])
  })
})

describe('an encrypted backup', () => {
  it('shows nothing of what is in it, and has other bytes each time', async () => {
    const sealed = await write(KEY)
    for (const word of ['grace', 'bookings', 'backup.json', 'ustar']) expect(sealed.includes(word), word).toBe(false)
    rmSync(path)
    expect((await write(KEY)).equals(sealed)).toBe(false)
  })

  it('is opened by its own key only, and asks for it', async () => {
    await write(KEY)
    await expect(read(`${KEY}1`)).rejects.toThrow('BACKUP_KEY is not the one it was made with')
    await expect(read(null)).rejects.toThrow('It is encrypted. Set BACKUP_KEY')
  })

  it('is refused when frames change places or something follows the last', async () => {
    const whole = await write(KEY)
    const head = 18 + 32
    const frame = 4 + 1_048_576 + 16
    const swapped = Buffer.concat([
      whole.subarray(0, head),
      whole.subarray(head + frame, head + 2 * frame),
      whole.subarray(head, head + frame),
      whole.subarray(head + 2 * frame),
    ])
    writeFileSync(path, swapped)
    await expect(read(KEY)).rejects.toThrow('damaged')
    writeFileSync(path, Buffer.concat([whole, whole.subarray(head)]))
    await expect(read(KEY)).rejects.toThrow('damaged')
  })
})

it('a backup of the documented format is read, so that older ones stay readable', async () => {
  const archive = zstdCompressSync(Buffer.concat([...tarEntry(ENTRIES[1]!), TAR_END]))
  const salt = randomBytes(32)
  const key = Buffer.from(hkdfSync('sha256', KEY, salt, 'landfall backup', 32))
  const frames = [archive.subarray(0, 100), archive.subarray(100, 100), archive.subarray(100)].map((text, at) => {
    const last = at === 2 ? 1 : 0
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.from([last, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, at]))
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
    return Buffer.concat([Buffer.from([last * 128, 0, 0, text.length]), encrypted, cipher.getAuthTag()])
  })
  writeFileSync(path, Buffer.concat([Buffer.from('landfall backup 1\n'), salt, ...frames]))
  expect(await read(KEY)).toEqual([ENTRIES[1]])
})

it.each([
  ['100 characters', 'n'.repeat(100)],
  ['the longest that the format has', `${'f'.repeat(155)}/${'n'.repeat(100)}`],
])('a name of %s is kept', async (_, name) => {
  const entry = { name, bytes: Buffer.from('1') }
  const file = createBackupFile(path, null)
  await file.add(entry)
  await file.close()
  expect(await read(null)).toEqual([entry])
})

it.each([
  ['a part of 101 characters', `f/${'n'.repeat(101)}`],
  ['folders of 156 characters', `${'f'.repeat(156)}/${'n'.repeat(100)}`],
])('a name with %s is refused, rather than cut off', (_, name) => {
  expect(() => tarEntry({ name, bytes: Buffer.alloc(0) })).toThrow('The name of a file is too long')
})

describe('a backup without a key', () => {
  it('is an archive that tar unpacks', async () => {
    await write(null)
    const plain = createZstdDecompress()
    plain.end(readFileSync(path))
    const archive = join(folder, 'one.tar')
    writeFileSync(archive, Buffer.concat(await plain.toArray()))
    execFileSync('tar', ['-xf', archive, '-C', folder])
    for (const { name, bytes } of ENTRIES) expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(true)
  })
})

it.each([
  ['of text', Buffer.from('select 1; '.repeat(100))],
  ['of another program that compresses by zstd', Buffer.from('28b52ffd0458090000680a', 'hex')],
])('a file %s is no backup', async (_, bytes) => {
  writeFileSync(path, bytes)
  await expect(read(KEY)).rejects.toThrow(/no backup|damaged/)
})
