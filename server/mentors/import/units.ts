/** What is to be imported of a file: a unit for each record, and one for each document that is only kept. Pure. */
import {
  readExport,
  nameOf,
  type Collection,
  type ImportDocument,
  type NoDocument,
} from '#domain/mentors/import/documents'
import { joinPeople } from '#domain/mentors/import/people'
import type { KeptUnit, MentorUnit, SourceDocument } from '#server/mentors/import/import-documents'
import { readMentorEntry, type MentorEntry } from '#server/mentors/import/mentor-entry'
import { readOldMentor, type ReadOptions } from '#server/mentors/import/old-mentor'
import type { ReportLine } from '#server/mentors/import/report'
import * as m from '#messages/import'

/** `refused`: lines about what is no document. */
export type Units = { mentors: MentorUnit[]; kept: KeptUnit[]; refused: ReportLine[] }

/** Why nothing here is made of them. They are kept as they were, for admins to read. */
const KEPT: Record<Exclude<Collection, 'mentors_section' | 'mentors'>, () => string> = {
  Cohorts: m.keptCohort,
  Bookings: m.keptBooking,
  Feedback: m.keptFeedback,
  Completions: m.keptCompletion,
}

const REFUSED: Record<NoDocument, () => string> = {
  no_collection: m.noCollection,
  no_holder: m.noHolder,
  no_fields: m.noFields,
  no_id: m.noId,
  id_not_kept: m.idNotKept,
  id_twice: m.idTwice,
  too_deep: m.tooDeep,
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
    for (const other of others) kept.push({ document: asSource(other), why: m.keptOther({ where: first.where }) })
    return {
      documents: second ? [first, second] : [first],
      read: readOldMentor({ submission, profile }, options),
      notes:
        second && matched
          ? [m.oneRecord({ first: first.where, second: second.where, matched: matched === 'name' ? 'other' : matched })]
          : [],
    }
  })
  for (const document of documents) {
    const { collection } = document
    if (!isMentor(document)) kept.push({ document: asSource(document), why: KEPT[collection as keyof typeof KEPT]() })
  }
  return {
    mentors,
    kept,
    refused: refused.map(({ where, why }) => ({ where, outcome: 'refused', notes: [REFUSED[why]()] })),
  }
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
