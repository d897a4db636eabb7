import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { receiveUpload, removeAbandonedUploads } from '#server/platform/http/upload'
import { folder, useFolder } from '../../../tests/support/folder.ts'

useFolder()
beforeEach(() => void vi.stubEnv('TMPDIR', folder))
afterEach(() => void vi.unstubAllEnvs())

const BEGIN = '--b\r\n'
const NEXT = '\r\n--b\r\n'
const END = '\r\n--b--\r\n'
const fileNamed = (field: string, content: string) =>
  `content-disposition: form-data; name="${field}"; filename="a"\r\n\r\n${content}`
const large = 'x'.repeat(70_000) // More than a stream keeps in memory.

/** A form that arrives in these pieces. */
function post(pieces: AsyncIterable<Uint8Array>): Request {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const body = ReadableStream.from(pieces) as unknown as BodyInit
  return new Request('http://landfall.test/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

/** A form in pieces of `size` bytes. */
const form = (text: string, size = 64 * 1024) =>
  post(
    (async function* () {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )

describe('an upload', () => {
  it('keeps the file of its field until it is removed, and the other fields not at all', async () => {
    for (const size of [1, 1_000, 64 * 1024]) {
      const note = `content-disposition: form-data; name="note"\r\n\r\nHello`
      const text = `${BEGIN}${note}${NEXT}${fileNamed('picture', large)}${END}`
      const received = await receiveUpload(form(text, size), 'picture')
      if (!received.ok) throw new Error(received.error.code)
      expect(readFileSync(received.value.path, 'utf8')).toBe(large)
      await received.value.remove()
      expect(existsSync(received.value.path)).toBe(false)
    }
  })

  it.each([
    ['a path upwards', '../../../etc/passwd'],
    ['text that runs backwards', 'a\u202Egnp.exe'],
    ['a NUL', 'a\0b'],
    ['3,000 letters', 'n'.repeat(3_000)],
  ])('takes nothing of the file’s name: %s', async (_what, name) => {
    const part = `content-disposition: form-data; name="picture"; filename="${name}"\r\n\r\nHello`
    const received = await receiveUpload(form(`${BEGIN}${part}${END}`), 'picture')
    if (!received.ok) throw new Error(received.error.code)
    expect(received.value.path).toMatch(/[/]landfall-upload-[\da-f]{32}$/)
    expect(readdirSync(folder)).toEqual([basename(received.value.path)])
    await received.value.remove()
  })

  it.each([
    ['two files', `${BEGIN}${fileNamed('picture', large)}${NEXT}${fileNamed('other', 'x')}${END}`, 'malformed'],
    [
      'two files of one field',
      `${BEGIN}${fileNamed('picture', large)}${NEXT}${fileNamed('picture', large)}${END}`,
      'malformed',
    ],
    ['a file without an end', `${BEGIN}${fileNamed('picture', large)}`, 'malformed'],
    ['a file that is empty', `${BEGIN}${fileNamed('picture', '')}${END}`, 'no_file'],
  ])('with %s is refused, and leaves no file behind', async (_what, text, code) => {
    for (const size of [64, 64 * 1024]) {
      const received = await receiveUpload(form(text, size), 'picture')
      expect(received).toEqual({ ok: false, error: { code } })
      expect(readdirSync(folder)).toEqual([])
    }
  })

  it.each([
    ['a file behind its end', `--b--${NEXT}${fileNamed('picture', large)}${END}`],
    ['two ends', '--b--\r\n--b--\r\n'],
  ])('with %s, which the parser never finishes, is not kept, and leaves no file behind', async (_what, text) => {
    for (const size of [64, 64 * 1024]) {
      expect((await receiveUpload(form(text, size), 'picture', 20)).ok).toBe(false)
      expect(readdirSync(folder)).toEqual([])
    }
  })

  it('that never ends is refused at the deadline, and leaves no file behind', async () => {
    const endless = (async function* () {
      yield Buffer.from(`${BEGIN}${fileNamed('picture', large)}`)
      await new Promise(() => {})
    })()
    expect(await receiveUpload(post(endless), 'picture', 1)).toEqual({ ok: false, error: { code: 'malformed' } })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the files of uploads that killed products have left', () => {
  const now = new Date('2030-01-07T09:00:00Z')
  const minutesOld = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const leave = (name: string, minutes: number) => {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), minutesOld(minutes), minutesOld(minutes))
  }

  it('are removed when they are an hour old; newer ones, which may be in use, and other files stay', async () => {
    leave('landfall-upload-old', 61)
    leave('landfall-upload-new', 59)
    leave('landfall-data-old', 61)
    mkdirSync(join(folder, 'landfall-upload-folder'))
    utimesSync(join(folder, 'landfall-upload-folder'), minutesOld(61), minutesOld(61))
    symlinkSync(join(folder, 'landfall-data-old'), join(folder, 'landfall-upload-link'))
    await removeAbandonedUploads(now)
    const stay = ['landfall-data-old', 'landfall-upload-folder', 'landfall-upload-link', 'landfall-upload-new']
    expect(readdirSync(folder).toSorted()).toEqual(stay)
    vi.stubEnv('TMPDIR', join(folder, 'nowhere'))
    await expect(removeAbandonedUploads(now), 'a folder that cannot be read').resolves.toBeUndefined()
  })

  it('stay if they belong to another user', async () => {
    leave('landfall-upload-theirs', 61)
    const { getuid } = process
    process.getuid = () => 4_711
    await removeAbandonedUploads(now).finally(() => (process.getuid = getuid!))
    expect(readdirSync(folder)).toEqual(['landfall-upload-theirs'])
  })
})
