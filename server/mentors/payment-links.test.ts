import { expect, it } from 'vitest'
import { holdSlot } from '#server/bookings/holds/hold'
import { savePaymentLinks } from '#server/mentors/payment-links'
import { clientFrom, signUp } from '../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

it('switches links off for new bookings, while one that waits stays, and records each change once', async () => {
  const { session } = await signUp(test)
  const mentor = await addMentor(test)
  const save = (accepts: boolean) =>
    savePaymentLinks(test.app, { mentorId: mentor.id, accepts }, { session, client: clientFrom('203.0.113.7') })
  const ask = (email: string, startsAt: string) =>
    holdSlot(
      test.app,
      holdRequest(mentor.sessionTypeIds[0]!, { payment: 'by_link', email, startsAt: new Date(startsAt) }),
    )
  expect(await ask('first@example.com', '2030-01-08T14:30:00+05:30')).toMatchObject({ ok: true })
  await save(false)
  await save(false)
  expect(await ask('second@example.com', '2030-01-20T14:30:00+05:30')).toMatchObject({
    error: { code: 'no_payment_link', reason: 'not_accepted' },
  })
  expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'held' }])
  const events = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.payment_links_changed')
  expect(await events.execute()).toMatchObject([
    { subjectId: mentor.id, before: { accepts_payment_links: true }, after: { accepts_payment_links: false } },
  ])
})
