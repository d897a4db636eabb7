/** What an admin confirms about a mentor, what the profile says of it, and when that ends. */
import { describe, expect, it } from 'vitest'
import { CHECK_KINDS } from '#domain/mentors/checks'
import { editRecord } from '#server/mentors/record/edit'
import { readMentorView } from '../../../app/views/mentors/mentor-view.ts'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedMentor, type Applicant } from '../../../tests/support/mentors/applicants.ts'
import { proveAddress } from '../../../tests/support/mentors/checks.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { confirmCheck, withdrawCheck } from './confirm.ts'

useProduct()

const note = 'Opened the profile and compared.'
const resultCode = (outcome: { ok: true } | { ok: false; error: { code: string } }) =>
  outcome.ok ? 'done' : outcome.error.code
const readFacts = async (slug: string) =>
  (await readMentorView(test.app, new Request('http://landfall.test/'), { slug, reader: null })).facts
/** What the profile says of checks: all but that it was reviewed. */
const shown = async (slug = 'elif-demir') =>
  (await readFacts(slug)).filter((fact) => !fact.startsWith('Profile reviewed'))
const confirm = (admin: Applicant, mentorId: string, kind: (typeof CHECK_KINDS)[number], said = note) =>
  confirmCheck(test.app, admin, mentorId, { kind, note: said })

describe('a confirmed check', () => {
  it('of an address is shown with its host and the day on which the code was entered', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test) // On 7 January 2030.
    await proveAddress(test, by)
    expect(await shown()).toEqual([]) // Until an admin has seen that the host is that university's.
    test.clock.forward(60 * 24 * 3)
    expect(resultCode(await confirm(admin, mentorId, 'university_address', ''))).toBe('done')
    expect(await shown()).toEqual(['University address confirmed by email, 7 January 2030 (leeds.ac.uk)'])
  })

  it('of LinkedIn is shown with the day on which an admin looked; the others are between the mentor and us', async () => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    for (const kind of ['linkedin', 'right_to_earn', 'portrait'] as const)
      expect(resultCode(await confirm(admin, mentorId, kind))).toBe('done')
    expect(await shown()).toEqual(['LinkedIn profile verified, 7 January 2030'])
  })

  it('is no longer shown once the record says something else, and again when it says the same', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    await proveAddress(test, by)
    await confirm(admin, mentorId, 'university_address', '')
    await confirm(admin, mentorId, 'linkedin')
    await editRecord(test.app, by, (content) => ({ ...content, university: 'University of Oxford' }))
    expect(await shown()).toEqual(['LinkedIn profile verified, 7 January 2030'])
    await editRecord(test.app, by, (content) => ({ ...content, role: 'Surgeon' }))
    expect(await shown()).toEqual([])
    await editRecord(test.app, by, (content) => ({ ...content, university: 'Ankara University' }))
    expect(await shown()).toEqual(['University address confirmed by email, 7 January 2030 (leeds.ac.uk)'])
  })

  it('can be taken back: an address stays proven, and both are recorded', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    await proveAddress(test, by)
    await confirm(admin, mentorId, 'university_address', '')
    await confirm(admin, mentorId, 'linkedin')
    for (const kind of ['university_address', 'linkedin', 'portrait'] as const)
      expect(resultCode(await withdrawCheck(test.app, admin, mentorId, kind))).toBe('done')
    expect(await shown()).toEqual([])
    expect(await test.db.selectFrom('mentorChecks').select(['kind', 'checkedAt', 'checkedBy']).execute()).toEqual([
      { kind: 'university_address', checkedAt: null, checkedBy: null },
    ])
    const log = await test.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'after'])
      .where('action', 'like', 'mentor.check_c%')
      .orderBy('id')
      .execute()
    expect(log.slice(2)).toEqual([
      { action: 'mentor.check_confirmed', actorId: admin.session.accountId, after: { kind: 'university_address' } },
      { action: 'mentor.check_confirmed', actorId: admin.session.accountId, after: { kind: 'linkedin', note } },
    ])
    const taken = await test.db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'mentor.check_taken_back')
      .execute()
    expect(taken).toEqual([{ after: { kind: 'university_address' } }, { after: { kind: 'linkedin' } }])
    expect(resultCode(await confirm(admin, mentorId, 'university_address', ''))).toBe('done')
  })
})

describe('confirming', () => {
  it.each(['university_address', 'work_address'] as const)('a %s needs a code that was entered', async (kind) => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    expect(resultCode(await confirm(admin, mentorId, kind))).toBe('not_proven')
    expect(await test.db.selectFrom('mentorChecks').selectAll().execute()).toEqual([])
  })

  it('an address needs a record that still says what it said when the code was requested', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    await proveAddress(test, by, 'work_address')
    await editRecord(test.app, by, (content) => ({ ...content, company: 'Another Hospital' }))
    expect(resultCode(await confirm(admin, mentorId, 'work_address'))).toBe('not_proven')
  })

  it.each(['linkedin', 'right_to_earn', 'portrait'] as const)('%s needs words about how it was done', async (kind) => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    expect(resultCode(await confirm(admin, mentorId, kind, '  '))).toBe('note_required')
  })

  it.each(CHECK_KINDS)('%s cannot be confirmed by its own mentor', async (kind) => {
    const { by, mentorId } = await addAcceptedMentor(test)
    expect(resultCode(await confirm(by, mentorId, kind))).toBe('own')
    expect(resultCode(await withdrawCheck(test.app, by, mentorId, kind))).toBe('own')
  })

  it('needs a mentor', async () => {
    const missing = '00000000-0000-4000-8000-000000000000'
    const admin = await signUp(test)
    expect(resultCode(await confirm(admin, missing, 'linkedin'))).toBe('not_found')
    expect(resultCode(await withdrawCheck(test.app, admin, missing, 'linkedin'))).toBe('not_found')
  })
})
