/** The figures that a site shows about itself where its operator entered none. */
import type { Figure, ProvenCount } from '#domain/mentors/figures'
import * as m from '#messages/home'

/** Those of the specification (§9), for the home page of a demo and its cohorts. */
export const demoFigures = (): Figure[] => [
  { value: m.figureMore({ count: 150 }), of: m.figureMentees(), note: m.figureMenteesNote() },
  { value: m.figureCount({ count: 8 }), of: m.figureCohorts(), note: m.figureCohortsNote() },
  { value: m.figurePercent({ percent: 94 }), of: m.figureSuccess(), note: m.figureSuccessNote() },
]

const COUNTED = {
  mentors: { of: m.figureMentors, note: m.figureMentorsNote },
  countries: { of: m.figureCountries, note: m.figureCountriesNote },
  sessions: { of: m.figureSessions, note: m.figureSessionsNote },
}

/** Those of the specification (§9), for a demo's page about itself. */
export const demoCommunityFigures = (): Figure[] => [
  { value: m.figureMore({ count: 50 }), of: m.figureMentors(), note: m.figureMentorsNote() },
  { value: m.figureMore({ count: 20 }), of: m.figureCountries(), note: m.figureCountriesNote() },
  { value: m.figureMore({ count: 200 }), of: m.figureSessions(), note: m.figureSessionsNote() },
]

/** Counts of a site's own data. */
export const describeProven = (counts: ProvenCount[]): Figure[] =>
  counts.map(({ of, count }) => ({
    value: m.figureCount({ count }),
    of: COUNTED[of].of(),
    note: COUNTED[of].note(),
  }))
