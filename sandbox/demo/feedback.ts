/** Feedback on the demo mentors, by slug. Mentors without an entry have not held a session yet. */
import { readFileSync } from 'node:fs'
import type { DemoFeedback } from './mentor.ts'

export const demoFeedback = JSON.parse(readFileSync(new URL('./feedback.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly DemoFeedback[]>
>
