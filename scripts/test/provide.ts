/** Provides what tests run on, once for all of them. */
import { startPostgres, type Postgres } from '../../tests/support/database/postgres.ts'
import { seedData, seedTemplate } from '../../tests/support/product/seeded.ts'
import { HOW_TO_GET_CHROMIUM, obtainChromium } from '../chromium.ts'
import { env } from './programs.ts'

let postgres: Postgres | undefined

export async function providePostgres(): Promise<void> {
  postgres ??= await startPostgres()
  env['TEST_DATABASE_URL'] = process.env['TEST_DATABASE_URL'] = postgres.url
  env['TEST_DATABASE_LOG'] = postgres.log ?? undefined
}

export const stopPostgres = () => postgres?.stop()

/** Demo data that the runners copy, made by a first start of the build on an empty folder and, with PostgreSQL, database. */
export async function provideData(): Promise<void> {
  const started = performance.now()
  const [data, template] = await Promise.all([seedData(), postgres ? seedTemplate() : undefined])
  console.log(`First start on nothing: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  env['SEEDED_DATA'] = process.env['SEEDED_DATA'] = data
  env['SEEDED_TEMPLATE'] = template
}

/** Exits with instructions if no Chromium is installed. */
export async function provideChromium(): Promise<void> {
  const executable = await obtainChromium(env)
  if (!executable) {
    console.error(HOW_TO_GET_CHROMIUM)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
  env['CHROMIUM_PATH'] = executable
}
