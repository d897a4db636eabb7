import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { minutesAfter } from '#domain/time/wall-time'
import { deleteExpiredData } from '#server/privacy/personal-data/retention'
import { findRecord, writeContent } from '#server/mentors/record/content-queries'
import { changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { connectStorage } from '#server/platform/storage/storage'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import {
  mentorEntry,
  mentorsFile,
  oldProfile,
  oldSubmission,
  READ_OPTIONS,
} from '../../../tests/support/mentors/exports.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { importDocuments, type FoundPicture } from './import-documents.ts'
import { readMentorsFile } from './mentors-file-form.ts'
import type { ReportLine } from './report.ts'
import { unitsOfExport, unitsOfMentorsFile } from './units.ts'

useProduct()

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-import-'))
  await mkdir(join(folder, 'images'))
  test.app.storage = connectStorage({ folder: join(folder, 'store') })
})
afterEach(() => rmSync(folder, { recursive: true }))

type Options = { publish?: boolean; zone?: string | null; on?: typeof test.app }

/** Imports an export and gives the report's lines by document. */
async function importExport(json: unknown, { zone = null, ...options }: Options = {}) {
  const units = unitsOfExport(json, { ...READ_OPTIONS, now: test.clock.time, zone })
  return importUnits(units, options)
}

async function importMentors(mentors: Record<string, unknown>[], options: Options = {}) {
  const read = readMentorsFile(mentorsFile(...mentors), READ_OPTIONS.bounds)
  if (!read.ok) throw new Error(read.error)
  const topics = new Set((await listTopics(test.db)).map(({ code }) => code))
  return importUnits(unitsOfMentorsFile(read.value, topics, { ...READ_OPTIONS, now: test.clock.time }), options)
}

async function importUnits(units: ReturnType<typeof unitsOfExport>, { publish = false, on = test.app }: Options) {
  const lines: ReportLine[] = []
  await importDocuments(on, units, { publish, findPicture, report: (line) => lines.push(line) })
  return lines
}

/** Pictures by the last part of their paths, as `scripts/operator/picture-folder.ts` finds them. */
async function findPicture(path: string): Promise<FoundPicture> {
  const file = join(folder, 'images', path.split('/').at(-1)!)
  try {
    return { file, hash: createHash('sha256').update(readFileSync(file)).digest('hex') }
  } catch {
    return { why: `picture ${path}: it is not there` }
  }
}

async function addImage(name: string, background = '#a50f62') {
  const bytes = await sharp({ create: { width: 120, height: 120, channels: 3, background } })
    .png()
    .toBuffer()
  writeFileSync(join(folder, 'images', name), bytes)
}

const outcomes = (lines: ReportLine[]) => lines.map(({ where, outcome }) => `${outcome} ${where}`)
const EXPORT = {
  mentors_section: { s1: oldSubmission() },
  mentors: { u1: oldProfile() },
  Cohorts: { c1: { cohortTitle: 'First' } },
  Bookings: { b1: { mentorName: 'Farai Moyo', userName: 'Bo', sessionTitle: 'Rooms', time: '14:30' } },
  Feedback: { f1: { userName: 'Bo', mentorName: 'Farai Moyo', message: 'Good' } },
  Completions: { x1: { anything: ['goes'] } },
}

/** Every row of the tables that an import writes, and every stored file. */
async function everything() {
  const { db } = test
  const [mentors, sessions, moves] = [
    await db.selectFrom('mentors').selectAll().orderBy('id').execute(),
    await db.selectFrom('sessionTypes').selectAll().orderBy('id').execute(),
    await db.selectFrom('moves').selectAll().orderBy('mentorId').orderBy('position').execute(),
  ]
  const documents = await db.selectFrom('importedDocuments').selectAll().orderBy('collection').orderBy('id').execute()
  const imported = await db.selectFrom('importedMentors').selectAll().orderBy('mentorId').execute()
  const unnamed = await db.selectFrom('unnamedPictures').selectAll().execute()
  const audit = await db.selectFrom('auditLog').select(['id', 'action']).orderBy('id').execute()
  return { mentors, sessions, moves, documents, imported, unnamed, audit, files: storedPictures() }
}

function storedPictures(): string[] {
  try {
    return readdirSync(join(folder, 'store', 'pictures')).toSorted()
  } catch {
    return []
  }
}

const onlyMentor = () => test.db.selectFrom('mentors').selectAll().executeTakeFirstOrThrow()

