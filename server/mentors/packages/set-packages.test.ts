import { expect, it } from 'vitest'
import { listOfferedPackages } from '#server/mentors/packages/packages-queries'
import { listPackageChoices, setPackages } from '#server/mentors/packages/set-packages'
import { clientFrom, signUp } from '../../../tests/support/accounts/accounts.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

async function openPackages(mentor: Parameters<typeof addMentor>[1] = {}) {
  const { session } = await signUp(test)
  const { id: mentorId, sessionTypeIds } = await addMentor(test, mentor)
  const [sessionTypeId] = sessionTypeIds as [string]
  const save = (three: string, five = '') => {
    const typed = { [`package.${sessionTypeId}.3`]: three, [`package.${sessionTypeId}.5`]: five }
    return setPackages(test.app, { mentorId, typed }, { session, client: clientFrom('203.0.113.7') })
  }
  const offered = async () =>
    (await listOfferedPackages(test.db, { mentorId })).map(({ sessions, price }) => `${sessions} for ${price}`)
  return { mentorId, sessionTypeId, save, offered }
}

it('puts packages of a session type on offer, takes them off, and records each change once', async () => {
  const { mentorId, save, offered } = await openPackages()
  expect(await save('£120', '190.50')).toEqual({ ok: true, value: null })
  await save('120.00', '190.50')
  expect(await offered()).toEqual(['3 for 12000', '5 for 19050'])
  await save('')
  expect(await offered()).toEqual([])
  const events = test.db.selectFrom('auditLog').select(['subjectId', 'after']).orderBy('id')
  expect(await events.where('action', '=', 'mentor.packages_changed').execute()).toMatchObject([
    { subjectId: mentorId, after: { packages: [{ sessions: 3, price: 12_000 }, { sessions: 5 }] } },
    { after: { packages: [] } },
  ])
})

it('saves nothing when a price is no amount or no reduction, and says which', async () => {
  const { sessionTypeId, save, offered } = await openPackages()
  await save('120')
  expect(await save('1e3', '225')).toEqual({
    ok: false,
    error: { [`package.${sessionTypeId}.3`]: 'unreadable', [`package.${sessionTypeId}.5`]: 'not_lower' },
  })
  expect(await offered()).toEqual(['3 for 12000'])
})

it('takes a package off the offer once the mentor prices in another currency, or single sessions are as cheap', async () => {
  const { mentorId, save, offered } = await openPackages()
  await save('120')
  const change = (to: object) => test.db.updateTable('mentors').set(to).where('id', '=', mentorId).execute()
  await change({ currency: 'EUR' })
  expect(await offered()).toEqual([])
  expect(await listPackageChoices(test.db, mentorId)).toMatchObject([{ price: null }, { price: null }])
  await change({ currency: 'GBP', pricePence: 4_000 })
  expect(await offered()).toEqual([])
  await change({ pricePence: 4_001 })
  expect(await offered()).toEqual(['3 for 12000'])
})

it('offers no packages of free sessions', async () => {
  const { mentorId } = await openPackages({ price: 0 })
  expect(await listPackageChoices(test.db, mentorId)).toEqual([])
})
