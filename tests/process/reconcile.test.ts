import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { runScript } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'

it('the books of a demo agree', async () => {
  const DATABASE_URL = `file:${join(copySeededData(inject('seeded').data), 'pglite')}`
  expect(await runScript('reconcile', ['--days', '7'], { DATABASE_URL })).toMatchObject({
    code: 0,
    output: 'The books agree with the payment service, for the last 7 days.\n',
  })
  expect(await runScript('reconcile', ['--days', 'many'], { DATABASE_URL })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Write --days'),
  })
})
