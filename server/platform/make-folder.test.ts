import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from '#server/platform/make-folder'

const place = mkdtempSync(join(tmpdir(), 'landfall-folders-'))
afterAll(() => rmSync(place, { recursive: true }))

describe('a folder', () => {
  it('is made with those above it, by several at once, and may be there already', async () => {
    const folder = join(place, 'a/b/c')
    await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(place, 'a/b/d'))])
    await makeFolder(folder)
    expect([folder, join(place, 'a/b/d')].map((each) => existsSync(each))).toEqual([true, true])
  })

  it('is refused in the place of a file, below one, and where the file system takes none', async () => {
    writeFileSync(join(place, 'file'), '')
    await expect(makeFolder(join(place, 'file'))).rejects.toThrow('EEXIST')
    await expect(makeFolder(join(place, 'file/below'))).rejects.toThrow('ENOTDIR')
    await expect(makeFolder('/proc/landfall/data')).rejects.toThrow()
  })
})
