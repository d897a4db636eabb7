/** SQL that takes a person out of a mentor's record. Its row stays, since bookings name it. */
import { sql } from 'kysely'
import { emptyAuditEvents } from '#server/accounts/audit-queries'
import type { Db } from '#server/platform/db/connect'
import { inEnglish } from '#server/platform/language/language'
import * as m from '#messages/privacy'

/** Ids of the documents that a mentor gave, whose files are to be removed. */
export async function listAllDocuments(tx: Db, mentorId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('mentorDocuments')
    .select('id')
    .where('mentorId', '=', mentorId)
    .where('removedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Call it with the row locked. Currency, hours and what was sold stay; all words, names and addresses go. */
export async function eraseMentorRow(tx: Db, id: string, now: Date): Promise<void> {
  for (const table of [
    ...(['moves', 'sessionTypes', 'mentorTopics', 'dateOverrides', 'travelZones', 'mentorViews'] as const),
    ...(['busyCalendars', 'mentorSubmissions', 'mentorChecks', 'mentorCheckCodes', 'claimLinks'] as const),
    ...(['previousSlugs', 'importedMentors', 'connectedAccounts'] as const),
  ]) {
    await tx.deleteFrom(table).where('mentorId', '=', id).execute()
  }
  // Bookings name their codes, which stay. They were written by the mentor, so they are replaced.
  await sql`update discount_codes
    set code = 'ERASED' || upper(replace(id::text, '-', '')), disabled_at = coalesce(disabled_at, ${now})
    where mentor_id = ${id}`.execute(tx)
  await forgetAgreements(tx, id)
  await tx.updateTable('importedDocuments').set({ fields: null }).where('mentorId', '=', id).execute()
  await tx
    .updateTable('mentors')
    .set({
      slug: `erased-${id}`,
      name: inEnglish(m.formerMentor),
      role: '',
      experience: 0,
      location: '',
      languages: [],
      otherLanguages: [],
      university: '',
      education: '',
      linkedin: '',
      about: '',
      whyMentor: '',
      helpWith: [],
      portrait: null,
      timeZone: 'UTC',
      meetingUrl: null,
      createdBy: 'anonymous',
      accountId: null,
      company: '',
      phone: '',
      specialization: '',
      qualification: '',
      hoursPerWeek: null,
      statusReason: '',
      textsLanguage: null,
      detectedLanguage: null,
      translations: '[]',
      erasedAt: now,
    })
    .where('id', '=', id)
    .execute()
  await emptyAuditEvents(tx, 'mentors', [id])
}

/** What the mentor has said to codes of the operator's. In the order of ids, as everything locks codes. */
const forgetAgreements = (tx: Db, id: string) =>
  sql`with locked as (
      select id from discount_codes
      where mentor_ids @> array[${id}::uuid] and borne_by = 'mentor' and mentor_id is null
      order by id for no key update
    )
    update discount_codes set agreed_mentor_ids = array_remove(agreed_mentor_ids, ${id}),
      declined_mentor_ids = array_remove(declined_mentor_ids, ${id})
    from locked where discount_codes.id = locked.id`.execute(tx)
