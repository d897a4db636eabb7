import { describe, expect, it } from 'vitest'
import { updateImportedMentor } from '#server/mentors/import/import-queries'
import { submitApplication } from '#server/mentors/application/submit'
import { findRecord } from '#server/mentors/record/content-queries'
import { changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import { listSubmissions } from '#server/mentors/review/submissions-queries'
import { mailsTo, signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addApplicant, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { applicationRequest } from '../../../tests/support/mentors/content.ts'
import { addImported, addWholeImported } from '../../../tests/support/mentors/imported.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { claimRecord, readClaimLink } from './claim.ts'
import { makeClaimLink, readClaimable } from './claim-links.ts'

useProduct()

const FOURTEEN_DAYS = 14 * 1_440
const LINK_OVER = { ok: false, error: { code: 'link_over' } }

const admin = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
const owner = (email = 'farai@example.com') => signUp(test, { name: 'Farai Moyo', email })

async function tokenFor(mentorId: string, by?: Awaited<ReturnType<typeof admin>>) {
  const made = await makeClaimLink(test.app, by ?? (await admin()), mentorId, null)
  if (!made.ok || made.value.token === null) throw new Error('No link was made')
  return made.value.token
}

const actions = async (mentorId: string) =>
  (await test.db.selectFrom('auditLog').select('action').where('subjectId', '=', mentorId).orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('a claim link', () => {
  it('is stored as a hash only, and says whose record it opens without using it up', async () => {
    const mentorId = await addImported(test)
    const token = await tokenFor(mentorId)
    const links = await test.db.selectFrom('claimLinks').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    const shown = { name: 'Farai Moyo', role: 'Civil Engineer', location: 'Leeds, United Kingdom' }
    expect(await readClaimLink(test.app, token)).toEqual(shown)
    expect(await readClaimLink(test.app, token)).toEqual(shown)
    expect(await actions(mentorId)).toEqual(['mentor.imported', 'mentor.claim_link_made'])
  })

  it('can be emailed, in which case the token is in that email alone, until a newer one has ended it', async () => {
    const mentorId = await addImported(test)
    const by = await admin()
    const email = () => makeClaimLink(test.app, by, mentorId, 'farai@example.com')
    expect(await email()).toMatchObject({ ok: true, value: { token: null } })
    const [mail] = await mailsTo(test, 'farai@example.com')
    expect(mail!.subject).toBe('Your mentor page at Landfall')
    const first = /\/claim\?token=([\w-]+)/.exec(mail!.text)![1]!
    expect(await readClaimLink(test.app, first)).toMatchObject({ name: 'Farai Moyo' })
    await email()
    const newest = await tokenFor(mentorId, by)
    expect(await mailsTo(test, 'farai@example.com')).toHaveLength(1) // The second link ended before it was sent.
    expect(await claimRecord(test.app, await owner(), first)).toEqual(LINK_OVER)
    expect(await readClaimLink(test.app, newest)).not.toBeNull()
  })

  it('works for fourteen days', async () => {
    const mentorId = await addImported(test)
    const token = await tokenFor(mentorId)
    const by = await owner()
    test.clock.forward(FOURTEEN_DAYS - 1)
    expect(await readClaimLink(test.app, token)).not.toBeNull()
    test.clock.forward(1)
    expect(await readClaimLink(test.app, token)).toBeNull()
    expect(await claimRecord(test.app, by, token)).toEqual(LINK_OVER)
    expect((await findRecord(test.db, { id: mentorId }))!.accountId).toBeNull()
  })

  it('is made for imported records without an owner only', async () => {
    const by = await admin()
    const { mentorId } = await addApplicant(test)
    expect(await makeClaimLink(test.app, by, mentorId, null)).toEqual({ ok: false, error: { code: 'not_imported' } })
    const missing = '00000000-0000-4000-8000-000000000000'
    expect(await makeClaimLink(test.app, by, missing, null)).toEqual({ ok: false, error: { code: 'not_found' } })
    const imported = await addImported(test)
    expect(await readClaimable(test.app, imported)).toEqual({
      ok: true,
      value: { name: 'Farai Moyo', email: 'farai@example.com', open: null },
    })
    await claimRecord(test.app, await owner(), await tokenFor(imported, by))
    expect(await makeClaimLink(test.app, by, imported, null)).toEqual({ ok: false, error: { code: 'claimed' } })
    expect(await readClaimable(test.app, imported)).toEqual({ ok: false, error: { code: 'claimed' } })
  })
})

describe('a claim', () => {
  it('gives the record to the account once, and asks for what it lacks, which leads to a public page', async () => {
    const mentorId = await addImported(test)
    const by = await owner()
    const june = await admin()
    const token = await tokenFor(mentorId, june)
    const claimed = await claimRecord(test.app, by, token)
    expect(claimed).toEqual({ ok: true, value: { mentorId, status: 'changes_requested', slug: 'farai-moyo' } })
    expect(await claimRecord(test.app, await owner('other@example.com'), token)).toEqual(LINK_OVER)
    expect(await findRecord(test.db, { account: by.session.accountId })).toMatchObject({
      id: mentorId,
      status: 'changes_requested',
      statusReason: '',
      pausedBy: null,
      createdBy: 'u1',
    })
    expect(await listSubmissions(test.db, mentorId)).toMatchObject([
      { decision: 'changes_requested', decidedBy: null, requests: { moves: 'code:missing_moves' } },
    ])
    const [mail] = await mailsTo(test, 'farai@example.com')
    expect(mail!.text).toContain('Add the move that you made')
    expect(await actions(mentorId)).toEqual(['mentor.imported', 'mentor.claim_link_made', 'mentor.claimed'])
    expect(await submitApplication(test.app, by, applicationRequest())).toMatchObject({ ok: true, value: { mentorId } })
    expect(await decideWaiting(test, june, mentorId, {})).toMatchObject({ ok: true })
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject({ status: 'accepted' })
  })

  it('of a whole record makes it public if it was accepted, sends it to review or leaves it suspended', async () => {
    const june = await admin()
    const claim = async (mentorId: string, email: string) =>
      claimRecord(test.app, await owner(email), await tokenFor(mentorId, june))
    const accepted = await claim(await addWholeImported(test), 'farai@example.com')
    expect(accepted).toMatchObject({ ok: true, value: { status: 'accepted', slug: 'elif-demir' } })
    const [mail] = await mailsTo(test, 'farai@example.com')
    expect(mail!.text).toContain('/mentors/elif-demir')

    await test.db.deleteFrom('importedDocuments').execute() // So that it is imported once more.
    const pending = await addWholeImported(test)
    const { content } = (await findRecord(test.db, { id: pending }))!
    const before = { content, statusBefore: 'pending', email: null, pictureHash: null } as const
    await updateImportedMentor(test.db, pending, before)
    expect(await claim(pending, 'b@example.com')).toMatchObject({ ok: true, value: { status: 'pending' } })
    expect(await decideWaiting(test, june, pending, {})).toMatchObject({ ok: true })

    await test.db.deleteFrom('importedDocuments').execute()
    const suspended = await addWholeImported(test)
    await changeStatusAsAdmin(test.app, june, suspended, 'suspend', 'Under investigation')
    expect(await claim(suspended, 'c@example.com')).toMatchObject({ ok: true, value: { status: 'suspended' } })
  })

  it('by two people at once gives the record to one of them', async () => {
    const mentorId = await addImported(test)
    const token = await tokenFor(mentorId)
    const people = [await owner('a@example.com'), await owner('b@example.com'), await owner('c@example.com')]
    const claims = await Promise.all(people.map((by) => claimRecord(test.app, by, token)))
    expect(claims.map(({ ok }) => ok).toSorted()).toEqual([false, false, true])
    const winner = people[claims.findIndex(({ ok }) => ok)]!
    expect((await findRecord(test.db, { id: mentorId }))!.accountId).toBe(winner.session.accountId)
    expect((await actions(mentorId)).filter((action) => action === 'mentor.claimed')).toHaveLength(1)
  })

  it('of two records by one person at once gives them one', async () => {
    const june = await admin()
    const tokens = [await tokenFor(await addImported(test), june), await tokenFor(await addWholeImported(test), june)]
    const by = await owner()
    const claims = await Promise.all(tokens.map((token) => claimRecord(test.app, by, token)))
    expect(claims.map((claim) => (claim.ok ? 'claimed' : claim.error.code)).toSorted()).toEqual([
      'claimed',
      'has_record',
    ])
  })

  it('is refused to an account that has a record, and the link still works for another', async () => {
    const mentorId = await addImported(test)
    const { by } = await addApplicant(test)
    const token = await tokenFor(mentorId)
    expect(await claimRecord(test.app, by, token)).toEqual({ ok: false, error: { code: 'has_record' } })
    expect(await claimRecord(test.app, await owner(), token)).toMatchObject({ ok: true })
  })

  it('by a token that is none is refused', async () => {
    await tokenFor(await addImported(test))
    const by = await owner()
    for (const token of ['', 'x', 'a'.repeat(32), '\0', '%00']) {
      expect(await readClaimLink(test.app, token)).toBeNull()
      expect(await claimRecord(test.app, by, token)).toEqual(LINK_OVER)
    }
  })
})
