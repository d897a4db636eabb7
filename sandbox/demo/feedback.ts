/** Feedback on the demo mentors, by slug. Mentors without an entry have not held a session yet. */
import { saidOfAfricaAndSouthAmerica } from './feedback/africa-and-south-america.ts'
import { saidOfAsia } from './feedback/asia.ts'
import { saidOfBritainAndIreland } from './feedback/britain-and-ireland.ts'
import { saidOfMainlandEurope } from './feedback/mainland-europe.ts'
import { saidOfNorthAmerica } from './feedback/north-america.ts'
import { saidOfOceania } from './feedback/oceania.ts'
import type { DemoFeedback } from './mentor.ts'

export const demoFeedback: Readonly<Record<string, readonly DemoFeedback[]>> = {
  ...saidOfBritainAndIreland,
  ...saidOfMainlandEurope,
  ...saidOfNorthAmerica,
  ...saidOfAfricaAndSouthAmerica,
  ...saidOfAsia,
  ...saidOfOceania,
}
