import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBucket, type Bucket } from '#server/platform/storage/bucket'
import {
  claimStorage,
  connectStorage,
  findMissingFiles,
  findOthersClaim,
  tryStorage,
} from '#server/platform/storage/storage'
import { StorageUnavailable, type Storage } from '#server/platform/storage/store'
import { startBucket, startBucketThatFills } from '../../../tests/support/pictures/bucket.ts'
import { folder as parent, useFolder } from '../../../tests/support/folder.ts'

useFolder()
let folder: string
let service: Awaited<ReturnType<typeof startBucket>>

beforeAll(async () => {
  service = await startBucket()
})
afterAll(() => service.close())
beforeEach(() => {
  folder = join(parent, 'files')
})

const outside = [
  '../secret',
  '/etc/passwd',
  String.raw`..\secret`,
  'pictures/\0',
  'C:secret',
  '.hidden',
  '',
  'pictures/',
  'a'.repeat(201),
]

/** As of a folder that another user owns. */
const refusesToList = () => {
  throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
}

describe.each<[string, () => Storage]>([
  ['in a folder on disk', () => connectStorage({ folder })],
  ['in a bucket of an S3 service', () => connectStorage({ bucket: service.bucket })],
])('storage %s', (_, connect) => {
  const textIn = async (storage: Storage, path: string) => {
    const bytes = await storage.read(path)
    return bytes && Buffer.from(bytes).toString()
  }

  it('is tried by a file that is gone afterwards', async () => {
    const names: string[] = []
    const storage = connect()
    const noting = {
      ...storage,
      put: (name: string, bytes: Uint8Array) => (names.push(name), storage.put(name, bytes)),
    }
    expect(await tryStorage(noting)).toBeNull()
    expect(await storage.read(names[0]!)).toBeNull()
    expect(await tryStorage({ ...storage, read: async () => null })).toMatch(/does not come back/)
  })

  it('belongs to the mode that used it first', async () => {
    const storage = connect()
    expect([await claimStorage(storage, 'live'), await claimStorage(storage, 'live')]).toEqual([null, null])
    expect(await claimStorage(storage, 'rehearsal')).toMatch(/^it has the files of a live site/)
    await storage.remove('installation/mode')
    expect(await claimStorage(storage, 'rehearsal')).toBeNull()
    await storage.put('installation/mode', Buffer.from('live\n')) // As a person may write it.
    expect(await findOthersClaim(storage, 'live')).toBeNull()
    await storage.remove('installation/mode')
  })

  it('cannot be that of a database with pictures while it has no file at all', async () => {
    const storage = connect()
    expect(await findMissingFiles(storage)).toMatch(/^it is empty, and the database names pictures/)
    for (const file of ['installation/mode', 'pictures/abc/96.avif']) {
      await storage.put(file, Buffer.from('live'))
      expect(await findMissingFiles(storage), file).toBeNull()
      await storage.remove(file)
    }
    const unreadable = { ...storage, list: refusesToList }
    expect(await findMissingFiles(unreadable)).toBeNull()
  })

  it('keeps all bytes of what was last written under a name, and empty files', async () => {
    const storage = connect()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * 7919) % 256)
    for (const written of [Buffer.from('first'), bytes]) await storage.put('pictures/abc/96.avif', written)
    expect(Buffer.compare((await storage.read('pictures/abc/96.avif'))!, bytes)).toBe(0)
    await storage.put('notes', new Uint8Array())
    expect(await textIn(storage, 'notes')).toBe('')
    for (const absent of ['pictures/never/96.avif', 'notes/more']) expect(await storage.read(absent)).toBeNull()
  })

  it('lists the names of all files, or of those below a folder', async () => {
    const storage = connect()
    const names = async (below?: string) => (await Array.fromAsync(storage.list(below))).toSorted()
    for (const name of await names()) await storage.remove(name)
    expect(await names()).toEqual([])
    for (const name of ['list/abc/96.avif', 'list/abc/96.webp', 'list/notes', 'other'])
      await storage.put(name, Buffer.from(''))
    expect(await names()).toEqual(['list/abc/96.avif', 'list/abc/96.webp', 'list/notes', 'other'])
    expect(await names('list/abc/')).toEqual(['list/abc/96.avif', 'list/abc/96.webp'])
    expect(await names('absent/')).toEqual([])
  })

  it('removes one file only, and removes it twice without an error', async () => {
    const storage = connect()
    await storage.put('pictures/abc/96.avif', Buffer.from('x'))
    await storage.put('pictures/abc/96.webp', Buffer.from('y'))
    await storage.remove('pictures/abc/96.avif')
    expect(await storage.read('pictures/abc/96.avif')).toBeNull()
    expect(await textIn(storage, 'pictures/abc/96.webp')).toBe('y')
    await storage.remove('pictures/abc/96.webp')
    await storage.remove('pictures/abc/96.webp')
    expect(await storage.read('pictures/abc/96.webp')).toBeNull()
  })

  it.each(outside)('refuses the name %j', async (name) => {
    writeFileSync(join(parent, 'secret'), 'untouched')
    const storage = connect()
    for (const use of [storage.read, storage.remove, () => storage.put(name, Buffer.from('x'))])
      await expect(use(name)).rejects.toThrow('Not a name for a file')
    expect(existsSync(folder)).toBe(false)
    expect(readdirSync(parent)).toEqual(['secret'])
  })
})

