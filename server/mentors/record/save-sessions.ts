/** Saving the sessions of a public mentor, as the desk edits them. */
import type { SessionContent } from '#domain/mentors/content'
import type { Result } from '#domain/result'
import type { App } from '#server/context'
import { withOwnIds } from '#server/mentors/application/requested-content'
import type { By } from '#server/accounts/audit'
import { editRecord, type Edited, type EditError } from '#server/mentors/record/edit'

/** Words and lengths are public at once. New prices wait for review, and a new session with one is offered after it. */
export const saveSessions = (app: App, by: By, sessions: SessionContent[]): Promise<Result<Edited, EditError>> =>
  editRecord(app, by, (wanted) => ({ ...wanted, sessions: withOwnIds(sessions, wanted) }))
