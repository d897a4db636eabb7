/** What admins change of the topics: for every process, and never one over the other. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everybody } from '#domain/search/criteria'
import type { App } from '#server/context'
import { createDirectory } from '#server/search/engine/directory'
import { pageVersion } from '#server/search/page-version-queries'
import { catchUp, currentDirectory, findMentors } from '#server/search/sync'
import { submitApplication } from '#server/mentors/application/submit'
import { findRecord } from '#server/mentors/record/content-queries'
import { changeTopics, type TopicChange } from '#server/mentors/topics/topics'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { readMentorList } from '../../../app/views/mentors/mentor-list.ts'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addApplicant } from '../../../tests/support/mentors/applicants.ts'
import { applicationRequest } from '../../../tests/support/mentors/content.ts'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

type Admin = Awaited<ReturnType<typeof signUpAdmin>>
let june: Admin
let first: Awaited<ReturnType<typeof listRows>>

/** Topics come with the schema, so that a test leaves them to the next. */
const listRows = () => test.db.selectFrom('topics').selectAll().execute()
async function restoreTopics() {
  await test.db.deleteFrom('mentorTopics').execute()
  await test.db.deleteFrom('topics').execute()
  await test.db.insertInto('topics').values(first).execute()
}

beforeAll(async () => {
  first = await listRows()
})
afterAll(restoreTopics)
beforeEach(async () => {
  await restoreTopics()
  june = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
})

const change = (version: number, requested: TopicChange, by = june) => changeTopics(test.app, by, version, requested)
const codes = async (group: string) =>
  (await listTopics(test.db)).filter((topic) => topic.group === group).map(({ code }) => code)
const DONE = { ok: true, value: null }
const refused = (code: string) => ({ ok: false, error: { code } })

/** Another process on the same database. */
const anotherProcess = (): App => ({ ...test.app, directory: createDirectory() })

async function addMentorWith(topic: string) {
  const mentor = await addMentor(test)
  await test.db.insertInto('mentorTopics').values({ mentorId: mentor.id, topic }).execute()
  return mentor
}

/** The filter of expertise as the list shows it, by group. */
async function shown(): Promise<unknown> {
  const list = await readMentorList(test.app, new Request(`${ORIGIN}/mentors`))
  const groups = list.facets.find(({ filter }) => filter === 'topic')?.groups ?? []
  return groups.map(([group, choices]) => [group, ...choices.map(([, label]) => label)])
}

const found = async (text: string, app: App) => (await findMentors(app, { ...everybody, text }, null)).total
const versionIn = async (app: App) => {
  await catchUp(app)
  return pageVersion(app.db)
}

