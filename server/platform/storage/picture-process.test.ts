import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  openPictureProcess,
  PICTURE_LIMITS,
  type PictureLimits,
  type PictureProcess,
} from '#server/platform/storage/picture-process'
import { jpegOfManyScans, openTestPictures } from '../../../tests/support/pictures/pictures.ts'
import { folder, useFolder } from '../../../tests/support/folder.ts'

useFolder()
let small: Buffer
let large: Buffer
beforeAll(async () => {
  small = await plain(100).png().toBuffer()
  large = await plain(2_000).avif({ effort: 0 }).toBuffer()
})

const opened: PictureProcess[] = []
afterEach(async () => {
  for (const pictures of opened.splice(0)) await pictures.close()
})

function open(limits: Partial<PictureLimits> = {}): PictureProcess {
  const pictures = openTestPictures({ ...PICTURE_LIMITS, ...limits })
  opened.push(pictures)
  return pictures
}

/** A picture process that runs this script instead of ours. */
function openScript(script: string, limits: Partial<PictureLimits> = {}): PictureProcess {
  const file = join(folder, `${opened.length}-${script.length}.mjs`)
  writeFileSync(file, script)
  const pictures = openPictureProcess(pathToFileURL(file), { ...PICTURE_LIMITS, ...limits })
  opened.push(pictures)
  return pictures
}

const REPORTS_PID = `process.on('message', () => {
  process.send({ result: { ok: true, value: [process.pid] }, memory: 0 })
})`

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#a50f62' } })
const TOO_DEMANDING = { ok: false, error: { code: 'too_demanding' } }
const BUSY = { ok: false, error: { code: 'busy' } }

describe('the picture process', () => {
  it('refuses a picture that exceeds the memory limit, and encodes the next one', async () => {
    const pictures = open({ memory: 130e6 })
    expect(await pictures.encode(large)).toEqual(TOO_DEMANDING)
    expect((await pictures.encode(small)).ok).toBe(true)
  })

  it('refuses a JPEG of hundreds of scans when its processor time is over, and encodes the next one', async () => {
    const slow = open({ cpuMs: 400 })
    const scans = jpegOfManyScans(4_000)
    expect(scans.length).toBeLessThan(600_000)
    expect(await slow.encode(scans)).toEqual(TOO_DEMANDING)
    expect(await slow.encodeDocument(small)).toMatchObject({ ok: true })
  })

  it('refuses the picture that never finishes or crashes it, and no other', async () => {
    expect(await openScript(`process.on('message', () => {})`, { deadlineMs: 1 }).encode(small)).toEqual(TOO_DEMANDING)
    const crashing = `
      process.on('message', ({ source }) => {
        if (source[0] === 1) process.abort()
        process.send({ result: { ok: true, value: [] }, memory: 0 })
      })`
    const pictures = openScript(crashing)
    const results = [2, 1, 3, 1, 4].map((byte) => pictures.encode(Uint8Array.of(byte)))
    const made = { ok: true, value: [] }
    expect(await Promise.all(results)).toEqual([made, TOO_DEMANDING, made, TOO_DEMANDING, made])
  })

  it('makes eight files of a picture, from bytes or from a path, and ends when it is idle', async () => {
    const pictures = open({ idleMs: 1 })
    const path = join(folder, 'picture')
    writeFileSync(path, small)
    for (const source of [small, path]) {
      const encoded = await pictures.encode(source)
      expect(encoded.ok && encoded.value).toHaveLength(8)
    }
    const { value } = (await openScript(REPORTS_PID, { idleMs: 1 }).encode(small)) as unknown as { value: [number] }
    await vi.waitFor(() => expect(() => process.kill(value[0], 0)).toThrow('ESRCH'), { timeout: 20_000 })
  })

  it('restarts after a picture that left it with much memory', async () => {
    const pictures = openScript(REPORTS_PID.replace('memory: 0', 'memory: 106e6'))
    expect(await pictures.encode(small)).not.toEqual(await pictures.encode(small))
    const lean = openScript(REPORTS_PID.replace('memory: 0', 'memory: 104e6'))
    expect(await lean.encode(small)).toEqual(await lean.encode(small))
  })

  it('encodes one picture at a time, queues up to the limit, and refuses others as busy', async () => {
    const counting = `let at = 0
      process.on('message', async () => {
        at += 1
        const together = at
        await new Promise((next) => setImmediate(next))
        process.send({ result: { ok: true, value: [together] }, memory: 0 })
        at -= 1
      })`
    const pictures = openScript(counting, { waiting: 2 })
    expect(pictures.isBusy()).toBe(false)
    const results = [1, 2, 3, 4, 5].map(() => pictures.encode(small))
    expect(pictures.isBusy()).toBe(true)
    const alone = { ok: true, value: [1] }
    expect(await Promise.all(results)).toEqual([alone, alone, alone, BUSY, BUSY])
    expect(pictures.isBusy()).toBe(false)
    expect(await pictures.encode(small)).toEqual(alone)
  })

  it('gets none of the product’s settings', async () => {
    process.env['A_SECRET_SETTING'] = 'sk_live_secret'
    const reporting = REPORTS_PID.replace('[process.pid]', 'Object.keys(process.env)')
    const { value } = (await openScript(reporting).encode(small)) as unknown as { value: string[] }
    delete process.env['A_SECRET_SETTING']
    expect(value).not.toContain('A_SECRET_SETTING')
    expect(value).not.toContain('PATH')
  })

  it('rejects if a file cannot be read, which is not the sender’s mistake', async () => {
    await expect(open().encode(join(folder, 'nowhere'))).rejects.toThrow('could not read')
  })

  it('starts again once it can, after a time in which no process could be started', () => {
    const script = `
      import { closeSync, openSync } from 'node:fs'
      import { jpegOfManyScans, openTestPictures } from '${new URL('../../../tests/support/pictures/pictures.ts', import.meta.url)}'
      const pictures = openTestPictures()
      const taken = []
      try { for (;;) taken.push(openSync('/dev/null')) } catch {}
      const first = await pictures.encode(Buffer.from('no picture')).catch((error) => error.message)
      for (const file of taken) closeSync(file)
      console.log(first, JSON.stringify(await pictures.encode(Buffer.from('no picture'))))
      process.exit()`
    const command = 'ulimit -n 100; exec "$0" --conditions=node --input-type=module --eval "$1"' // Few files may be open.
    const output = execFileSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' })
    expect(output).toBe('The picture process could not be started {"ok":false,"error":{"code":"not_a_picture"}}\n')
  })

  it('ends at the product’s shutdown, and refuses waiting pictures as busy', async () => {
    const pictures = openScript(`process.on('message', () => {})`)
    const results = [pictures.encode(small), pictures.encode(small)]
    await pictures.close()
    expect(await Promise.all(results)).toEqual([BUSY, BUSY])
    expect(await pictures.encode(small)).toEqual(BUSY)
  })
})
