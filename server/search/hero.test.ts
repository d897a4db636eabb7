import { expect, it } from 'vitest'
import { findMentors } from '#server/search/sync'
import { everybody } from '#domain/search/criteria'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { inLanguage } from '#server/platform/language/language'
import type { Language } from '../../messages/languages.ts'
import { readHero } from '../../app/views/home/hero.ts'

useProduct()

/** Far apart, so that both charts have room for them. */
const ends = {
  fromCity: 'Delhi',
  fromCountry: 'IN',
  fromLongitude: 77.2,
  fromLatitude: 28.6,
  toCity: 'London',
  toCountry: 'GB',
  toLongitude: -0.1,
  toLatitude: 51.5,
}

async function readNames(language: Language = 'en'): Promise<string[]> {
  const { app } = test
  const { charts } = await inLanguage(language, async () =>
    readHero(app, new URL(ORIGIN), await findMentors(app, everybody, null)),
  )
  expect(charts.band.crossings.map(({ name }) => name)).toEqual(charts.wide.crossings.map(({ name }) => name))
  return charts.wide.crossings.map(({ name }) => name)
}

it('readHero draws the chart again for a mentor who is added, changes their name or leaves, in each language', async () => {
  expect(await readNames()).toEqual([])
  const { id } = await addMentor(test, { name: 'Ada Lovelace' })
  await test.db
    .insertInto('moves')
    .values({ mentorId: id, position: 0, purpose: 'work', year: 2020, ...ends })
    .execute()
  expect(await readNames()).toEqual(['Ada Lovelace'])
  expect(await readNames('es')).toEqual(['Ada Lovelace'])
  const ofAda = test.db.updateTable('mentors').where('id', '=', id)
  await ofAda.set({ name: 'Ada King' }).execute()
  expect(await readNames('es')).toEqual(['Ada King'])
  expect(await readNames()).toEqual(['Ada King'])
  await ofAda.set({ status: 'paused' }).execute()
  expect(await readNames()).toEqual([])
})
