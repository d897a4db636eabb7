import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '#domain/result'
import { connectStorage } from '#server/platform/storage/storage'
import type { Upload } from '#server/platform/http/upload'
import { signUp } from '../../tests/support/accounts/accounts.ts'
import { encodeEachOnce } from '../../tests/support/pictures/pictures.ts'
import { openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import { removeOwnPicture, saveDetails, savePicture } from './details.ts'

let test: TestApp
let folder: string
let uploads: string
beforeAll(async () => {
  test = await openTestApp()
  folder = mkdtempSync(join(tmpdir(), 'landfall-pictures-'))
  uploads = mkdtempSync(join(tmpdir(), 'landfall-uploads-'))
  test.app.storage = connectStorage({ folder })
  test.app.pictures = encodeEachOnce(test.app.pictures)
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await test.reset()
})
afterAll(async () => {
  await test.close()
  for (const each of [folder, uploads]) rmSync(each, { recursive: true, force: true })
})

const DETAILS = { name: 'Ada King', timeZone: 'Asia/Kolkata', destination: 'GB' }

const readAccount = () => test.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
const readDeeds = (action: string) =>
  test.db.selectFrom('auditLog').selectAll().where('action', '=', action).orderBy('id').execute()

describe('the details of an account', () => {
  it('are saved, and what changed is recorded', async () => {
    const { session, client } = await signUp(test)
    expect(await saveDetails(test.app, session, DETAILS, { ...client, address: '203.0.113.7' })).toEqual({
      ok: true,
      value: null,
    })
    expect(await readAccount()).toMatchObject({ name: 'Ada King', timeZone: 'Asia/Kolkata', destination: 'GB' })
    const [first] = await readDeeds('account.details_changed')
    expect(first).toMatchObject({
      actorId: session.accountId,
      subjectId: session.accountId,
      before: { name: 'Ada Lovelace', time_zone: null, destination: null },
      after: { name: 'Ada King', time_zone: 'Asia/Kolkata', destination: 'GB' },
    })
    expect(first!.address).toContain('203.0.113.7')

    test.clock.forward(1)
    await saveDetails(test.app, session, { ...DETAILS, destination: null }, client)
    const [, second] = await readDeeds('account.details_changed')
    expect(second).toMatchObject({ before: { destination: 'GB' }, after: { destination: null } })
    expect(Object.keys(second!.after as object)).toEqual(['destination'])
    await saveDetails(test.app, session, { ...DETAILS, destination: null }, client)
    expect(await readDeeds('account.details_changed')).toHaveLength(2) // Nothing changed.
  })

  it('accept only countries that exist', async () => {
    const { session, client } = await signUp(test)
    expect(await saveDetails(test.app, session, { ...DETAILS, destination: 'QQ' }, client)).toEqual({
      ok: false,
      error: { code: 'unknown_country' },
    })
    expect((await readAccount()).name).toBe('Ada Lovelace')
  })
})

describe('the picture of an account', () => {
  const draw = (side: number, background = '#a50f62') =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer()
  /** An upload that has come, as `receiveUpload` gives it. */
  const makeUpload = (bytes: Uint8Array): Upload => {
    const path = join(uploads, randomUUID())
    writeFileSync(path, bytes)
    return { path, remove: async () => rmSync(path) }
  }
  const sending = (bytes: Uint8Array) => async () => ok(makeUpload(bytes))
  const files = () => readdirSync(folder, { recursive: true }).map(String)

  it('replaces the earlier one, whose files are removed', async () => {
    const { session, client } = await signUp(test)
    expect(await savePicture(test.app, session, sending(await draw(200)), client)).toEqual({ ok: true, value: null })
    const first = (await readAccount()).picture
    await savePicture(test.app, session, sending(await draw(200, '#14212b')), client)
    const second = (await readAccount()).picture
    expect(second).not.toBe(first)
    await test.runJobs()
    expect(await test.app.storage.read(`pictures/${first}/96.webp`)).toBeNull()
    expect(await test.app.storage.read(`pictures/${second}/96.webp`)).not.toBeNull()
    expect(await readDeeds('account.picture_changed')).toMatchObject([
      { before: { picture: null }, after: { picture: first } },
      { before: { picture: first }, after: { picture: second } },
    ])
    await removeOwnPicture(test.app, session, client)
    expect((await readAccount()).picture).toBeNull()
    await test.runJobs()
    expect(await test.app.storage.read(`pictures/${second}/96.webp`)).toBeNull()
  })

  it('stays if the files of the earlier one cannot be removed, which is tried again later', async () => {
    const { session, client } = await signUp(test)
    await savePicture(test.app, session, sending(await draw(200)), client)
    const { picture: first } = await readAccount()
    const { storage } = test.app
    const remove = () => Promise.reject(new Error('The store does not respond'))
    test.app.storage = { ...storage, remove }
    const saved = await savePicture(test.app, session, sending(await draw(200)), client).finally(() => {
      test.app.storage = storage
    })
    expect(saved).toEqual({ ok: true, value: null })
    const { picture: second } = await readAccount()
    expect(second).not.toBe(first)
    await test.runJobs({ ...test.app, storage: { ...storage, remove } })
    expect(await storage.read(`pictures/${first}/96.webp`)).not.toBeNull()
    await test.hastenRetries()
    await test.runJobs()
    expect(await storage.read(`pictures/${first}/96.webp`)).toBeNull()
    for (const width of [96, 192, 384, 768])
      expect(await storage.read(`pictures/${second}/${width}.avif`)).not.toBeNull()
  })

  it('keeps its files if the database is lost, which may have saved it, and not after other errors', async () => {
    const { session, client } = await signUp(test)
    const { queue } = test.app
    for (const [code, left] of [
      ['08006', 8],
      ['23505', 0],
    ] as const) {
      await savePicture(test.app, session, sending(await draw(200)), client)
      test.app.queue = () => Promise.reject(Object.assign(new Error('It failed'), { code }))
      const before = files().filter((name) => /\.(avif|webp)$/.test(name)).length
      await expect(savePicture(test.app, session, sending(await draw(200)), client)).rejects.toThrow('It failed')
      expect(files().filter((name) => /\.(avif|webp)$/.test(name)).length - before).toBe(left)
      test.app.queue = queue
    }
  })

  it('is uploaded once at a time: others of the same account are not read', async () => {
    const { session, client } = await signUp(test)
    const arrived = Promise.withResolvers<Upload>()
    let read = 0
    const receive = () => {
      read += 1
      return arrived.promise.then(ok)
    }
    const first = savePicture(test.app, session, receive, client)
    for (const again of [1, 2]) {
      const refused = await savePicture(test.app, session, receive, client)
      expect(refused, `try ${again}`).toEqual({ ok: false, error: { code: 'already_uploading' } })
    }
    arrived.resolve(makeUpload(await draw(120)))
    expect(await first).toEqual({ ok: true, value: null })
    expect(read).toBe(1)
    const { picture: key } = await readAccount()
    expect(files().filter((name) => name.endsWith('96.webp'))).toEqual([`pictures/${key}/96.webp`])
    expect(await savePicture(test.app, session, sending(await draw(120)), client)).toEqual({ ok: true, value: null })
  })

  it('is neither read nor counted while too many others wait', async () => {
    const { session, client } = await signUp(test)
    const { pictures } = test.app
    test.app.pictures = { ...pictures, isBusy: () => true }
    const receive = () => Promise.reject(new Error('It was read'))
    for (let sent = 0; sent < 30; sent += 1) {
      expect(await savePicture(test.app, session, receive, client)).toEqual({ ok: false, error: { code: 'busy' } })
    }
    test.app.pictures = pictures
    expect(await savePicture(test.app, session, sending(await draw(200)), client)).toEqual({ ok: true, value: null })
  })

  it('changes nothing if it is none, too small, or did not arrive, and leaves no temporary file', async () => {
    const { session, client } = await signUp(test)
    const send = async (bytes: Uint8Array) => {
      const upload = makeUpload(bytes)
      const saved = await savePicture(test.app, session, async () => ok(upload), client)
      expect(existsSync(upload.path)).toBe(false)
      return saved
    }
    expect(await send(Buffer.from('<svg onload="alert(1)"/>'))).toEqual(err({ code: 'not_a_picture' }))
    expect(await send(await draw(20))).toEqual(err({ code: 'too_small' }))
    const broken = async () => err({ code: 'malformed' as const })
    expect(await savePicture(test.app, session, broken, client)).toEqual(err({ code: 'malformed' }))
    const failing = () => Promise.reject(new Error('The disk is full'))
    await expect(savePicture(test.app, session, failing, client)).rejects.toThrow('The disk is full')
    expect((await readAccount()).picture).toBeNull()
    expect(await readDeeds('account.picture_changed')).toEqual([])
    expect(await send(await draw(200))).toEqual(ok(null))
  })

  it('can be changed a limited number of times an hour, since each takes a second of processor time', async () => {
    const { session, client } = await signUp(test)
    for (let sent = 0; sent < 20; sent++) await savePicture(test.app, session, sending(Buffer.from('no')), client)
    expect(await savePicture(test.app, session, sending(await draw(200)), client)).toEqual({
      ok: false,
      error: { code: 'too_many', retryAfter: 3_600 },
    })
    test.clock.forward(60)
    expect(await savePicture(test.app, session, sending(await draw(200)), client)).toEqual({ ok: true, value: null })
  })
})
