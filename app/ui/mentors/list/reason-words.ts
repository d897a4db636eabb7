/** Why a mentor fits, in words. For loaders only: the names of countries and languages stay on the server. */
import type { Reason } from '#domain/search/reasons'
import * as m from '#messages/mentors'

type NameOf = (code: string) => string

/** `formatShortCountry` returns a country as in a sentence: "the UK". */
export function describeReason(reason: Reason, formatShortCountry: NameOf, languageName: NameOf): string {
  switch (reason.kind) {
    case 'crossing':
      return m.sameCrossing({ from: formatShortCountry(reason.from), to: formatShortCountry(reason.to) })
    case 'destination':
      return m.sameDestination({ to: formatShortCountry(reason.to) })
    case 'origin':
      return m.sameOrigin({ from: formatShortCountry(reason.from) })
    case 'language':
      return m.speaksLanguage({ language: languageName(reason.language) })
    case 'soon':
      return m.freeWithinWeek()
  }
}
