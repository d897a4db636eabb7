import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { receiveUpload } from '#server/http/upload'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-received-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

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

/** A form in pieces of so many bytes. */
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
      const text = `content-disposition: form-data; name="note"\r\n\r\nHello`
      const received = await receiveUpload(
        form(`${BEGIN}${text}${NEXT}${fileNamed('picture', large)}${END}`, size),
        'picture',
      )
      if (!received.ok) throw new Error(received.error.code)
      expect(readFileSync(received.value.path, 'utf8')).toBe(large)
      await received.value.remove()
      expect(existsSync(received.value.path)).toBe(false)
    }
  })

  it.each([
    ['two files', `${BEGIN}${fileNamed('picture', large)}${NEXT}${fileNamed('other', 'x')}${END}`, 'malformed'],
    [
      'two files of one field',
      `${BEGIN}${fileNamed('picture', large)}${NEXT}${fileNamed('picture', large)}${END}`,
      'malformed',
    ],
    ['a file of another field', `${BEGIN}${fileNamed('other', large)}${END}`, 'no_file'],
    ['a file without an end', `${BEGIN}${fileNamed('picture', large)}`, 'malformed'],
    ['a file that is empty', `${BEGIN}${fileNamed('picture', '')}${END}`, 'no_file'],
  ])('with %s is refused, and leaves no file behind', async (_what, text, code) => {
    for (const size of [64, 1_000, 64 * 1024]) {
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
