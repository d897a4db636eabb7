/** The demo's 24 accepted mentors, by the region where they live now. */
import { readFileSync } from 'node:fs'
import type { DemoMentor } from './mentor.ts'

export const demoMentors = JSON.parse(
  readFileSync(new URL('./mentors.json', import.meta.url), 'utf8'),
) as readonly DemoMentor[]