describe('an export', () => {
  it('gives one hidden record of submission and profile, and keeps everything else as it was', async () => {
    const lines = await importExport(EXPORT)
    expect(outcomes(lines)).toEqual([
      'taken mentors_section/s1',
      'taken mentors/u1',
      'kept Cohorts/c1',
      'kept Bookings/b1',
      'kept Feedback/f1',
      'kept Completions/x1',
    ])
    expect(lines[0]!.notes).toEqual([
      'one record of mentors_section/s1 and mentors/u1: createdBy is this user',
      'time zone Europe/London, by the location',
      'languages without a known code are kept as written: Twents',
      'picture mentors/1690-farai.png: it is not there',
      'hidden until claimed',
      'its owner must add: moves',
    ])
    const mentor = await onlyMentor()
    expect(mentor).toMatchObject({
      slug: 'farai-moyo',
      status: 'paused',
      pausedBy: 'admin',
      statusReason: 'code:unclaimed',
      accountId: null,
      createdBy: 'u1',
      createdAt: new Date('2024-02-03T10:00:00Z'),
      statusSince: test.clock.time,
      phone: '07700 900000',
      hoursPerWeek: 6,
    })
    const { documents, imported, audit } = await everything()
    expect(documents.map(({ collection, id, mentorId, fields }) => [collection, id, mentorId, fields])).toEqual(
      expect.arrayContaining([
        ['mentors_section', 's1', mentor.id, oldSubmission()],
        ['mentors', 'u1', mentor.id, oldProfile()],
        ['Feedback', 'f1', null, EXPORT.Feedback.f1],
      ]),
    )
    expect(imported).toMatchObject([{ mentorId: mentor.id, statusBefore: 'accepted', email: 'farai@example.com' }])
    expect(audit.map(({ action }) => action)).toEqual(['mentor.imported'])
    expect(lines[0]!.mentorId).toBe(mentor.id)
  })

  it('changes nothing when it is imported again, also with its fields in another order', async () => {
    await addImage('1690-farai.png')
    await importExport(EXPORT)
    const before = await everything()
    expect(before.files).toHaveLength(1)
    test.clock.forward(60)
    const turned = Object.fromEntries(Object.entries(oldSubmission()).toReversed())
    const lines = await importExport({ ...EXPORT, mentors_section: { s1: turned } })
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    expect(await everything()).toEqual(before)
  })

  it('publishes what was accepted if the operator says so, at once or later, and undoes no decision', async () => {
    const json = {
      mentors_section: {
        s1: oldSubmission(),
        s2: oldSubmission({ createdBy: 'u2', status: 'pending' }),
        s3: oldSubmission({ createdBy: 'u9', price: 'lots' }),
      },
    }
    const statuses = async () =>
      (await test.db.selectFrom('mentors').select('status').orderBy('slug').execute()).map(({ status }) => status)
    const hidden = await importExport(json)
    expect(outcomes(hidden)).toEqual([
      'taken mentors_section/s1',
      'taken mentors_section/s2',
      'refused mentors_section/s3',
    ])
    expect(await statuses()).toEqual(['paused', 'paused'])
    const [line] = await importExport(json, { publish: true })
    expect(line).toMatchObject({ outcome: 'updated', notes: expect.arrayContaining(['public now']) })
    expect(await statuses()).toEqual(['accepted', 'paused'])
    await importExport(json)
    expect(await statuses()).toEqual(['accepted', 'paused'])
    await changeStatusAsAdmin(test.app, await signUpAdmin(test), line!.mentorId!, 'suspend', 'Not theirs')
    await importExport(json, { publish: true })
    expect(await statuses()).toEqual(['suspended', 'paused'])
    const again = { mentors_section: { s4: oldSubmission({ createdBy: 'u4' }) } }
    expect((await importExport(again, { publish: true }))[0]!.notes).toContain('public')
  })

  it('gives people of one name different addresses', async () => {
    await addMentor(test, { slug: 'farai-moyo' })
    await test.db
      .insertInto('previousSlugs')
      .values({ slug: 'farai-moyo-2', mentorId: (await onlyMentor()).id })
      .execute()
    await importExport({ mentors_section: { s1: oldSubmission() } })
    const slugs = await test.db.selectFrom('mentors').select('slug').orderBy('slug').execute()
    expect(slugs).toEqual([{ slug: 'farai-moyo' }, { slug: 'farai-moyo-3' }])
  })
})

