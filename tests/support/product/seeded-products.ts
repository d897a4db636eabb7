/** Vitest's global set-up for tests of the built product: seeds a data folder and a template database, concurrently. */
import type { TestProject } from 'vitest/node'
import { seedData, seedTemplate } from './seeded.ts'

export async function setup(project: TestProject) {
  const [data, template] = await Promise.all([seedData(), seedTemplate()])
  project.provide('seeded', { data, template })
}
