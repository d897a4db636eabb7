/** Why a mentor fits, in words. For loaders only: the names of countries and languages stay on the server. */
import { formatAverage } from '#domain/mentors/feedback'
import type { Reason } from '#domain/search/reasons'
import { plural } from '#domain/quantities'

type NameOf = (code: string) => string

/** `countryInWords` returns a country as in a sentence: "the United Kingdom". */
export function reasonInWords(reason: Reason, countryInWords: NameOf, languageName: NameOf): string {
  switch (reason.kind) {
    case 'crossing':
      return `Same crossing: ${countryInWords(reason.from)} to ${countryInWords(reason.to)}`
    case 'destination':
      return `Also moved to ${countryInWords(reason.to)}`
    case 'origin':
      return `Also moved from ${countryInWords(reason.from)}`
    case 'language':
      return `Speaks ${languageName(reason.language)}`
    case 'soon':
      return 'Free within a week'
    case 'rating':
      return `Rated ${formatAverage(reason.average)} by ${plural(reason.count, 'mentee')}`
  }
}
