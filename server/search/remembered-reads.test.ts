import { expect, it } from 'vitest'
import { everybody } from '#domain/search/criteria'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { readRemembered } from '#server/search/remembered-reads'
import { catchUp, findMentors } from '#server/search/sync'
import { countStatements } from '../../tests/support/database/count-statements.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

it('reads mentors of the list and topics again only after one of them has changed', async () => {
  const { app, sent } = countStatements(test.app)
  const read = async () => {
    const { mentors } = await findMentors(app, everybody, null)
    const topics = await readRemembered(app, listTopics)
    return [...mentors.map(({ name }) => name), topics[0]!.label]
  }
  const { id } = await addMentor(test, { name: 'Ada Lovelace' })
  const [, label] = await read()
  sent.count = 0
  expect(await read()).toEqual(['Ada Lovelace', label])
  expect(sent.count).toBe(1) // Whether any mentor has changed.

  await test.db.updateTable('mentors').set({ name: 'Ada King' }).where('id', '=', id).execute()
  expect(await read()).toEqual(['Ada King', label])
  await test.db.updateTable('topics').set({ label: 'Visas' }).where('label', '=', label!).execute()
  await catchUp(app)
  expect(await read()).toEqual(['Ada King', 'Visas'])
})
