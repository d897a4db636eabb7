/** Documents for a check: what is taken, who sees it, and that no file stays without a row and no row without a file. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#domain/result'
import { deleteExpiredData } from '#server/privacy/personal-data/retention'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import { connectStorage } from '#server/platform/storage/storage'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import {
  addAcceptedMentor,
  addApplicant,
  decideWaiting,
  type Applicant,
} from '../../../tests/support/mentors/applicants.ts'
import { hugePng } from '../../../tests/support/pictures/pictures.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { sendDocument } from '../../../app/views/mentors/own-checks.ts'
import { addDocument, openDocument, removeOwnDocument } from './documents.ts'

useProduct()

const uploads = mkdtempSync(join(tmpdir(), 'landfall-uploads-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-documents-'))
  test.app.storage = connectStorage({ folder })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => rmSync(uploads, { recursive: true, force: true }))

const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
const DAY_MINUTES = 24 * 60

const give = (by: Applicant, bytes: string | Uint8Array = PDF) => {
  const path = join(uploads, randomUUID())
  writeFileSync(path, bytes)
  return addDocument(test.app, by, async () => ok({ path, remove: async () => rmSync(path) }))
}
const resultCode = (outcome: { ok: true } | { ok: false; error: { code: string } }) =>
  outcome.ok ? 'done' : outcome.error.code
const rows = () => test.db.selectFrom('mentorDocuments').selectAll().orderBy('addedAt').execute()
const firstId = async () => (await rows())[0]!.id
const files = () => (existsSync(join(folder, 'documents')) ? readdirSync(join(folder, 'documents')) : [])
const opened = () => test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.document_opened').execute()

/** Every file has a row and every row a file. */
async function expectPaired(count: number): Promise<void> {
  const named = (await rows()).map(({ id, format }) => `${id}.${format}`)
  expect(files().toSorted()).toEqual(named.toSorted())
  expect(named).toHaveLength(count)
}

