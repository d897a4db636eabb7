/** Saving the sessions of a public mentor, as the desk edits them. */
import type { SessionContent } from '#domain/mentors/content'
import type { Result } from '#domain/result'
import type { App } from '#server/context'
import { withOwnIds } from '#server/mentors/application/requested-content'
import type { Actor } from '#server/accounts/audit'
import { editRecord, type Edited, type EditError } from '#server/mentors/record/edit'

/** Words and lengths are public at once. New prices wait for review, and a new session with one is offered after it. */
export const saveSessions = (app: App, actor: Actor, sessions: SessionContent[]): Promise<Result<Edited, EditError>> =>
  editRecord(app, actor, (wanted) => ({ ...wanted, sessions: withOwnIds(sessions, wanted) }))
