/** The address at which a mentor meets people. It is on no public page. */
import { err, ok, type Result } from '#domain/result'
import { lockMentor } from '#server/mentors/queries'
import { readWebAddress } from '#domain/web-address'
import type { App } from '#server/context'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { findMentorForDesk, setMeetingUrl } from '#server/mentors/desk-queries'

type SaveMeetingLinkError = { code: 'unsafe_address' }

/** Saves and records the link; an empty text removes it. Does nothing if it is the same. */
export async function saveMeetingLink(
  app: App,
  { mentorId, typed }: { mentorId: string; typed: string },
  actor: Actor,
): Promise<Result<null, SaveMeetingLinkError>> {
  const wanted = typed === '' ? null : readWebAddress(typed)
  if (typed !== '' && wanted === null) return err({ code: 'unsafe_address' })
  await transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const { meetingUrl } = await findMentorForDesk(tx, mentorId)
    if (meetingUrl === wanted) return
    await setMeetingUrl(tx, mentorId, wanted)
    const change = { before: { meeting_url: meetingUrl }, after: { meeting_url: wanted } }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.meeting_link_changed', mentorId, change))
  })
  return ok(null)
}
