/** What an admin confirms about a mentor, what the profile says of it, and when that ends. */
import { describe, expect, it } from 'vitest'
import { CHECK_KINDS } from '#domain/mentors/checks'
import { editRecord } from '#server/mentors/record/edit'
import { readMentorView } from '../../../app/views/mentors/mentor-view.ts'
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
  it('is shown with the day on which it was done, if it is for visitors, until the record says something else', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test) // On 7 January 2030.
    await proveAddress(test, by)
    expect(await shown()).toEqual([]) // Until an admin has seen that the host is that university's.
    test.clock.forward(60 * 24 * 3)
    expect(resultCode(await confirm(admin, mentorId, 'university_address', ''))).toBe('done')
    const address = 'University address confirmed by email, 7 January 2030 (leeds.ac.uk)'
    expect(await shown()).toEqual([address])
    for (const kind of ['linkedin', 'right_to_earn', 'portrait'] as const)
      expect(resultCode(await confirm(admin, mentorId, kind))).toBe('done')
    const linkedin = 'LinkedIn profile verified, 10 January 2030'
    expect((await shown()).toSorted()).toEqual([linkedin, address])
    const edit = (changes: object) => editRecord(test.app, by, (content) => ({ ...content, ...changes }))
    await edit({ university: 'University of Oxford' })
    expect(await shown()).toEqual([linkedin])
    await edit({ role: 'Surgeon' })
    expect(await shown()).toEqual([])
    await edit({ university: 'Ankara University' })
    expect(await shown()).toEqual([address])
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
    const log = test.db.selectFrom('auditLog').select(['action', 'actorId', 'after']).orderBy('id')
    const { accountId: actorId } = admin.session
    expect((await log.execute()).slice(-4)).toEqual([
      { action: 'mentor.check_confirmed', actorId, after: { kind: 'university_address' } },
      { action: 'mentor.check_confirmed', actorId, after: { kind: 'linkedin', note } },
      { action: 'mentor.check_taken_back', actorId, after: { kind: 'university_address' } },
      { action: 'mentor.check_taken_back', actorId, after: { kind: 'linkedin' } },
    ])
    expect(resultCode(await confirm(admin, mentorId, 'university_address', ''))).toBe('done')
  })
})

describe('confirming', () => {
  it('an address needs a code that was entered, for a record that still says the same', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    for (const kind of ['university_address', 'work_address'] as const)
      expect(resultCode(await confirm(admin, mentorId, kind))).toBe('not_proven')
    await proveAddress(test, by, 'work_address')
    await editRecord(test.app, by, (content) => ({ ...content, company: 'Another Hospital' }))
    expect(resultCode(await confirm(admin, mentorId, 'work_address'))).toBe('not_proven')
  })

  it('anything else needs words about how it was done', async () => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    for (const kind of ['linkedin', 'right_to_earn', 'portrait'] as const)
      expect(resultCode(await confirm(admin, mentorId, kind, '  '))).toBe('note_required')
    expect(await test.db.selectFrom('mentorChecks').selectAll().execute()).toEqual([])
  })

  it('is not for the mentor whom it is about, and needs a mentor', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const kind of CHECK_KINDS) {
      expect(resultCode(await confirm(by, mentorId, kind))).toBe('own')
      expect(resultCode(await withdrawCheck(test.app, by, mentorId, kind))).toBe('own')
    }
    expect(resultCode(await confirm(admin, missing, 'linkedin'))).toBe('not_found')
    expect(resultCode(await withdrawCheck(test.app, admin, missing, 'linkedin'))).toBe('not_found')
  })
})
