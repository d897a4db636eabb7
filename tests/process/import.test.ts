/** `npm run import` as a process: its settings, its lock, its report, and what is left of it when it is killed. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { connect } from '#server/platform/db/connect'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { mentorEntry, mentorsFile, oldProfile, oldSubmission } from '../support/mentors/exports.ts'
import { runImport, importSettings, writeJson } from '../support/product/import.ts'
import { newDataFolder } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'

const seeded = inject('seeded')
const picture = () =>
  sharp({ create: { width: 120, height: 120, channels: 3, background: '#a50f62' } })
    .png()
    .toBuffer()

describe('npm run import', () => {
  it('prints what became of each document, and nothing secret; the second time nothing changes', async () => {
    const database = await createScratchDatabase(seeded.template)
    const folder = newDataFolder()
    const env = { DATABASE_URL: database.url, STORAGE_FOLDER: join(folder, 'store') }
    mkdirSync(join(folder, 'images', 'mentors'), { recursive: true })
    writeFileSync(join(folder, 'images', 'mentors', '1690-farai.png'), await picture())
    const file = writeJson(folder, 'export.json', {
      mentors_section: { s1: oldSubmission({ name: 'Rudo Ncube' }), s2: oldSubmission({ createdBy: 'u2', price: '' }) },
      mentors: { u1: oldProfile() },
      Feedback: { f1: { message: 'Good' } },
    })
    const args = [file, '--images', join(folder, 'images')]
    const first = await runImport(env, args)
    const id = /\/mentor\/([0-9a-f-]{36})/.exec(first.output)?.[1]
    expect(first.code).toBe(0)
    expect(first.output.replaceAll(/\/mentor\/[0-9a-f-]{36}/g, '/mentor/…')).toBe(
      [
        'taken  mentors_section/s1  /mentor/…',
        '  one record of mentors_section/s1 and mentors/u1: createdBy is this user',
        '  time zone Europe/London, by the location',
        '  languages without a known code are kept as written: Twents',
        '  hidden until claimed',
        '  its owner must add: moves',
        'taken  mentors/u1  /mentor/…',
        '  one record of mentors_section/s1 and mentors/u1: createdBy is this user',
        'taken  mentors_section/s2  /mentor/…',
        '  time zone Europe/London, by the location',
        '  languages without a known code are kept as written: Twents',
        '  hidden until claimed',
        '  its owner must add: moves',
        'kept  Feedback/f1',
        '  kept as it was: without a booking it counts for no rating',
        '3 taken, 1 kept.',
        '',
      ].join('\n'),
    )
    const found = await query(
      database.url,
      `select slug, portrait is not null as shown from mentors where id = '${id}'`,
    )
    expect(found).toEqual([{ slug: 'rudo-ncube', shown: true }])
    const again = await runImport(env, args)
    expect(again).toMatchObject({ code: 0, output: expect.stringMatching(/^4 unchanged\.$/m) })
    await database.drop()
  })

  it('exits with 1 if it refused something, and has taken the rest; no picture comes from outside the folder', async () => {
    const database = await createScratchDatabase(seeded.template)
    const folder = newDataFolder()
    const [outside, inside] = [join(folder, 'out.png'), join(folder, 'mentors')]
    mkdirSync(inside)
    writeFileSync(outside, await picture())
    symlinkSync(outside, join(inside, 'link.png'))
    const mentors = [
      mentorEntry({ portrait: '../out.png' }),
      mentorEntry({ id: 'other', portrait: 'link.png' }),
      { id: 'x' },
    ]
    const file = writeJson(inside, 'mentors.json', mentorsFile(...mentors))
    const run = await runImport({ DATABASE_URL: database.url, STORAGE_FOLDER: join(folder, 'store') }, [file])
    expect(run.code).toBe(1)
    expect(run.output).toContain('refused  mentors.json/#3\n')
    expect(run.output).toContain('taken  mentors.json/elif')
    expect(run.output).toContain('picture ../out.png: it is not in')
    expect(run.output).toContain('picture link.png: it is not in')
    expect(run.output).toMatch(/^1 refused, 2 taken\.$/m)
    await database.drop()
  })

  it.each([
    [[], 'Write: npm run import -- export.json'],
    [['/nonexistent.json'], '/nonexistent.json: ENOENT'],
    [['README.md'], 'README.md: Unexpected token'],
    [['package.json', '--zone', 'Mars/Olympus'], '--zone: “Mars/Olympus” is no time zone'],
    [['package.json'], 'There is no data in /nonexistent/pglite'],
  ])('says why %j imports nothing', async (args, said) => {
    const run = await runImport(importSettings('/nonexistent'), args)
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining(`Nothing was imported. ${said}`) })
  })

  it('killed in the middle leaves whole records only, and the next run imports the rest', async () => {
    const count = 400
    const data = copySeededData(seeded.data)
    const people = Array.from({ length: count }, (_, index) => [
      `s${index}`,
      oldSubmission({ name: `Person ${index}`, createdBy: `user${index}`, imageUrl: '' }),
    ])
    const file = writeJson(data, 'export.json', { mentors_section: Object.fromEntries(people) })
    const killed = await runImport(importSettings(data), [file], (output, kill) => {
      if ((output.match(/^taken/gm)?.length ?? 0) >= count / 4) kill()
    })
    expect(killed.signal).toBe('SIGKILL')
    const after = await countImported(data)
    expect(after.records).toBeGreaterThanOrEqual(count / 4)
    expect(after.records).toBeLessThan(count)
    expect(after).toEqual({
      records: after.records,
      documents: after.records,
      known: after.records,
      sessions: 2 * after.records,
      events: after.records,
    })
    const rest = await runImport(importSettings(data), [file])
    expect(rest).toMatchObject({
      code: 0,
      output: expect.stringMatching(new RegExp(`^${after.records} unchanged, ${count - after.records} taken\\.$`, 'm')),
    })
    expect(await countImported(data)).toMatchObject({ records: count, documents: count, sessions: 2 * count })
  })
})

/** Everything that an import of mentors writes, in numbers. */
async function countImported(data: string) {
  const { db } = await connect(importSettings(data).DATABASE_URL)
  try {
    const imported = db.selectFrom('mentors').where('createdBy', 'like', 'user%')
    const ids = (await imported.select('id').execute()).map(({ id }) => id)
    const of = async (rows: Promise<{ mentorId: string | null }[]>) =>
      (await rows).filter(({ mentorId }) => mentorId !== null && ids.includes(mentorId)).length
    return {
      records: ids.length,
      documents: await of(db.selectFrom('importedDocuments').select('mentorId').execute()),
      known: await of(db.selectFrom('importedMentors').select('mentorId').execute()),
      sessions: await of(db.selectFrom('sessionTypes').select('mentorId').execute()),
      events: await of(
        db.selectFrom('auditLog').select('subjectId as mentorId').where('action', '=', 'mentor.imported').execute(),
      ),
    }
  } finally {
    await db.destroy()
  }
}