describe('a folder', () => {
  it('that is a disk of its own does not list what is the disk’s', async () => {
    mkdirSync(join(folder, 'lost+found'), { recursive: true })
    writeFileSync(join(folder, 'lost+found/96.avif'), 'x')
    const storage = connectStorage({ folder })
    expect(await findMissingFiles(storage)).toMatch(/^it is empty/)
    await storage.put('pictures/abc/96.avif', Buffer.from('x'))
    expect(await Array.fromAsync(storage.list())).toEqual(['pictures/abc/96.avif'])
    await storage.remove('pictures/abc/96.avif')
    expect(readdirSync(join(folder, 'pictures')), 'no empty folder').toEqual([])
  })

  it('is refused in time where the file system calls a folder missing that cannot be made', async () => {
    const storage = connectStorage({ folder: '/proc/landfall/files' })
    expect(await tryStorage(storage)).toMatch(/^it cannot be written, read and removed from/)
  })

  it('leaves no half-written file if writing fails', async () => {
    mkdirSync(join(folder, 'taken'), { recursive: true })
    await expect(connectStorage({ folder }).put('taken', Buffer.from('x'))).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})

describe('a bucket', () => {
  /** A service that answers so. */
  async function serve(listener: RequestListener) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const close = () => {
      server.closeAllConnections()
      server.close()
    }
    return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
  }

  it.each<[what: string, settings: Partial<Bucket>, code: string]>([
    ['does not exist', { name: 'another' }, 'NoSuchBucket'],
    ['does not know the access key', { accessKeyId: 'GUESSED' }, 'InvalidAccessKeyId'],
    ['cannot be reached', { endpoint: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
  ])('that %s throws for each use, and says why when it is tried', async (_what, settings, code) => {
    const storage = connectStorage({ bucket: { ...service.bucket, ...settings } })
    const file = 'pictures/abc/96.avif'
    for (const use of [storage.read, storage.remove, () => storage.put(file, Buffer.from('x'))])
      await expect(use(file)).rejects.toMatchObject({ code })
    expect(await tryStorage(storage)).toBe(`it cannot be written, read and removed from (${code})`)
  })

  it('does not list what others have put into it', async () => {
    const storage = connectStorage({ bucket: service.bucket })
    await storage.put('theirs/ours', Buffer.from('x'))
    await openBucket(service.bucket).put('theirs/Notes of mine.txt', Buffer.from('x'))
    expect(await Array.fromAsync(storage.list('theirs/'))).toEqual(['theirs/ours'])
    await openBucket(service.bucket).remove('theirs/Notes of mine.txt')
  })

  it('throws if a response breaks off in the middle and the connection stays', async () => {
    const { endpoint, close } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
    })
    const reading = openBucket({ ...service.bucket, endpoint }, 300).read('pictures/abc/96.avif')
    await expect(reading).rejects.toThrow('inactivity')
    close()
  })

  it('throws if it is full, keeps what it has, and goes on reading it', async () => {
    const filling = await startBucketThatFills()
    const storage = connectStorage({ bucket: filling.bucket })
    await storage.put('pictures/abc/96.avif', Buffer.from('before'))
    filling.fill()
    const failure = await storage.put('pictures/abc/96.avif', Buffer.from('after')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StorageUnavailable)
    expect(failure).toMatchObject({ code: 'XMinioStorageFull' })
    expect(Buffer.from((await storage.read('pictures/abc/96.avif'))!).toString()).toBe('before')
    await filling.close()
  })

  it('gets only the bytes, signed, without Amazon’s checksums', async () => {
    const requested: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
    const { endpoint, close } = await serve(async (request, response) => {
      requested.push({ url: request.url, headers: request.headers, body: await text(request) })
      response.end()
    })
    await connectStorage({ bucket: { ...service.bucket, endpoint } }).put('notes', Buffer.from('as it is'))
    close()
    expect(requested).toHaveLength(1)
    const { url, headers, body } = requested[0]!
    expect([url?.split('?')[0], body]).toEqual(['/landfall/notes', 'as it is'])
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\//)
    expect(Object.keys(headers).filter((name) => /checksum|trailer/.test(name))).toEqual([])
    expect(headers['content-encoding']).toBeUndefined()
  })
})
