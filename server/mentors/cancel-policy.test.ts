import { expect, it } from 'vitest'
import { saveCancelPolicy } from '#server/mentors/cancel-policy'
import { clientFrom, signUp } from '../../tests/support/accounts/accounts.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

async function openPolicy() {
  const { session } = await signUp(test)
  const mentor = await addMentor(test)
  const save = (typed: string) =>
    saveCancelPolicy(test.app, { mentorId: mentor.id, typed }, { session, client: clientFrom('203.0.113.7') })
  return { mentor, save }
}

it('counts for new bookings only, and each change is recorded once', async () => {
  const { mentor, save } = await openPolicy()
  await bookTuesday(test, { mentor, time: '14:30' })
  expect(await save('firm')).toEqual({ ok: true, value: null })
  await save('firm')
  await bookTuesday(test, { mentor, time: '16:30', email: 'later@example.com' })
  const sold = await test.db.selectFrom('bookings').select('cancelPolicy').orderBy('startsAt').execute()
  expect(sold.map(({ cancelPolicy }) => cancelPolicy)).toEqual(['flexible', 'firm'])
  const events = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.cancel_policy_changed')
  expect(await events.execute()).toMatchObject([
    { subjectId: mentor.id, before: { cancel_policy: 'flexible' }, after: { cancel_policy: 'firm' } },
  ])
})

it.each(['', 'Firm', '__proto__'])('refuses a policy that does not exist: %j', async (typed) => {
  const { mentor, save } = await openPolicy()
  expect(await save(typed)).toEqual({ ok: false, error: { code: 'unknown_policy' } })
  const found = test.db.selectFrom('mentors').select('cancelPolicy').where('id', '=', mentor.id)
  expect(await found.execute()).toEqual([{ cancelPolicy: 'flexible' }])
})
