/** What is to be imported of a file: a unit for each record, and one for each document that is only kept. Pure. */
import { readExport, nameOf, type Collection, type ImportDocument } from '#domain/mentors/import/documents'
import { joinPeople } from '#domain/mentors/import/people'
import type { KeptUnit, MentorUnit, SourceDocument } from '#server/mentors/import/import-documents'
import { readMentorEntry, type MentorEntry } from '#server/mentors/import/mentor-entry'
import { readOldMentor, type ReadOptions } from '#server/mentors/import/old-mentor'
import type { ReportLine } from '#server/mentors/import/report'

/** `refused`: lines about what is no document. */
export type Units = { mentors: MentorUnit[]; kept: KeptUnit[]; refused: ReportLine[] }

/** Why nothing here is made of them. They are kept as they were, for admins to read. */
const KEPT: Record<Exclude<Collection, 'mentors_section' | 'mentors'>, string> = {
  Cohorts: 'kept as it was, for the cohorts of this product',
  Bookings: 'kept as it was: without addresses, price and payment it is no booking here',
  Feedback: 'kept as it was: without a booking it counts for no rating',
  Completions: 'kept as it was: the description of the system names no field of it',
}

const isMentor = ({ collection }: ImportDocument): boolean =>
  collection === 'mentors_section' || collection === 'mentors'

const asSource = (document: ImportDocument): SourceDocument => ({ ...document, where: nameOf(document) })

/** The units of an export of the described system. */
export function unitsOfExport(json: unknown, options: ReadOptions): Units {
  const { documents, refused } = readExport(json)
  const kept: KeptUnit[] = []
  const mentors = joinPeople(documents).map(({ submission, profile, others, matched }): MentorUnit => {
    const [first, second] = [submission, profile].filter((document) => document !== null).map(asSource)
    if (!first) throw new Error('A person without documents')
    for (const other of others)
      kept.push({ document: asSource(other), why: `kept as it was: of the same person, ${first.where} counts` })
    return {
      documents: second ? [first, second] : [first],
      read: readOldMentor({ submission, profile }, options),
      notes: second && matched ? [`one record of ${first.where} and ${second.where}: ${matched}`] : [],
    }
  })
  for (const document of documents) {
    const { collection } = document
    if (!isMentor(document)) kept.push({ document: asSource(document), why: KEPT[collection as keyof typeof KEPT] })
  }
  return { mentors, kept, refused: refused.map(({ where, why }) => ({ where, outcome: 'refused', notes: [why] })) }
}

/** The units of a `mentors.json`. */
export function unitsOfMentorsFile(
  { entries, wrong }: { entries: MentorEntry[]; wrong: { where: string; why: string[] }[] },
  topics: Set<string>,
  options: ReadOptions,
): Units {
  const mentors = entries.map((entry): MentorUnit => {
    const { id } = entry
    const document = { where: `mentors.json/${id}`, collection: 'mentors.json', id, fields: { ...entry } }
    return { documents: [document], read: readMentorEntry(entry, topics, options), notes: [] }
  })
  return { mentors, kept: [], refused: wrong.map(({ where, why }) => ({ where, outcome: 'refused', notes: why })) }
}
