/** Views of mentors' pages, as the built product counts and writes them. */
import { expect, inject, it } from 'vitest'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { startProduct } from '../support/product/processes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

it('writes the views of people when it stops, and those of no crawler and of no page that is not there', async () => {
  const database = await createScratchDatabase(inject('seeded').template)
  await query(database.url, 'delete from mentor_views')
  const product = await startProduct({ env: { DATABASE_URL: database.url } })
  const look = async (path: string, agent = FIREFOX) =>
    (await fetch(`${product.url}${path}`, { headers: { 'user-agent': agent } })).text()
  await look('/mentors/farai-moyo')
  await look('/mentors/farai-moyo')
  await look('/mentors/farai-moyo', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  await look('/mentors/no-such-mentor')
  await look('/mentors')
  await product.stop()
  const rows = await query(
    database.url,
    'select slug, views from mentor_views join mentors on mentors.id = mentor_id order by slug',
  )
  expect(rows).toEqual([{ slug: 'farai-moyo', views: 2 }])
  await database.drop()
})
