/** The demo's 24 accepted mentors, by the region where they live now. */
import type { DemoMentor } from './mentor.ts'
import { africaAndSouthAmerica } from './mentors/africa-and-south-america.ts'
import { asia } from './mentors/asia.ts'
import { britainAndIreland } from './mentors/britain-and-ireland.ts'
import { mainlandEurope } from './mentors/mainland-europe.ts'
import { northAmerica } from './mentors/north-america.ts'
import { oceania } from './mentors/oceania.ts'

export const demoMentors: readonly DemoMentor[] = [
  ...britainAndIreland,
  ...mainlandEurope,
  ...northAmerica,
  ...africaAndSouthAmerica,
  ...asia,
  ...oceania,
]
