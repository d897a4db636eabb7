import { expect, it } from 'vitest'
import { countView, flushViews } from '#server/mentors/views'
import { countViewsByWeek } from '#server/mentors/views-queries'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const look = (slug: string, mentorId: string | null = null) => countView(test.app, slug, mentorId ? { mentorId } : null)

it('counts the views of a day together, those of a mentor’s own page and of unknown pages left out', async () => {
  const [ada, grace] = [await addMentor(test, { slug: 'ada' }), await addMentor(test, { slug: 'grace' })]
  for (const viewer of [null, null, grace.id, ada.id]) look('ada', viewer)
  look('grace')
  look('no-such-mentor')
  await flushViews(test.app)
  look('ada')
  await flushViews(test.app)
  await flushViews(test.app)
  test.clock.forward(7 * 24 * 60)
  look('ada')
  await flushViews(test.app)
  expect(await countViewsByWeek(test.db, ada.id, '2030-01-07')).toEqual(
    new Map([
      ['2030-01-07', 4],
      ['2030-01-14', 1],
    ]),
  )
  expect(await countViewsByWeek(test.db, ada.id, '2030-01-14')).toEqual(new Map([['2030-01-14', 1]]))
  expect(await countViewsByWeek(test.db, grace.id, '2030-01-07')).toEqual(new Map([['2030-01-07', 1]]))
})

it('keeps what could not be written for the next time', async () => {
  const { id } = await addMentor(test, { slug: 'ada' })
  const { db } = test.app
  look('ada')
  const broken = { insertInto: () => {}, executeQuery: () => Promise.reject(new Error('gone')) } as unknown as typeof db
  test.app.db = broken
  await flushViews(test.app)
  test.app.db = db
  expect(test.faults.length).toBeGreaterThan(0)
  look('ada')
  await flushViews(test.app)
  expect(await countViewsByWeek(test.db, id, '2030-01-07')).toEqual(new Map([['2030-01-07', 2]]))
})
