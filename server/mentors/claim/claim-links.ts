/** Links by which the owner of an imported record takes it over: made by an admin, handed over or emailed. */
import { randomUUID } from 'node:crypto'
import { CLAIM_DAYS } from '#domain/mentors/import/claim'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { hashToken, newToken } from '#server/accounts/sign-in/links'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { endClaimLinks, findOpenLink, insertClaimLink } from '#server/mentors/claim/claim-links-queries'
import { findImportedMentor } from '#server/mentors/import/import-queries'
import { findRecord } from '#server/mentors/record/content-queries'

/** `not_imported`: only imported records have no owner. `claimed`: this one has one by now. */
type ClaimLinkError = { code: 'not_found' } | { code: 'not_imported' } | { code: 'claimed' }

const DAY_MINUTES = 1_440

/** What an admin sees of a record without an owner. `email`: from the import, not verified. */
type Claimable = { name: string; email: string | null; open: { email: string | null; until: Date } | null }

export async function readClaimable(app: App, mentorId: string): Promise<Result<Claimable, ClaimLinkError>> {
  const found = await findClaimable(app.db, mentorId)
  if (!found.ok) return found
  const { record, email } = found.value
  const link = await findOpenLink(app.db, mentorId, app.now())
  return ok({ name: record.content.name, email, open: link ? { email: link.email, until: link.expiresAt } : null })
}

/**
 * Makes a link to claim a record, and ends the earlier one. With an email address it is emailed there, and its token is in
 * that email alone; without one, the token is returned once, for the admin to hand over.
 */
export async function makeClaimLink(
  app: App,
  actor: Actor,
  mentorId: string,
  email: string | null,
): Promise<Result<{ token: string | null; until: Date }, ClaimLinkError>> {
  const token = email === null ? newToken() : null
  const id = randomUUID()
  const now = app.now()
  const expiresAt = minutesAfter(now, CLAIM_DAYS * DAY_MINUTES)
  return transact(app.db, async (tx) => {
    const found = await findClaimable(tx, mentorId, { lock: true })
    if (!found.ok) return found
    await endClaimLinks(tx, mentorId, now)
    await insertClaimLink(tx, { id, mentorId, email, tokenHash: token && hashToken(token), createdAt: now, expiresAt })
    const mail = { about: 'claim', subject: id, kind: 'claim_link', recipient: 'owner', version: 1 } as const
    if (email !== null) await queueMail(app, tx, mail)
    const after = { mailed: email !== null }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.claim_link_made', mentorId, { after }))
    return ok({ token, until: expiresAt })
  })
}

async function findClaimable(db: Db, mentorId: string, { lock = false } = {}) {
  const record = await findRecord(db, { id: mentorId }, { lock })
  if (!record) return err({ code: 'not_found' } as const)
  const imported = await findImportedMentor(db, mentorId)
  if (!imported) return err({ code: 'not_imported' } as const)
  return record.accountId ? err({ code: 'claimed' } as const) : ok({ record, email: imported.email })
}
