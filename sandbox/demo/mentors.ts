/** The demo's 24 accepted mentors, by the region where they live now, and the feedback on them. */
import { readFileSync } from 'node:fs'
import type { DemoFeedback, DemoMentor } from './mentor.ts'

export const demoMentors = JSON.parse(
  readFileSync(new URL('./mentors.json', import.meta.url), 'utf8'),
) as readonly DemoMentor[]

/** By the mentor's slug. Mentors without an entry have not held a session yet. */
export const demoFeedback = JSON.parse(readFileSync(new URL('./feedback.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly DemoFeedback[]>
>

export function requireMentor(slug: string): DemoMentor {
  const found = demoMentors.find((mentor) => mentor.slug === slug)
  if (!found) throw new Error(`No demo mentor ${slug}`)
  return found
}
