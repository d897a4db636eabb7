/** No file without a row, no row without a file, and neither once nothing points at them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MENTOR_STATUSES } from '#domain/mentors/mentor-status'
import { ok } from '#domain/result'
import { proposeCohort } from '#server/cohorts/propose'
import { savePicture } from '#server/accounts/details'
import { isPictureUsed } from '#server/accounts/pictures/pictures-queries'
import { runJob } from '#server/jobs'
import { removeDraftPicture, saveDraftPicture } from '#server/accounts/drafts/form-drafts'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { submitApplication } from '#server/mentors/application/submit'
import { findRecord } from '#server/mentors/record/content-queries'
import { editRecord } from '#server/mentors/record/edit'
import { saveProfilePicture } from '#server/mentors/record/profile-picture'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { connectStorage } from '#server/platform/storage/storage'
import { cohortRequest } from '../../../tests/support/cohorts.ts'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedMentor, addApplicant, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { applicationRequest } from '../../../tests/support/mentors/content.ts'
import { encodeEachOnce } from '../../../tests/support/pictures/pictures.ts'
import { ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

let folder: string
let png: Uint8Array
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-known-pictures-'))
  png = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#a50f62' } })
    .png()
    .toBuffer()
  test.app.pictures = encodeEachOnce(test.app.pictures)
})
beforeEach(() => {
  rmSync(join(folder, 'pictures'), { recursive: true, force: true })
  test.app.storage = connectStorage({ folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DAY_MINUTES = 1_440

const receive = async () => {
  const path = join(folder, randomUUID())
  writeFileSync(path, png)
  return ok({ path, remove: async () => rmSync(path) })
}
/** Keys that have files. */
const kept = () => {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const files = names.filter((name) => /^pictures\/.+\.avif$/.test(name))
  return [...new Set(files.map((name) => name.split('/')[1]!))].toSorted()
}
/** Keys that have rows. */
const rows = async () => {
  const all = await test.db.selectFrom('pictures').select('key').execute()
  return all.map(({ key }) => key).toSorted()
}
async function expectExactly(...keys: (string | null)[]) {
  expect(kept()).toEqual(keys.toSorted())
  expect(await rows()).toEqual(keys.toSorted())
}
async function savedIn(draftOf: Awaited<ReturnType<typeof signUp>>): Promise<string> {
  const saved = await saveDraftPicture(test.app, 'application', draftOf.session, receive)
  if (!saved.ok) throw new Error(saved.error.code)
  return saved.value
}

describe('the picture of an application', () => {
  it('is kept in its draft, and the one before is removed', async () => {
    const by = await signUp(test)
    await savedIn(by)
    const second = await savedIn(by)
    expect((await findFormDraft(test.db, 'application', by.session.accountId))!.picture).toBe(second)
    await test.runJobs()
    await expectExactly(second)
    await removeDraftPicture(test.app, 'application', by.session)
    await test.runJobs()
    await expectExactly()
  })

  it('goes with the application, and is removed when a later one replaces it', async () => {
    const { by } = await addApplicant(test)
    const first = await savedIn(by)
    await submitApplication(test.app, by, applicationRequest())
    await test.runJobs()
    await expectExactly(first)
    const second = await savedIn(by)
    await submitApplication(test.app, by, applicationRequest())
    await test.runJobs()
    await expectExactly(second)
    expect(await test.db.selectFrom('mentors').select('portrait').execute()).toEqual([{ portrait: second }])
  })

  it('that is the account’s stays when the account takes another', async () => {
    const by = await signUp(test)
    await savePicture(test.app, by.session, receive, by.client)
    const [first] = await rows()
    await submitApplication(test.app, by, applicationRequest())
    await savePicture(test.app, by.session, receive, by.client)
    await test.runJobs()
    expect(await rows()).toContain(first)
    expect(kept()).toHaveLength(2)
  })

  it.each([
    ['accepted', 'the new one'],
    ['rejected', 'the old one'],
  ] as const)('in an edit that is %s leaves only %s', async (decision, left) => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const [before, after] = [await savedIn(by), await savedIn(by)]
    await test.db.deleteFrom('mentorDrafts').execute()
    await test.db.updateTable('mentors').set({ portrait: before }).execute()
    await editRecord(test.app, by, (wanted) => ({ ...wanted, portrait: after }))
    await decideWaiting(test, admin, mentorId, { decision, message: 'So be it.' })
    // Both were queued for removal; the one that is shown stays.
    await test.app.storage.put(`pictures/${before}/96.avif`, png)
    await test.db
      .insertInto('pictures')
      .values({ key: before, createdAt: test.clock.time })
      .onConflict((known) => known.doNothing())
      .execute()
    await test.runJobs()
    expect(await rows()).toEqual([left === 'the new one' ? after : before])
  })
})