describe('a newer version of a document', () => {
  const newer = { ...EXPORT, mentors_section: { s1: oldSubmission({ role: 'Architect', price: 60 }) } }

  it('changes a record that was not edited since; its sessions keep their ids and its picture its file', async () => {
    await addImage('1690-farai.png')
    await importExport(EXPORT)
    const sessions = () => test.db.selectFrom('sessionTypes').select(['id', 'title']).orderBy('title').execute()
    const [before, pictures] = [await sessions(), storedPictures()]
    const [line] = await importExport(newer)
    expect(line).toMatchObject({
      outcome: 'updated',
      notes: expect.arrayContaining(['changed: role, price, sessions']),
    })
    expect(await onlyMentor()).toMatchObject({ role: 'Architect', pricePence: 6000, portrait: pictures[0] })
    expect(await sessions()).toEqual(before)
    expect(storedPictures()).toEqual(pictures)
    expect((await importExport(newer))[0]!.outcome).toBe('unchanged')
  })

  it('is refused once the record was edited here, and says in what', async () => {
    await importExport(EXPORT)
    const { id } = await onlyMentor()
    const record = await findRecord(test.db, { id })
    await writeContent(test.db, id, { ...record!.content, about: 'Other words' }, 'en')
    const before = await everything()
    const lines = await importExport(newer)
    expect(lines.slice(0, 2)).toMatchObject([
      { outcome: 'refused', notes: expect.arrayContaining(['It was edited here since: about']) },
      { outcome: 'refused' },
    ])
    expect(await everything()).toEqual(before)
  })

  it('is refused once its owner has claimed the record, or it was deleted', async () => {
    await importExport(EXPORT)
    const { session } = await signUp(test)
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).execute()
    const [line] = await importExport(newer)
    expect(line!.notes).toContain('Its owner has claimed the record since, and changes it here')
    expect((await onlyMentor()).role).toBe('Civil Engineer')
    await test.db.deleteFrom('mentors').execute()
    expect((await importExport(newer))[0]!.notes).toContain('The record made of it was deleted since')
    expect(await test.db.selectFrom('mentors').select('id').execute()).toEqual([])
  })

  it('joins a profile that comes later to the record of its submission, and replaces what is only kept', async () => {
    await importExport({ mentors_section: EXPORT.mentors_section, Feedback: { f1: { message: 'Worse' } } })
    const lines = await importExport(EXPORT)
    const updated = outcomes(lines).filter((line) => line.startsWith('updated'))
    expect(updated).toEqual(['updated mentors_section/s1', 'updated mentors/u1', 'updated Feedback/f1'])
    expect(await onlyMentor()).toMatchObject({ phone: '07700 900000' })
    const kept = test.db.selectFrom('importedDocuments').select('fields').where('id', '=', 'f1')
    expect(await kept.execute()).toEqual([{ fields: EXPORT.Feedback.f1 }])
  })

  it('never makes one record of two', async () => {
    const apart = { mentors_section: { s1: oldSubmission({ createdBy: 'u7' }) }, mentors: EXPORT.mentors }
    await importExport(apart, { zone: 'Europe/London' })
    const lines = await importExport(EXPORT, { zone: 'Europe/London' })
    expect(lines[0]).toMatchObject({ outcome: 'refused' })
    expect(await test.db.selectFrom('mentors').select('id').execute()).toHaveLength(2)
  })
})

it('a mentors.json gives whole records with moves on the chart, accepted by the operator', async () => {
  await addImage('elif.png')
  const [line] = await importMentors([mentorEntry({ portrait: 'faces/elif.png', topics: ['first-job-abroad'] })])
  expect(line).toMatchObject({ where: 'mentors.json/elif', outcome: 'taken' })
  expect(line!.notes).not.toContainEqual(expect.stringContaining('must add'))
  const record = await findRecord(test.db, { id: line!.mentorId! })
  expect(record).toMatchObject({
    status: 'paused',
    content: { topics: ['first-job-abroad'], moves: [{ toCity: 'Berlin' }], portrait: storedPictures()[0] },
  })
  const [move] = await test.db.selectFrom('moves').selectAll().execute()
  expect(move).toMatchObject({ lookedUp: true, toLatitude: expect.closeTo(52.5, 0) })
})

