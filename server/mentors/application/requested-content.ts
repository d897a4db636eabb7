/** Turns an application into a mentor's content. Checks what depends on stored data. */
import { randomUUID } from 'node:crypto'
import {
  withoutEarning,
  type ApplicationRequest,
  type MentorContent,
  type SessionContent,
} from '#domain/mentors/content'
import { err, ok, type Result } from '#domain/result'
import { countryName } from '#server/platform/reference/countries'
import { readLanguages } from '#server/platform/reference/languages'
import * as m from '#messages/forms'

type FieldErrors = Record<string, string>

/**
 * `earlier`: the record so far; null before the first submission. `beside`: fields that only the profile form has.
 * `topics`: the codes that are offered. One that was retired stays with who has it.
 */
export function requestedContent(
  request: ApplicationRequest,
  {
    earlier,
    beside,
    portrait,
    topics,
  }: {
    earlier: MentorContent | null
    beside: Partial<MentorContent>
    portrait: string | null
    topics: Set<string>
  },
): Result<MentorContent, FieldErrors> {
  const errors: FieldErrors = {}
  const { codes, unknown } = readLanguages(request.languages)
  if (codes.length + unknown.length === 0) errors['languages'] = m.enterLanguages()
  if (request.topics.some((topic) => !topics.has(topic) && !earlier?.topics.includes(topic)))
    errors['topics'] = m.chooseTopics()
  for (const [place, { fromCountry, toCountry }] of request.moves.entries()) {
    if (!isCountry(fromCountry)) errors[`moves.${place}.fromCountry`] = m.chooseCountry()
    if (!isCountry(toCountry)) errors[`moves.${place}.toCountry`] = m.chooseCountry()
  }
  if (Object.keys(errors).length > 0) return err(errors)
  return ok(
    withoutEarning({
      ...request,
      languages: codes,
      otherLanguages: unknown,
      portrait,
      phone: earlier?.phone ?? '',
      specialization: earlier?.specialization ?? '',
      qualification: earlier?.qualification ?? '',
      hoursPerWeek: earlier?.hoursPerWeek ?? null,
      translations: earlier?.translations ?? [],
      ...beside,
      sessions: withOwnIds(request.sessions, earlier),
    }),
  )
}

/** Ids in forms prove nothing: a session that is not theirs already is a new one. */
export function withOwnIds(sessions: SessionContent[], earlier: MentorContent | null): SessionContent[] {
  const own = new Set(earlier?.sessions.map(({ id }) => id))
  return sessions.map((session) => {
    const isOwn = own.delete(session.id) // At most once.
    return { ...session, id: isOwn ? session.id : randomUUID() }
  })
}

const isCountry = (code: string) => countryName(code) !== code
