/** Imported mentors, for tests of what follows. */
import { importDocuments } from '#server/mentors/import/import-documents'
import { readMentorsFile } from '#server/mentors/import/mentors-file-form'
import { unitsOfExport, unitsOfMentorsFile } from '#server/mentors/import/units'
import type { TestApp } from '../product/app.ts'
import { mentorEntry, mentorsFile, oldProfile, oldSubmission, READ_OPTIONS } from './exports.ts'

/** Imports and gives the id of the first record. */
async function importUnits(test: TestApp, units: ReturnType<typeof unitsOfExport>): Promise<string> {
  let id = ''
  const findPicture = async (path: string) => ({ why: `picture ${path}: none` })
  const options = {
    publish: false,
    findPicture,
    report: (line: { mentorId?: string }) => void (id ||= line.mentorId ?? ''),
  }
  await importDocuments(test.app, units, options)
  return id
}

/** A hidden record of the described system, which lacks a move. */
export function addImported(test: TestApp, changes: Record<string, unknown> = {}): Promise<string> {
  const json = { mentors_section: { s1: oldSubmission(changes) }, mentors: { u1: oldProfile() } }
  return importUnits(test, unitsOfExport(json, { ...READ_OPTIONS, now: test.clock.time }))
}

/** A hidden record that lacks nothing. */
export function addWholeImported(test: TestApp): Promise<string> {
  const read = readMentorsFile(mentorsFile(mentorEntry({ email: 'elif@example.com' })), READ_OPTIONS.bounds)
  if (!read.ok) throw new Error(read.error)
  return importUnits(test, unitsOfMentorsFile(read.value, new Set(), { ...READ_OPTIONS, now: test.clock.time }))
}
