import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectStorage } from '#server/storage/storage'

describe('storage on disk', () => {
  let parent: string
  let folder: string

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'landfall-storage-'))
    folder = join(parent, 'files')
  })
  afterEach(() => rmSync(parent, { recursive: true, force: true }))

  it('gives back what it was given', async () => {
    const storage = connectStorage({ folder })
    await storage.put('pictures/abc/96.avif', Buffer.from('first'))
    await storage.put('pictures/abc/96.avif', Buffer.from('second'))
    expect(Buffer.from((await storage.read('pictures/abc/96.avif'))!).toString()).toBe('second')
  })

  it('knows nothing of a file that was never stored, or of one under a file', async () => {
    const storage = connectStorage({ folder })
    expect(await storage.read('pictures/abc/96.avif')).toBeNull()
    await storage.put('notes', Buffer.from('text'))
    expect(await storage.read('notes/more')).toBeNull()
  })

  it('forgets what is removed, with the folder it was alone in, and removes twice without complaint', async () => {
    const storage = connectStorage({ folder })
    await storage.put('pictures/abc/96.avif', Buffer.from('x'))
    await storage.put('pictures/abc/96.webp', Buffer.from('y'))
    await storage.remove('pictures/abc/96.avif')
    expect(await storage.read('pictures/abc/96.webp')).not.toBeNull()
    await storage.remove('pictures/abc/96.webp')
    await storage.remove('pictures/abc/96.webp')
    expect(readdirSync(join(folder, 'pictures'))).toEqual([])
  })

  it('leaves no half-written file behind when writing fails', async () => {
    mkdirSync(join(folder, 'taken'), { recursive: true })
    await expect(connectStorage({ folder }).put('taken', Buffer.from('x'))).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  const outside = [
    '../secret',
    'pictures/../../secret',
    'pictures/..',
    './secret',
    '/etc/passwd',
    'pictures//secret',
    String.raw`..\secret`,
    'pictures/\0',
    'C:secret',
    '.hidden',
    'pictures/.hidden',
    '%2e%2e/secret',
    '',
    'pictures/',
    'a\n',
    'a'.repeat(201),
  ]
  it.each(outside)('refuses the name %j', async (name) => {
    writeFileSync(join(parent, 'secret'), 'untouched')
    const storage = connectStorage({ folder })
    await expect(storage.read(name)).rejects.toThrow('Not a name for a file')
    await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow('Not a name for a file')
    await expect(storage.remove(name)).rejects.toThrow('Not a name for a file')
    expect(existsSync(folder)).toBe(false)
    expect(readdirSync(parent)).toEqual(['secret'])
  })
})
