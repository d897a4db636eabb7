/** Vitest's global set-up of the tests of the built product: demo data in a folder and in a template database, both at once. */
import type { TestProject } from 'vitest/node'
import { seedData, seedTemplate } from './seeded.ts'

export async function setup(project: TestProject) {
  const [data, template] = await Promise.all([seedData(), seedTemplate()])
  project.provide('seeded', { data, template })
}
