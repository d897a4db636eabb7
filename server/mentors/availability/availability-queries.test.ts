import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { everybody } from '#domain/search/criteria'
import { readAvailabilities, readAvailability } from '#server/mentors/availability/availability-queries'
import { findMentors } from '#server/search/sync'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

it('readAvailability skips invalid times, so that one mentor’s entry does not break the list', async () => {
  const { id } = await addMentor(test, { name: 'Ada' })
  await addMentor(test, { name: 'Grace' })
  const weekly = JSON.stringify(['14:30', ['14:30', 'x', 7, null, '24:30'], null, {}, 1, [], [['15:30']]])
  await sql`update mentors set weekly_starts = ${weekly}::jsonb where id = ${id}`.execute(test.db)
  await sql`insert into travel_zones values
      (gen_random_uuid(), ${id}, '2030-01-10', '2030-01-12', 'Mars/Base', true)`.execute(test.db)
  const availability = await readAvailability(test.db, id)
  expect(availability?.weekly).toEqual([[], ['14:30'], [], [], [], [], []])
  expect(availability?.travel).toEqual([])
  expect((await findMentors(test.app, everybody, null)).total).toBe(2)
})

it('readAvailabilities is empty without ids', async () => {
  expect(await readAvailabilities(test.db, [])).toEqual(new Map())
})
