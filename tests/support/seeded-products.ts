/** Vitest's global set-up of the tests of the built product: demo data in a folder and in a template database, both at once. */
import type { TestProject } from 'vitest/node'
import { startProduct } from './processes.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { seedData } from './seeded.ts'

export async function setup(project: TestProject) {
  const [data, template] = await Promise.all([seedData(), seedTemplate()])
  project.provide('seeded', { data, template })
}

async function seedTemplate(): Promise<string> {
  const database = await createScratchDatabase()
  await (await startProduct({ env: { DATABASE_URL: database.url } })).stop()
  return database.name
}
