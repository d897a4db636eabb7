import { beforeEach, expect, it } from 'vitest'
import type { Session } from '#domain/accounts/account'
import { changePersonAndPage } from '#server/mentors/change-person'
import { findRecord } from '#server/mentors/record/content-queries'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import { clientFrom, mailsTo, signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { addApplicant, decideWaiting } from '../../tests/support/mentors/applicants.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

let admin: Session
beforeEach(async () => {
  ;({ session: admin } = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' }))
})

it('changePersonAndPage pauses the page of a mentor whose account is suspended, who can resume it once the account is restored', async () => {
  const actor = { session: admin, client: clientFrom() }
  const { by: mentor, mentorId } = await addApplicant(test)
  await decideWaiting(test, { ...actor, cookies: '' }, mentorId, {})
  const suspended = { id: mentor.session.accountId, act: 'suspend', reason: 'Reported by two mentees' } as const
  expect(await changePersonAndPage(test.app, actor, suspended)).toEqual({ ok: true, value: null })
  expect(await findRecord(test.db, { id: mentorId })).toMatchObject({ status: 'paused' })
  const [mail] = await mailsTo(test, 'elif@example.com')
  expect(mail!.text).toContain('Your account is suspended, so your page is not shown.')
  expect(mail!.text).not.toContain('Reported by two mentees')
  await changePersonAndPage(test.app, actor, { ...suspended, act: 'restore' })
  expect(await changeOwnStatus(test.app, mentor, 'resume')).toMatchObject({ ok: true })
})