describe('a topic', () => {
  it('that is added stands last in its group and can be chosen', async () => {
    expect(await change(0, { act: 'add', label: 'Moving with a pet', group: 'family' })).toEqual(DONE)
    expect(await codes('Family')).toEqual(['moving-with-children', 'moving-as-a-partner', 'moving-with-a-pet'])
    const by = await signUp(test, { email: 'elif@example.com' })
    const sent = await submitApplication(test.app, by, applicationRequest({ topics: 'moving-with-a-pet' }))
    if (!sent.ok) throw new Error(JSON.stringify(sent.error))
    expect((await findRecord(test.db, { id: sent.value.mentorId }))!.content.topics).toEqual(['moving-with-a-pet'])
  })

  it('that is renamed is shown, found and filtered by its new name in every process, which is recorded', async () => {
    await addMentorWith('work-visa')
    const other = anotherProcess()
    expect(await found('permit', other)).toBe(1)
    const before = await versionIn(other)
    expect(await change(0, { act: 'rename', code: 'work-visa', label: 'Sponsorship', group: 'Papers' })).toEqual(DONE)
    expect(await found('sponsorship', other)).toBe(1)
    expect(await found('permit', other)).toBe(0)
    expect(await versionIn(other)).toBeGreaterThan(before)
    expect(await shown()).toEqual([['Papers', 'Sponsorship']])
    await change(1, { act: 'retire', code: 'work-visa' })
    await change(2, { act: 'add', label: 'Taxes', group: 'Money' })
    const events = test.db.selectFrom('auditLog').selectAll().where('subject', '=', 'settings').orderBy('id')
    expect(await events.execute()).toMatchObject([
      {
        action: 'settings.topic_renamed',
        subjectId: 'topics',
        actorId: june.session.accountId,
        before: { code: 'work-visa', label: 'Work visa or permit', group: 'Visas and permits' },
        after: { code: 'work-visa', label: 'Sponsorship', group: 'Papers' },
      },
      { action: 'settings.topic_retired', before: { retired: false }, after: { retired: true } },
      { action: 'settings.topic_added', before: {}, after: { code: 'taxes', label: 'Taxes', group: 'Money' } },
    ])
  })

  it('that is moved is shown there, and makes no listing stale', async () => {
    await addMentorWith('student-visa')
    await addMentorWith('work-visa')
    await addMentorWith('healthcare')
    expect(await shown()).toEqual([
      ['Visas and permits', 'Student visa', 'Work visa or permit'],
      ['Housing and settling in', 'Healthcare and insurance'],
    ])
    const other = anotherProcess()
    const [before, listings] = [await versionIn(other), (await currentDirectory(test.app)).version]
    expect(await change(0, { act: 'move', code: 'work-visa', by: -1 })).toEqual(DONE)
    for (const version of [1, 2, 3, 4])
      expect(await change(version, { act: 'move_group', group: 'Visas and permits', by: 1 })).toEqual(DONE)
    expect(await shown()).toEqual([
      ['Housing and settling in', 'Healthcare and insurance'],
      ['Visas and permits', 'Work visa or permit', 'Student visa'],
    ])
    expect(await versionIn(other)).toBeGreaterThan(before)
    expect((await currentDirectory(test.app)).version).toBe(listings)
  })

  it('that is retired stays with who has it, and no one else can choose it until it is offered again', async () => {
    const { by, mentorId } = await addApplicant(test, { topics: 'scholarships,healthcare' })
    await addMentorWith('scholarships')
    expect(await change(0, { act: 'retire', code: 'scholarships' })).toEqual(DONE)
    const again = applicationRequest({ topics: 'scholarships', about: 'I came with a grant, and stayed with a job.' })
    expect(await submitApplication(test.app, by, again)).toMatchObject({ ok: true })
    expect((await findRecord(test.db, { id: mentorId }))!.content.topics).toEqual(['scholarships'])
    expect(await shown()).toEqual([['Scholarships and money', 'Scholarships']])
    const omar = await signUp(test, { email: 'omar@example.com' })
    const choose = () => submitApplication(test.app, omar, applicationRequest({ topics: 'scholarships' }))
    expect(await choose()).toMatchObject({ error: { code: 'invalid', fields: { topics: expect.any(String) } } })
    expect(await change(1, { act: 'restore', code: 'scholarships' })).toEqual(DONE)
    expect(await choose()).toMatchObject({ ok: true })
  })
})

describe('changeTopics', () => {
  it('is done once of two admins at the same moment, and never over a change that was not seen', async () => {
    const omar = await signUpAdmin(test, { name: 'Omar Aziz', email: 'omar@example.com' })
    const both = await Promise.all([
      change(0, { act: 'rename', code: 'healthcare', label: 'Doctors', group: 'Health' }),
      change(0, { act: 'rename', code: 'healthcare', label: 'Hospitals', group: 'Health' }, omar),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter(({ ok }) => !ok)).toEqual([refused('changed')])
    expect(await change(0, { act: 'retire', code: 'student-visa' })).toEqual(refused('changed'))
    expect((await listTopics(test.db)).filter(({ retired }) => retired)).toEqual([])
    expect(await change(1, { act: 'retire', code: 'student-visa' })).toEqual(DONE)
  })

  it('writes nothing where it is refused', async () => {
    const before = await listTopics(test.db)
    const same = { label: 'Scholarships', group: 'Scholarships and money' }
    const known = { label: 'healthcare AND insurance', group: 'Family' }
    const fields = { label: 'taken' }
    expect(await change(0, { act: 'add', ...known })).toEqual({ ok: false, error: { code: 'invalid', fields } })
    for (const impossible of [
      { act: 'rename', code: 'scholarships', ...same },
      { act: 'restore', code: 'scholarships' },
      { act: 'retire', code: 'unknown' },
      { act: 'move', code: 'student-visa', by: -1 },
    ] as const)
      expect(await change(0, impossible)).toEqual(refused('not_possible'))
    expect(await listTopics(test.db)).toEqual(before)
    expect(await test.db.selectFrom('siteSettings').selectAll().execute()).toEqual([])
  })
})
