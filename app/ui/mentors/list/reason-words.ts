/** Why a mentor fits, in words. For loaders only: the names of countries and languages stay on the server. */
import type { Reason } from '#domain/search/reasons'

type NameOf = (code: string) => string

/** `formatShortCountry` returns a country as in a sentence: "the UK". */
export function describeReason(reason: Reason, formatShortCountry: NameOf, languageName: NameOf): string {
  switch (reason.kind) {
    case 'crossing':
      return `Moved from ${formatShortCountry(reason.from)} to ${formatShortCountry(reason.to)}, like you`
    case 'destination':
      return `Also moved to ${formatShortCountry(reason.to)}`
    case 'origin':
      return `Also moved from ${formatShortCountry(reason.from)}`
    case 'language':
      return `Speaks ${languageName(reason.language)}`
    case 'soon':
      return 'Free within a week'
  }
}
