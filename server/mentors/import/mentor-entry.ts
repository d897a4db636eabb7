/** Makes a mentor to be imported of an entry of a `mentors.json`. What only the kept data know is checked here. */
import { withoutEarning, type MentorContent } from '#domain/mentors/content'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { fromMajorUnits, type MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { countryName } from '#server/platform/reference/countries'
import { readLanguages } from '#server/platform/reference/languages'
import { zoneOfLocation } from '#server/platform/reference/locations'
import type { MentorToImport, ReadOptions } from '#server/mentors/import/old-mentor'
import * as m from '#messages/import'

/** An entry as `mentors-file-form.ts` reads it. */
export type MentorEntry = Omit<
  MentorContent,
  'languages' | 'otherLanguages' | 'price' | 'portrait' | 'timeZone' | 'sessions'
> & {
  id: string
  languages: string[]
  price: number
  timeZone?: string | undefined
  email?: string | undefined
  portrait?: string | undefined
  sessions: (Omit<MentorContent['sessions'][number], 'id' | 'price'> & { price: number | null })[]
}

/** Their operator vouches for them, so they count as accepted. `topics`: the codes there are. */
export function readMentorEntry(
  entry: MentorEntry,
  topics: Set<string>,
  { zone, now, bounds: { currency } }: ReadOptions,
): Result<MentorToImport, string[]> {
  const { id: _id, email, portrait, price, sessions, languages, timeZone: given, ...same } = entry
  const notes: string[] = []
  const reasons = [
    ...entry.topics.filter((topic) => !topics.has(topic)).map((topic) => m.topicUnknown({ topic })),
    ...entry.moves
      .flatMap(({ fromCountry, toCountry }) => [fromCountry, toCountry])
      .filter((code) => countryName(code) === code)
      .map((code) => m.moveCountryUnknown({ code })),
  ]
  const givenZone = given ?? zoneOfLocation(entry.location)
  if (!given && givenZone) notes.push(m.zoneByLocation({ zone: givenZone }))
  const timeZone = givenZone ?? zone
  if (!timeZone) reasons.push(m.zoneUnknown({ location: entry.location }))
  if (reasons.length > 0 || !timeZone) return err(reasons)
  const read = readLanguages(languages.join(', '))
  if (read.unknown.length > 0) notes.push(m.languagesKept({ languages: read.unknown.join(', ') }))
  const toAmount = (typed: number): MinorUnits => fromMajorUnits(typed, currency)!
  const content = withoutEarning({
    ...same,
    topics: [...new Set(entry.topics)],
    languages: read.codes,
    otherLanguages: read.unknown,
    linkedin: linkedinAddress(entry.linkedin) ?? '',
    portrait: null,
    timeZone,
    price: toAmount(price),
    currency,
    sessions: sessions.map((session) => ({
      ...session,
      id: '',
      price: session.price === null ? null : toAmount(session.price),
    })),
  })
  if (content.price !== toAmount(price)) notes.push(m.pricesZero())
  return ok({
    content,
    statusBefore: 'accepted',
    createdBy: 'anonymous',
    createdAt: now,
    email: email ?? null,
    picture: portrait ?? null,
    notes,
  })
}
