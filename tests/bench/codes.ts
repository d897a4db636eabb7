/** A batch of discount codes, as an admin creates it: the form that is posted until the page that follows, and the file. */
import { MAX_BATCH } from '#domain/discounts/code-terms'
import { connect } from '#server/platform/db/connect'
import { settlePeople } from '../support/accounts/people.ts'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { startProduct } from '../support/product/processes.ts'
import { atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { postgresVersion, PRODUCT_BUILD, seed } from './processes.ts'

const BATCHES = sized(5, 1)
const PATH = '/admin-dashboard/codes'

export async function measureCodes(): Promise<Figure[]> {
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const { admin } = await settlePeople(databaseUrl)
  const { db } = await connect(databaseUrl)
  await db.updateTable('sessions').set({ provenAt: new Date() }).where('accountId', '=', admin.accountId).execute()
  await db.destroy()
  const product = await startProduct({ build: PRODUCT_BUILD, env: { DATABASE_URL: databaseUrl } })
  const post = async (path: string, typed: Record<string, string>, expected: number) => {
    const started = performance.now()
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: product.url },
      body: new URLSearchParams(typed),
      redirect: 'manual',
    })
    const text = await response.text()
    if (response.status !== expected) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return { text, seconds: (performance.now() - started) / 1_000 }
  }
  try {
    const terms = { kind: 'percent', percent: '100', appliesTo: 'both', borneBy: 'operator' }
    const [made, downloaded]: [number[], number[]] = [[], []]
    for (let n = 1; n <= BATCHES; n += 1) {
      const name = `Batch ${n}`
      const typed = { ...terms, intent: 'batch', name, count: String(MAX_BATCH) }
      made.push((await post(`${PATH}?add=batch`, typed, 303)).seconds)
      const file = await post(`${PATH}/export`, { batch: name }, 200)
      if (file.text.trim().split('\n').length !== MAX_BATCH + 1) throw new Error(`${name} has other codes`)
      downloaded.push(file.seconds)
    }
    const count = MAX_BATCH.toLocaleString('en')
    const conditions = `median of ${BATCHES} batches of ${count} codes, over HTTP; ${PRODUCTION}; ${await postgresVersion()}`
    const figure = (benchmark: string, seconds: number): Figure => ({
      benchmark,
      found: `${seconds.toFixed(2)} s`,
      conditions,
      target: atMost(seconds, 5, ' s'),
    })
    return [figure('codes: create', median(made)), figure('codes: file', median(downloaded))]
  } finally {
    await product.stop()
  }
}
