import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import type { MentorContent } from '#domain/mentors/content'
import { findMentor } from '#server/mentors/queries'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedMentor, addApplicant, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { editRecord } from './edit.ts'
import { findSlugAfter } from './slugs-queries.ts'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'

useProduct()

type Accepted = Awaited<ReturnType<typeof addAcceptedMentor>>

const edit = ({ by }: Pick<Accepted, 'by'>, change: Partial<MentorContent>) =>
  editRecord(test.app, by, (wanted) => ({ ...wanted, ...change }))
const findContent = async ({ mentorId }: Pick<Accepted, 'mentorId'>) =>
  (await findRecord(test.db, { id: mentorId }))!.content
const submissions = () =>
  test.db.selectFrom('mentorSubmissions').selectAll().where('before', 'is not', null).orderBy('submittedAt').execute()

describe('an edit of a public profile', () => {
  it('is public at once, but for name, picture, price, bio and links, which wait', async () => {
    const mentor = await addAcceptedMentor(test)
    const edited = await edit(mentor, { role: 'Head physiotherapist', about: 'Other words', price: toMinorUnits(6000) })
    expect(edited).toEqual({ ok: true, value: { live: ['role'], waiting: ['price', 'about'] } })
    expect(await findContent(mentor)).toMatchObject({ role: 'Head physiotherapist', price: 5000 })
    expect((await findContent(mentor)).about).toMatch(/^I came with a diploma/)
    expect(await submissions()).toMatchObject([
      { decision: null, content: { about: 'Other words', price: 6000 }, before: { price: 5000 } },
    ])
  })

  it('goes on from what waits, so that a second form takes nothing back, and waits no longer once it is taken back', async () => {
    const mentor = await addAcceptedMentor(test)
    await edit(mentor, { about: 'Other words' })
    await edit(mentor, { whyMentor: 'Because' })
    expect(await submissions()).toMatchObject([{ version: 2, content: { about: 'Other words', whyMentor: 'Because' } }])
    await decideWaiting(test, mentor.admin, mentor.mentorId, {})
    expect(await findContent(mentor)).toMatchObject({ about: 'Other words', whyMentor: 'Because' })
    const { about } = await findContent(mentor)
    await edit(mentor, { about: 'Other words again' })
    expect(await edit(mentor, { about })).toEqual({ ok: true, value: { live: [], waiting: [] } })
    expect(await submissions()).toContainEqual(expect.objectContaining({ decision: 'withdrawn' })) // Both of one moment.
    expect(await findWaiting(test.db, mentor.mentorId)).toBeUndefined()
  })

  it('that changes nothing leaves no trace', async () => {
    const mentor = await addAcceptedMentor(test)
    await edit(mentor, {})
    expect(await submissions()).toEqual([])
    const events = await test.db
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'mentor.profile_changed')
      .execute()
    expect(events).toEqual([])
  })

  it('that makes a volunteer takes effect on prices at once, whatever waits', async () => {
    const mentor = await addAcceptedMentor(test)
    await edit(mentor, { price: toMinorUnits(9000) })
    await edit(mentor, { rightToEarn: 'no' })
    expect(await findContent(mentor)).toMatchObject({ price: 0, rightToEarn: 'no' })
    expect(await findWaiting(test.db, mentor.mentorId)).toBeUndefined()
  })

  it('moves the page to the new name’s address, to which the old one leads and which no one else gets, and back', async () => {
    const mentor = await addAcceptedMentor(test)
    await edit(mentor, { name: 'Elif Kaya' })
    expect(await findMentor(test.db, 'elif-demir')).toMatchObject({ name: 'Elif Demir' })
    await decideWaiting(test, mentor.admin, mentor.mentorId, {})
    expect(await findMentor(test.db, 'elif-kaya')).toMatchObject({ name: 'Elif Kaya' })
    expect(await findMentor(test.db, 'elif-demir')).toBeNull()
    expect(await findSlugAfter(test.db, 'elif-demir')).toBe('elif-kaya')
    const other = await addApplicant(test, {}, 'other@example.com')
    expect((await findRecord(test.db, { id: other.mentorId }))!.slug).toBe('elif-demir-2')
    await edit(mentor, { name: 'Elif Demir' })
    await decideWaiting(test, mentor.admin, mentor.mentorId, {})
    expect(await findMentor(test.db, 'elif-demir')).toMatchObject({ name: 'Elif Demir' })
    expect(await findSlugAfter(test.db, 'elif-kaya')).toBe('elif-demir')
    await changeOwnStatus(test.app, mentor.by, 'pause')
    expect(await findSlugAfter(test.db, 'elif-kaya')).toBeNull()
  })

  it('keeps sessions’ ids and order, removes one, and never writes another mentor’s', async () => {
    const mentor = await addAcceptedMentor(test, { 'sessions.1.title': 'Second', 'sessions.1.minutes': '30' })
    const [first, second] = (await findContent(mentor)).sessions
    await edit(mentor, { sessions: [second!, first!] })
    expect((await findContent(mentor)).sessions).toEqual([second, first])
    await edit(mentor, { sessions: [second!] })
    expect((await findContent(mentor)).sessions).toEqual([second])
    const other = await addMentor(test)
    await edit(mentor, { sessions: [{ ...second!, id: other.sessionTypeIds[0]!, title: 'Mine now' }] })
    expect(await findContent({ mentorId: other.id })).toMatchObject({ sessions: [{ title: 'First ninety days' }] })
  })

  it('looks places up again only for moves that changed, a new destination although the origin is known', async () => {
    const mentor = await addAcceptedMentor(test)
    const move = () => test.db.selectFrom('moves').selectAll().executeTakeFirstOrThrow()
    expect(await move()).toMatchObject({ fromCity: 'Ankara', lookedUp: true })
    await test.db.updateTable('moves').set({ fromLongitude: 1, fromLatitude: 2 }).execute()
    await edit(mentor, { role: 'Other' })
    expect(await move()).toMatchObject({ fromLongitude: 1 })
    const [known] = (await findContent(mentor)).moves
    await edit(mentor, { moves: [{ ...known!, toCity: 'Hamburg' }] })
    expect(await move()).toMatchObject({ fromCity: 'Ankara', toLatitude: expect.closeTo(53.5, 0), lookedUp: true })
  })

  it('of two tabs at once are both kept', async () => {
    const mentor = await addAcceptedMentor(test)
    await Promise.all([edit(mentor, { about: 'Other words' }), edit(mentor, { linkedin: '' })])
    expect(await findWaiting(test.db, mentor.mentorId)).toMatchObject({
      content: { about: 'Other words', linkedin: '' },
    })
    expect(await submissions()).toHaveLength(1)
  })

  it('is not possible before one is public, or without a record', async () => {
    const applicant = await addApplicant(test)
    expect(await edit(applicant, { role: 'x' })).toEqual({ ok: false, error: { code: 'not_public' } })
    const by = await signUp(test)
    expect(await edit({ by }, { role: 'x' })).toEqual({ ok: false, error: { code: 'not_public' } })
  })
})
