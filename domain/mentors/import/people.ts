/** Which documents of an export are about one person. Pure. */
import { readMentorStatus } from '#domain/mentors/mentor-status'
import { fold } from '#domain/search/words'
import { nameOf, type ImportDocument } from './documents.ts'
import { lineIn, readInstant } from './values.ts'

/**
 * What one mentor's record is made of. `others`: further submissions of the same person, of which nothing is taken.
 * `matched`: why submission and profile are one person's: it names the user, or it is anonymous with the same email or name.
 */
export type Person = {
  submission: ImportDocument | null
  profile: ImportDocument | null
  others: ImportDocument[]
  matched: 'user' | 'email' | 'name' | null
}

/** Recorded for visitors without a session. It is no user's id. */
const ANONYMOUS = 'anonymous'

/**
 * Joins submissions (`mentors_section`) and profiles (`mentors`, whose ids are user ids). A submission belongs to the
 * profile of the user who made it; an anonymous one belongs to the only profile with its email or name, if no
 * other submission has those. Of several submissions of one user an accepted one counts before others, then the newest.
 */
export function joinPeople(documents: ImportDocument[]): Person[] {
  const submissions = documents.filter(({ collection }) => collection === 'mentors_section')
  const profiles = documents.filter(({ collection }) => collection === 'mentors')
  const findUser = (submission: ImportDocument) => {
    const user = lineIn(submission.fields['createdBy'])
    return user === '' || user === ANONYMOUS ? null : user
  }
  const byUser = Map.groupBy(
    submissions.filter((submission) => findUser(submission) !== null),
    (submission) => findUser(submission)!,
  )
  const profilesById = new Map(profiles.map((profile) => [profile.id, profile]))
  const people: Person[] = []
  for (const [user, own] of byUser) {
    const [submission = null, ...others] = own.toSorted(byWeight)
    const profile = profilesById.get(user) ?? null
    profilesById.delete(user)
    people.push({ submission, profile, others, matched: profile && 'user' })
  }
  const unsigned = new Set(submissions.filter((submission) => findUser(submission) === null))
  const left = new Set(profilesById.values())
  for (const [field, keyOf] of [
    ['email', emailKey],
    ['name', nameKey],
  ] as const) {
    const ofKey = Map.groupBy(left, keyOf)
    const submissionsOfKey = Map.groupBy(unsigned, keyOf)
    for (const [key, found] of ofKey) {
      const own = submissionsOfKey.get(key) ?? []
      if (key === '' || found.length !== 1 || own.length !== 1) continue
      const [profile, submission] = [found[0]!, own[0]!]
      people.push({ submission, profile, others: [], matched: field })
      left.delete(profile)
      unsigned.delete(submission)
    }
  }
  for (const submission of unsigned) people.push({ submission, profile: null, others: [], matched: null })
  for (const profile of left) people.push({ submission: null, profile, others: [], matched: null })
  return people
}

const emailKey = ({ fields }: ImportDocument) => lineIn(fields['email']).toLowerCase()
const nameKey = ({ fields }: ImportDocument) => fold(lineIn(fields['name'] ?? fields['fullName']))

/** Accepted before others, then newer before older, then by id, so that the order of a file decides nothing. */
function byWeight(a: ImportDocument, b: ImportDocument): number {
  const accepted = (document: ImportDocument) =>
    readMentorStatus(lineIn(document.fields['status'])) === 'accepted' ? 0 : 1
  const written = (document: ImportDocument) => readInstant(document.fields['createdAt'])?.getTime() ?? 0
  return accepted(a) - accepted(b) || written(b) - written(a) || (nameOf(a) < nameOf(b) ? -1 : 1)
}
