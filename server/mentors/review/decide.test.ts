/** Decisions about what waits: each transition, who may cause it, and who wins when several decide or change it at once. */
import { describe, expect, it } from 'vitest'
import { MENTOR_STATUSES, type MentorStatus } from '#domain/mentors/mentor-status'
import { submitApplication } from '#server/mentors/application/submit'
import { findSlugAfter } from '#server/mentors/record/slugs-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { editRecord } from '#server/mentors/record/edit'
import { changeOwnStatus, changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import { mailsTo, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import {
  addAcceptedMentor,
  addApplicant,
  decideWaiting,
  type Applicant,
} from '../../../tests/support/mentors/applicants.ts'
import { readMentorView } from '../../../app/views/mentors/mentor-view.ts'
import { applicationRequest } from '../../../tests/support/mentors/content.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { decide, type Decision } from './decide.ts'
import { findWaiting, listSubmissions, listWaiting } from './submissions-queries.ts'

useProduct()

const DECISIONS = ['accepted', 'rejected', 'changes_requested'] as const
/** A message that every decision takes. */
const SAID = { message: 'Please read on.', requests: {} }

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
const omar = () => signUpAdmin(test, { name: 'Omar Haddad', email: 'omar@example.com' })
const findStatus = async (mentorId: string) => (await findRecord(test.db, { id: mentorId }))!.status
const resultCode = (outcome: { ok: true } | { ok: false; error: { code: string } }) =>
  outcome.ok ? 'done' : outcome.error.code
const actions = async (mentorId: string) => {
  const query = test.db.selectFrom('auditLog').select('action').where('subjectId', '=', mentorId)
  return (await query.orderBy('id').execute()).map(({ action }) => action)
}

/** An application that waits, an admin, and a decision about it as it is now. */
async function addReviewed() {
  const { by, mentorId } = await addApplicant(test)
  return { by, mentorId, admin: await june(), read: await createDecider(mentorId) }
}

/** The submission that waits, and a decision about it as it is now. */
async function createDecider(mentorId: string) {
  const { id, version } = (await findWaiting(test.db, mentorId))!
  return (decision: Decision['decision']): Decision => ({ submissionId: id, version, decision, ...SAID })
}

describe('a decision about an application', () => {
  it.each([
    ['accepted', 'accepted', 'You’re now a mentor at Landfall'],
    ['rejected', 'rejected', 'Your application to Landfall'],
    ['changes_requested', 'changes_requested', 'Changes requested for your application to Landfall'],
  ] as const)('“%s” makes the mentor %s, is recorded and emailed', async (decision, status, subject) => {
    const { mentorId } = await addApplicant(test)
    const admin = await june()
    test.clock.forward(60)
    expect(await decideWaiting(test, admin, mentorId, { decision, ...SAID })).toEqual({ ok: true, value: null })
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject({ status, statusSince: test.clock.time })
    expect(await listSubmissions(test.db, mentorId)).toMatchObject([
      { decision, decidedAt: test.clock.time, deciderName: 'June Park', message: SAID.message },
    ])
    expect(await actions(mentorId)).toEqual(['mentor.submitted', `mentor.${decision}`])
    const [mail] = await mailsTo(test, 'elif@example.com')
    expect(mail!.subject).toBe(subject)
    expect(mail!.text).toContain(SAID.message)
  })

  it('that rejects needs a reason, and one that asks for changes says which', async () => {
    const { mentorId } = await addApplicant(test)
    const admin = await june()
    const nothing = { message: '  ', requests: {} }
    expect(resultCode(await decideWaiting(test, admin, mentorId, { decision: 'rejected', ...nothing }))).toBe(
      'reason_required',
    )
    expect(resultCode(await decideWaiting(test, admin, mentorId, { decision: 'changes_requested', ...nothing }))).toBe(
      'nothing_requested',
    )
    expect(await findStatus(mentorId)).toBe('pending')
    expect(await findWaiting(test.db, mentorId)).toBeDefined()
    const missing = { submissionId: '00000000-0000-4000-8000-000000000000', version: 1, ...SAID }
    expect(resultCode(await decide(test.app, admin, { ...missing, decision: 'accepted' }))).toBe('not_found')
  })

  it('asks about fields, which the email names as the page does, and keeps no requests when it is another decision', async () => {
    const { by, mentorId } = await addApplicant(test)
    const admin = await june()
    const requests = { about: 'Name the two firms.', whyMentor: 'One sentence more.' }
    await decideWaiting(test, admin, mentorId, { decision: 'changes_requested', requests })
    const [mail] = await mailsTo(test, 'elif@example.com')
    expect(mail!.text).toMatch(/About\W+Name the two firms\./)
    expect(mail!.text).toMatch(/Why a mentor\W+One sentence more\./)
    expect((await listSubmissions(test.db, mentorId))[0]!.requests).toEqual(requests)
    await submitApplication(test.app, by, applicationRequest())
    await decideWaiting(test, admin, mentorId, { requests: { about: 'Never mind.' } })
    const accepted = (await listSubmissions(test.db, mentorId)).find(({ decision }) => decision === 'accepted')
    expect(accepted!.requests).toEqual({})
    expect((await mailsTo(test, 'elif@example.com'))[0]!.text).not.toContain('Never mind')
  })

  it('is by the applicant only if they are the only admin, for a reason', async () => {
    const { by, mentorId } = await addApplicant(test)
    const alone = { ...by, ownReason: 'There is no other admin.' }
    const { accountId } = (await june()).session
    for (const decision of DECISIONS)
      expect(resultCode(await decideWaiting(test, alone, mentorId, { decision, ...SAID }))).toBe('own')
    await test.db.updateTable('accounts').set({ role: 'member' }).where('id', '=', accountId).execute()
    expect(resultCode(await decideWaiting(test, by, mentorId, {}))).toBe('own')
    expect(await findStatus(mentorId)).toBe('pending')
    expect(resultCode(await decideWaiting(test, alone, mentorId, {}))).toBe('done')
    const query = test.db.selectFrom('auditLog').select('after').where('action', '=', 'mentor.accepted')
    expect((await query.executeTakeFirstOrThrow()).after).toMatchObject({ aboutThemselves: alone.ownReason })
  })

  it('is refused once the applicant changed what was read, and applies to what they see then', async () => {
    const { by, mentorId, admin, read } = await addReviewed()
    test.clock.forward(5)
    await submitApplication(test.app, by, applicationRequest({ about: 'I came by train, in May, with two bags.' }))
    expect(await decide(test.app, admin, read('accepted'))).toEqual({
      ok: false,
      error: { code: 'changed', at: test.clock.time },
    })
    expect(await findStatus(mentorId)).toBe('pending')
    expect(resultCode(await decide(test.app, admin, (await createDecider(mentorId))('accepted')))).toBe('done')
  })
})

describe('a decision about an edit of a public profile', () => {
  const addEdit = async () => {
    const mentor = await addAcceptedMentor(test)
    await editRecord(test.app, mentor.by, (content) => ({ ...content, name: 'Elif Kaya', about: 'Another text.' }))
    return mentor
  }

  it('publishes it when it is accepted, and the old address leads to the new one', async () => {
    const { mentorId, admin } = await addEdit()
    expect(resultCode(await decideWaiting(test, admin, mentorId, {}))).toBe('done')
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject({
      status: 'accepted',
      slug: 'elif-kaya',
      content: { name: 'Elif Kaya', about: 'Another text.' },
    })
    expect(await findSlugAfter(test.db, 'elif-demir')).toBe('elif-kaya')
    expect((await mailsTo(test, 'elif@example.com'))[0]!.subject).toBe('Your changes are public')
  })

  it('leaves the page as it was when it is rejected or changes are requested, and a paused mentor paused', async () => {
    const { by, mentorId, admin } = await addEdit()
    for (const decision of ['rejected', 'changes_requested'] as const) {
      expect(resultCode(await decideWaiting(test, admin, mentorId, { decision, ...SAID }))).toBe('done')
      expect(await findRecord(test.db, { id: mentorId })).toMatchObject({
        status: 'accepted',
        slug: 'elif-demir',
        content: { name: 'Elif Demir' },
      })
      await editRecord(test.app, by, (content) => ({ ...content, about: 'Another text.' }))
    }
    await changeOwnStatus(test.app, by, 'pause')
    expect(resultCode(await decideWaiting(test, admin, mentorId, {}))).toBe('done')
    const changed = { status: 'paused', content: { about: 'Another text.' } }
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject(changed)
  })
})

it('what waits is listed oldest first, applications, resubmissions and edits distinguished', async () => {
  const { by, mentorId, admin } = await addAcceptedMentor(test)
  test.clock.forward(10)
  const second = await addApplicant(test, { name: 'Ada Byron' }, 'byron@example.com')
  test.clock.forward(10)
  await editRecord(test.app, by, (content) => ({ ...content, about: 'Another text.' }))
  test.clock.forward(10)
  await decideWaiting(test, admin, second.mentorId, { decision: 'changes_requested', ...SAID })
  await submitApplication(test.app, second.by, applicationRequest({ name: 'Ada Byron' }))
  test.clock.forward(10)
  const third = await addApplicant(test, { name: 'Rosa Diaz' }, 'rosa@example.com')
  const waiting = await listWaiting(test.db)
  expect(
    waiting.map(({ mentorId: id, isEdit, hasEarlier }) => [id, isEdit ? 'edit' : hasEarlier ? 'again' : 'new']),
  ).toEqual([
    [mentorId, 'edit'],
    [second.mentorId, 'again'],
    [third.mentorId, 'new'],
  ])
})

describe('a mentor of every status', () => {
  const lead: Record<
    MentorStatus,
    (mentor: { by: Applicant; mentorId: string; admin: Applicant }) => Promise<unknown>
  > = {
    pending: async () => {},
    changes_requested: ({ admin, mentorId }) =>
      decideWaiting(test, admin, mentorId, { decision: 'changes_requested', ...SAID }),
    accepted: ({ admin, mentorId }) => decideWaiting(test, admin, mentorId, {}),
    paused: async ({ by, admin, mentorId }) => {
      await decideWaiting(test, admin, mentorId, {})
      await changeOwnStatus(test.app, by, 'pause')
    },
    rejected: ({ admin, mentorId }) => decideWaiting(test, admin, mentorId, { decision: 'rejected', ...SAID }),
    withdrawn: ({ by }) => changeOwnStatus(test.app, by, 'withdraw'),
    suspended: async ({ admin, mentorId }) => {
      await decideWaiting(test, admin, mentorId, {})
      await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A complaint.')
    },
  }

  it.each(MENTOR_STATUSES)('who is %s: only what waits can be decided, and only once', async (status) => {
    const { by, mentorId, admin, read } = await addReviewed()
    await lead[status]({ by, mentorId, admin })
    expect(await findStatus(mentorId)).toBe(status)
    for (const decision of DECISIONS) {
      const isFirst = status === 'pending' && decision === 'accepted'
      expect(resultCode(await decide(test.app, admin, read(decision))), decision).toBe(isFirst ? 'done' : 'decided')
    }
    if (status === 'withdrawn') {
      const { error } = (await decide(test.app, admin, read('accepted'))) as { error: unknown }
      expect(error).toEqual({ code: 'decided', decision: 'withdrawn', by: null, at: test.clock.time })
    }
    expect(await findStatus(mentorId)).toBe(status === 'pending' ? 'accepted' : status)
  })
})

it.each([
  ['accepted', 'rejected'],
  ['changes_requested', 'accepted'],
  ['rejected', 'changes_requested'],
  ['accepted', 'accepted'],
] as const)('two admins at once who decide “%s” and “%s”: one wins, the other learns of it', async (a, b) => {
  const { mentorId, admin, read } = await addReviewed()
  const admins = [admin, await omar()]
  const outcomes = await Promise.all([a, b].map((decision, n) => decide(test.app, admins[n]!, read(decision))))
  expect(outcomes.map(resultCode).toSorted()).toEqual(['decided', 'done'])
  const won = outcomes.findIndex(({ ok }) => ok)
  const decision = [a, b][won]!
  expect(outcomes[1 - won]).toEqual({
    ok: false,
    error: { code: 'decided', decision, by: ['June Park', 'Omar Haddad'][won], at: test.clock.time },
  })
  expect(await findStatus(mentorId)).toBe(decision)
  expect(await actions(mentorId)).toEqual(['mentor.submitted', `mentor.${decision}`])
  expect(await mailsTo(test, 'elif@example.com')).toHaveLength(2) // That it was received, and one decision.
})

describe('an admin and the mentor at once', () => {
  const about = 'Another text, written while the first was read.'

  it.each(DECISIONS)('“%s” and a change of the application: what was read is decided, or nothing', async (decision) => {
    const { by, mentorId, admin, read } = await addReviewed()
    const [decided, sent] = await Promise.all([
      decide(test.app, admin, read(decision)),
      submitApplication(test.app, by, applicationRequest({ about })),
    ])
    const waiting = await findWaiting(test.db, mentorId)
    const submissions = await listSubmissions(test.db, mentorId)
    if (decided.ok) {
      // The decision came first. An accepted mentor edits their page instead; others have submitted again.
      expect(resultCode(sent)).toBe(decision === 'accepted' ? 'not_now' : 'done')
      expect(submissions.find((each) => each.decision)!.content.about).not.toBe(about)
      expect(await findStatus(mentorId)).toBe(decision === 'accepted' ? 'accepted' : 'pending')
      expect(waiting?.content.about).toBe(decision === 'accepted' ? undefined : about)
    } else {
      expect(decided.error.code).toBe('changed')
      expect(sent.ok).toBe(true)
      expect(waiting).toMatchObject({ version: 2, content: { about } })
      expect(await findStatus(mentorId)).toBe('pending')
    }
  })

  it.each(DECISIONS)(
    '“%s” and a withdrawal: nothing waits afterwards, and one learns of the other',
    async (decision) => {
      const { by, mentorId, admin, read } = await addReviewed()
      const [decided, left] = await Promise.all([
        decide(test.app, admin, read(decision)),
        changeOwnStatus(test.app, by, 'withdraw'),
      ])
      expect(await findWaiting(test.db, mentorId)).toBeUndefined()
      const expected = decided.ok ? (decision === 'rejected' ? 'rejected' : 'withdrawn') : 'withdrawn'
      expect(await findStatus(mentorId)).toBe(expected)
      // A rejected application can no longer be withdrawn; every other one can.
      expect(resultCode(left)).toBe(expected === 'withdrawn' ? 'done' : 'not_possible')
      if (!decided.ok) expect(decided.error).toMatchObject({ code: 'decided', decision: 'withdrawn', by: null })
    },
  )

  it.each(DECISIONS)('“%s” of an edit and another edit: nothing is published that was not read', async (decision) => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    await editRecord(test.app, by, (content) => ({ ...content, about: 'The text that is read.' }))
    const read = await createDecider(mentorId)
    const [decided] = await Promise.all([
      decide(test.app, admin, read(decision)),
      editRecord(test.app, by, (content) => ({ ...content, about })),
    ])
    const { content } = (await findRecord(test.db, { id: mentorId }))!
    expect(content.about).not.toBe(about)
    expect((await findWaiting(test.db, mentorId))?.content.about).toBe(about)
    if (decided.ok) expect(content.about === 'The text that is read.').toBe(decision === 'accepted')
    else expect(decided.error.code).toBe('changed')
  })

  it('a decision and a suspension of the same mentor: no edit waits afterwards', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const other = await omar()
    await editRecord(test.app, by, (content) => ({ ...content, about }))
    const read = await createDecider(mentorId)
    const [decided, suspended] = await Promise.all([
      decide(test.app, other, read('accepted')),
      changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A complaint.'),
    ])
    expect(resultCode(suspended)).toBe('done')
    expect(await findStatus(mentorId)).toBe('suspended')
    expect(await findWaiting(test.db, mentorId)).toBeUndefined()
    if (!decided.ok) expect(decided.error).toMatchObject({ code: 'decided', decision: 'withdrawn' })
  })
})

describe('a mentor’s page', () => {
  const readFacts = async (slug: string) =>
    (await readMentorView(test.app, new Request('http://landfall.test/'), { slug, reader: null })).facts

  it('says on which day an admin last accepted what the mentor submitted', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test) // On 7 January 2030.
    test.clock.forward(60 * 24 * 3)
    await editRecord(test.app, by, (content) => ({ ...content, about: 'Longer by now.' }))
    expect(await readFacts('elif-demir')).toEqual(['Profile reviewed by our team, 7 January 2030'])
    await decideWaiting(test, admin, mentorId, { decision: 'rejected', message: 'Shorter, please.' })
    expect(await readFacts('elif-demir')).toEqual(['Profile reviewed by our team, 7 January 2030'])
    await editRecord(test.app, by, (content) => ({ ...content, about: 'Longer by a line.' }))
    await decideWaiting(test, admin, mentorId, {})
    expect(await readFacts('elif-demir')).toEqual(['Profile reviewed by our team, 10 January 2030'])
    expect(await readFacts((await addMentor(test)).slug)).toEqual([]) // There was no review.
  })
})