describe('a picture', () => {
  it('that is none is left out, and the rest is taken', async () => {
    writeFileSync(join(folder, 'images', '1690-farai.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const [line] = await importExport(EXPORT)
    expect(line).toMatchObject({
      outcome: 'taken',
      notes: expect.arrayContaining(['The picture cannot be used: it is no JPEG, PNG, WebP or AVIF, or a broken one']),
    })
    expect([(await onlyMentor()).portrait, storedPictures()]).toEqual([null, []])
  })

  it('that comes later is added, and another one replaces it and its files', async () => {
    await importExport(EXPORT)
    await addImage('1690-farai.png')
    expect((await importExport(EXPORT))[0]).toMatchObject({ outcome: 'updated' })
    const first = (await onlyMentor()).portrait
    expect(storedPictures()).toEqual([first])
    expect(await test.db.selectFrom('unnamedPictures').selectAll().execute()).toEqual([])
    await addImage('1690-farai.png', '#0f62a5')
    await importExport(EXPORT)
    await test.runJobs()
    const { portrait } = await onlyMentor()
    expect(portrait).not.toBe(first)
    expect(storedPictures()).toEqual([portrait])
  })
})

describe('an import that fails in the middle', () => {
  it('leaves no half of a record, no document and no file', async () => {
    await addImage('1690-farai.png')
    const none = await everything()
    for (const table of ['session_types', 'audit_log']) {
      await withFailing(table, async () => {
        await expect(importExport(EXPORT)).rejects.toThrow('broken on purpose')
      })
      expect(await everything(), table).toEqual(none)
    }
    expect(outcomes(await importExport(EXPORT)).slice(0, 1)).toEqual(['taken mentors_section/s1'])
  })

  it('leaves no file of a picture that the store could not take', async () => {
    await addImage('1690-farai.png')
    let left = 5
    const { storage } = test.app
    const failing: typeof storage = {
      ...storage,
      async put(path, bytes) {
        left -= 1
        if (left === 0) throw new Error('The disk is full')
        await storage.put(path, bytes)
      },
    }
    await expect(importExport(EXPORT, { on: { ...test.app, storage: failing } })).rejects.toThrow('The disk is full')
    expect([storedPictures(), await test.db.selectFrom('mentors').select('id').execute()]).toEqual([[], []])
    expect(await test.db.selectFrom('unnamedPictures').selectAll().execute()).toEqual([])
  })

  it('killed after storing a picture leaves its key, by which the files are removed an hour later', async () => {
    await addImage('1690-farai.png')
    const never = new Promise<never>(() => {})
    const { storage } = test.app
    let files = 0
    const stored = Promise.withResolvers<void>()
    const dying: typeof storage = {
      ...storage,
      async put(path, bytes) {
        await storage.put(path, bytes)
        files += 1
        if (files < 8) return
        stored.resolve()
        await never // As if the process were gone.
      },
    }
    void importExport(EXPORT, { on: { ...test.app, storage: dying } })
    await stored.promise
    const [noted] = await test.db.selectFrom('unnamedPictures').selectAll().execute()
    expect(storedPictures()).toEqual([noted!.key])
    await deleteExpiredData(test.app)
    await test.runJobs()
    expect(storedPictures()).toEqual([noted!.key])
    test.clock.forward(61)
    await deleteExpiredData(test.app)
    await test.runJobs()
    expect([storedPictures(), await test.db.selectFrom('unnamedPictures').selectAll().execute()]).toEqual([[], []])
  })

  it('at once with another one makes each record once', async () => {
    await addImage('1690-farai.png')
    const both = await Promise.all([importExport(EXPORT), importExport(EXPORT)])
    expect(both.flatMap(outcomes).filter((line) => line === 'taken mentors_section/s1')).toHaveLength(1)
    expect(await test.db.selectFrom('mentors').select('id').execute()).toHaveLength(1)
    expect(storedPictures()).toEqual([(await onlyMentor()).portrait])
  })
})

it('documents lose their fields after two years, and are still known', async () => {
  await importExport(EXPORT)
  test.clock.time = minutesAfter(test.clock.time, 729 * 1_440)
  await deleteExpiredData(test.app)
  const withFields = () =>
    test.db.selectFrom('importedDocuments').select('id').where('fields', 'is not', null).execute()
  expect(await withFields()).toHaveLength(6)
  test.clock.forward(2 * 1_440)
  await deleteExpiredData(test.app)
  expect(await withFields()).toEqual([])
  const lines = await importExport(EXPORT)
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
})

/** Lets every insert into a table fail while `work` runs. */
async function withFailing(table: string, work: () => Promise<void>): Promise<void> {
  await sql`create function fail_on_purpose() returns trigger language plpgsql as
    $$ begin raise exception 'broken on purpose'; end $$`.execute(test.db)
  await sql`create trigger fails before insert on ${sql.table(table)}
    for each row execute function fail_on_purpose()`.execute(test.db)
  try {
    await work()
  } finally {
    await sql`drop function fail_on_purpose cascade`.execute(test.db)
  }
}