describe('a document', () => {
  it('is kept as it is if it is a PDF, and opened by an admin under its mentor alone, which is recorded', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    expect(await give(by)).toEqual({ ok: true, value: null })
    await expectPaired(1)
    expect(readdirSync(uploads)).toEqual([])
    const [row] = await rows()
    const document = await openDocument(test.app, admin, mentorId, row!.id)
    expect(document).toMatchObject({ format: 'pdf', number: 1 })
    expect(Buffer.from(document!.bytes).toString()).toBe(PDF)
    expect(await opened()).toMatchObject([
      { actorId: admin.session.accountId, subjectId: mentorId, after: { document: row!.id } },
    ])
    const other = await addApplicant(test, {}, 'other@example.com')
    expect(await openDocument(test.app, admin, other.mentorId, row!.id)).toBeNull()
    await removeOwnDocument(test.app, by, row!.id)
    expect(await openDocument(test.app, admin, mentorId, row!.id)).toBeNull()
    expect(await opened()).toHaveLength(1)
  })

  it('that is a picture is encoded anew, whole and without what the camera wrote', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const photo = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#b04020' } })
      .withExif({ IFD0: { Artist: 'Secret Photographer' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(photo.toString('latin1')).toContain('Secret')
    expect(resultCode(await give(by, photo))).toBe('done')
    const [row] = await rows()
    const document = (await openDocument(test.app, admin, mentorId, row!.id))!
    expect(Buffer.from(document.bytes).toString('latin1')).not.toMatch(/Secret|Exif|GPS/)
    expect(await sharp(document.bytes).metadata()).toMatchObject({ format: 'webp', width: 2_000, height: 1_000 })
  })

  it.each([
    ['HTML under another name', '<!doctype html><script>alert(1)</script>', 'not_a_document'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'not_a_document'],
    ['a PDF that breaks off', PDF.slice(0, -8), 'not_a_document'],
    ['a page that begins like something else and goes on as a PDF', `GIF89a${PDF}`, 'not_a_document'],
    ['more than 5 MB', PDF + ' '.repeat(5 * 1024 * 1024) + '%%EOF', 'too_large'],
    ['a picture that would unpack to gigabytes', hugePng(60_000, 60_000), 'too_large'],
    ['a tiny picture', hugePng(40, 40), 'too_small'],
  ])('is refused if it is %s, and nothing stays', async (_what, bytes, code) => {
    const { by } = await addApplicant(test)
    expect(resultCode(await give(by, bytes))).toBe(code)
    await expectPaired(0)
    expect(readdirSync(uploads)).toEqual([])
  })

  it('is one of at most three, also of five sent one after the other or from several browsers at once', async () => {
    const { by } = await addApplicant(test)
    const outcomes = []
    for (let n = 0; n < 4; n++) outcomes.push(resultCode(await give(by)))
    expect(outcomes).toEqual(['done', 'done', 'done', 'enough'])
    await expectPaired(3)
    expect((await Promise.all([give(by), give(by)])).map(resultCode).toSorted()).toEqual([
      'already_uploading',
      'enough',
    ])
  })

  it('is given and removed by its owner, file and row, and by no one else', async () => {
    const { by } = await addApplicant(test)
    const other = await addApplicant(test, {}, 'other@example.com')
    const unknown = await signUp(test, { email: 'unknown@example.com' })
    expect(resultCode(await give(unknown))).toBe('not_now')
    await give(by)
    const id = await firstId()
    expect(await removeOwnDocument(test.app, other.by, id)).toBe(false)
    expect(await removeOwnDocument(test.app, unknown, id)).toBe(false)
    expect(await removeOwnDocument(test.app, by, id)).toBe(true)
    expect(await removeOwnDocument(test.app, by, id)).toBe(false)
    await test.runJobs()
    await expectPaired(0)
    await changeOwnStatus(test.app, by, 'withdraw')
    expect(resultCode(await give(by))).toBe('not_now')
  })
})

describe('when storage fails', () => {
  it('a file that could not be removed is removed later, and its row only then', async () => {
    const { by } = await addApplicant(test)
    await give(by)
    const id = await firstId()
    await removeOwnDocument(test.app, by, id)
    const { storage } = test.app
    await test.runJobs({ ...test.app, storage: { ...storage, remove: () => Promise.reject(new Error('Gone away')) } })
    await expectPaired(1)
    await test.hastenRetries()
    await test.runJobs()
    await expectPaired(0)
  })

  it('what a crash left behind is removed within the hour after', async () => {
    const { by, mentorId } = await addApplicant(test)
    const id = randomUUID()
    await test.app.storage.put(`documents/${id}.pdf`, Buffer.from(PDF))
    await test.db
      .insertInto('mentorDocuments')
      .values({ id, mentorId, format: 'pdf', bytes: 1, addedAt: test.clock.time, storedAt: null, removedAt: null })
      .execute()
    test.clock.forward(59)
    await give(by)
    await deleteExpiredData(test.app)
    await test.runJobs()
    await expectPaired(2)
    test.clock.forward(2)
    await deleteExpiredData(test.app)
    await test.runJobs()
    await expectPaired(1)
  })
})

describe('30 days after the decision', () => {
  const afterDays = async (days: number) => {
    test.clock.forward(days * DAY_MINUTES)
    await deleteExpiredData(test.app)
    await test.runJobs()
  }

  it('the documents are deleted, files and rows, and not before; those that came later stay for 30 days', async () => {
    const { by, mentorId } = await addApplicant(test)
    await give(by)
    await afterDays(60)
    await expectPaired(1) // Nothing is decided yet.
    const admin = await signUpAdmin(test, { email: 'june@example.com' })
    await decideWaiting(test, admin, mentorId, {})
    await afterDays(29)
    await expectPaired(1)
    await afterDays(2)
    await expectPaired(0)
    await give(by)
    await afterDays(29)
    await expectPaired(1)
    await afterDays(2)
    await expectPaired(0)
  })
})

it('a document for which there is no room is refused in a sentence that says to send it again, leaves nothing behind, and the next one is taken', async () => {
  const { by } = await addAcceptedMentor(test)
  writeFileSync(join(folder, 'documents'), 'A file where the folder should be')
  const path = join(uploads, randomUUID())
  writeFileSync(path, PDF)
  const receive = async () => ok({ path, remove: async () => rmSync(path) })
  const { result: answer, status, retryAfter } = await sendDocument({ app: test.app, ...by }, receive)
  expect([status, retryAfter]).toEqual([503, 60])
  expect(answer.fields['document']).toBe('Something went wrong. We couldn’t save the document. Try again later')
  expect(test.faults).toEqual([expect.objectContaining({ name: 'StorageUnavailable' })])
  rmSync(join(folder, 'documents'))
  await test.runJobs()
  await expectPaired(0)
  expect(existsSync(path)).toBe(false)
  expect(resultCode(await give(by))).toBe('done')
})