describe('a picture that nothing points at', () => {
  it('is removed after a day, files and row, and no other', async () => {
    const by = await signUp(test)
    const shown = await savedIn(by)
    const { queue } = test.app
    test.app.queue = () => Promise.reject(Object.assign(new Error('The database is lost'), { code: '08006' }))
    await expect(saveDraftPicture(test.app, 'application', by.session, receive)).rejects.toThrow('lost')
    test.app.queue = queue
    expect(kept()).toHaveLength(2)
    test.clock.forward(DAY_MINUTES)
    await runJob(test.app, 'forget', {})
    expect(kept()).toHaveLength(2)
    test.clock.forward(1)
    await runJob(test.app, 'forget', {})
    await expectExactly(shown)
  })

  it('has a row before its first file, so that half a picture is found as well', async () => {
    const by = await signUp(test)
    const { storage } = test.app
    let files = 0
    const put: typeof storage.put = async (path, bytes) => {
      expect(await rows()).toHaveLength(1)
      if (++files > 3) throw new Error('No space left')
      return storage.put(path, bytes)
    }
    const remove = () => Promise.reject(new Error('The store does not respond'))
    test.app.storage = { ...storage, put, remove }
    await expect(saveDraftPicture(test.app, 'application', by.session, receive)).rejects.toThrow()
    expect(files).toBe(4)
    test.app.storage = storage
    test.clock.forward(DAY_MINUTES + 1)
    await runJob(test.app, 'forget', {})
    await expectExactly()
  })

  it('is none that an account, a mentor, a cohort, a draft or a submission that waits names', async () => {
    const { by } = await addApplicant(test)
    await proposeCohort(test.app, by, cohortRequest({ price: '0' }), null)
    const { accountId } = by.session
    const draft = { accountId, fields: '{}', savedAt: test.clock.time }
    const content = JSON.stringify({ portrait: 'submission' })
    await test.db.updateTable('accounts').set({ picture: 'account' }).where('id', '=', accountId).execute()
    await test.db.updateTable('mentors').set({ portrait: 'mentor' }).execute()
    await test.db.updateTable('mentorSubmissions').set({ content }).execute()
    await test.db.updateTable('cohorts').set({ picture: 'cohort' }).execute()
    await test.db
      .insertInto('mentorDrafts')
      .values({ ...draft, portrait: 'mentor draft' })
      .execute()
    await test.db
      .insertInto('cohortDrafts')
      .values({ ...draft, picture: 'cohort draft' })
      .execute()
    for (const key of ['account', 'mentor', 'submission', 'cohort', 'mentor draft', 'cohort draft'])
      expect(await isPictureUsed(test.db, key), key).toBe(true)
    const decided = { decision: 'withdrawn', decidedAt: test.clock.time } as const
    await test.db.updateTable('mentorSubmissions').set(decided).execute()
    for (const key of ['submission', 'another']) expect(await isPictureUsed(test.db, key), key).toBe(false)
  })
})

