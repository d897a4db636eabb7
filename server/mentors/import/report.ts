/** What an import says about each document. */

/**
 * `taken`: a new record is made of it, or it is part of one. `updated`: a newer version changed the record. `unchanged`:
 * it was imported before. `kept`: stored as it was, since nothing here is made of it. `refused`: nothing is stored.
 */
export type Outcome = 'taken' | 'updated' | 'unchanged' | 'kept' | 'refused'

/** `where`: "mentors_section/abc". `notes`: what was mended, or why it was refused. `mentorId`: of its record. */
export type ReportLine = { where: string; outcome: Outcome; notes: string[]; mentorId?: string }