describe('the picture of a profile', () => {
  it('is part of the application’s draft before the mentor is public', async () => {
    const by = await signUp(test)
    expect(await saveProfilePicture(test.app, by, receive)).toEqual(ok('draft'))
    const draft = await findFormDraft(test.db, 'application', by.session.accountId)
    await expectExactly(draft!.picture)
  })

  it('of a public mentor waits for review, and one that it replaces there is removed', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    expect(await saveProfilePicture(test.app, by, receive)).toEqual(ok('review'))
    const first = (await findWaiting(test.db, mentorId))!.content.portrait
    expect((await findRecord(test.db, { id: mentorId }))!.content.portrait).toBeNull()
    expect(await saveProfilePicture(test.app, by, receive)).toEqual(ok('review'))
    const second = (await findWaiting(test.db, mentorId))!.content.portrait
    expect(second).not.toBe(first)
    await test.runJobs()
    await expectExactly(second)
    await decideWaiting(test, admin, mentorId, {})
    await test.runJobs()
    expect((await findRecord(test.db, { id: mentorId }))!.content.portrait).toBe(second)
    await expectExactly(second)
  })
})

/** What the address of a picture answers, and whether shared caches may keep that. */
async function shown(key: string, cookie = ''): Promise<string> {
  const answer = await test.site.request(`${ORIGIN}/pictures/${key}/96.webp`, { headers: { cookie } })
  return answer.status === 200 ? answer.headers.get('cache-control')!.split(',')[0]! : String(answer.status)
}

describe('the address of a picture', () => {
  it('of a mentor is everyone’s while they are accepted or paused, and otherwise theirs and the admins’', async () => {
    const owner = await signUp(test)
    const other = await signUp(test, { email: 'other@example.com' })
    const admin = await signUpAdmin(test, { email: 'june@example.com' })
    const key = await savedIn(owner)
    await submitApplication(test.app, owner, applicationRequest())
    for (const status of MENTOR_STATUSES) {
      await test.db.updateTable('mentors').set({ status }).execute()
      const isPublic = status === 'accepted' || status === 'paused'
      const [others, own] = isPublic ? ['public', 'public'] : ['404', 'private']
      expect([await shown(key), await shown(key, other.cookies)], status).toEqual([others, others])
      expect([await shown(key, owner.cookies), await shown(key, admin.cookies)], status).toEqual([own, own])
    }
  })

  it('of an account, a draft and an edit that waits is its owner’s and the admins’', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const other = await signUp(test, { email: 'other@example.com' })
    await savePicture(test.app, by.session, receive, by.client)
    const [picture] = await rows()
    await saveProfilePicture(test.app, by, receive)
    const { content } = (await findWaiting(test.db, mentorId))!
    const drafted = await savedIn(other)
    for (const key of [picture!, content.portrait!]) {
      expect([await shown(key), await shown(key, other.cookies)]).toEqual(['404', '404'])
      expect([await shown(key, by.cookies), await shown(key, admin.cookies)]).toEqual(['private', 'private'])
    }
    expect([await shown(drafted), await shown(drafted, by.cookies)]).toEqual(['404', '404'])
    expect([await shown(drafted, other.cookies), await shown(drafted, admin.cookies)]).toEqual(['private', 'private'])
  })

  it('of a cohort is everyone’s once it is accepted, until its proposer’s account is suspended', async () => {
    const { by } = await addAcceptedMentor(test)
    const key = await savedIn(by)
    await test.db.deleteFrom('mentorDrafts').execute()
    await proposeCohort(test.app, by, cohortRequest({ price: '0' }), null)
    await test.db.updateTable('cohorts').set({ picture: key }).execute()
    expect([await shown(key), await shown(key, by.cookies)]).toEqual(['404', 'private'])
    await test.db.updateTable('cohorts').set({ status: 'accepted' }).execute()
    expect(await shown(key)).toBe('public')
    await test.db.updateTable('accounts').set({ suspendedAt: test.clock.time }).execute()
    expect(await shown(key)).toBe('404')
  })
})
