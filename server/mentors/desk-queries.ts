/** SQL for the desk of a mentor. */
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import type { Db } from '#server/platform/db/connect'

/** What the desk says of its mentor, and what they sell. Throws for an unknown id. */
export async function findMentorForDesk(db: Db, mentorId: string) {
  const mentor = await db
    .selectFrom('mentors')
    .select(['id', 'slug', 'name', 'location', 'portrait', 'timeZone', 'status', 'pricePence', 'meetingUrl'])
    .select(['cancelPolicy', 'acceptsPaymentLinks'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessionTypes')
    .select(['minutes', 'pricePence'])
    .where('mentorId', '=', mentorId)
    .execute()
  const move = await db
    .selectFrom('moves')
    .select('fromCountry')
    .where('mentorId', '=', mentorId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  const kinds = sessions.map(({ minutes, pricePence }) => ({ minutes, free: (pricePence ?? mentor.pricePence) === 0 }))
  return { ...mentor, kinds, fromCountry: move?.fromCountry ?? null }
}

export async function setCancelPolicy(tx: Db, mentorId: string, cancelPolicy: CancelPolicy): Promise<void> {
  await tx.updateTable('mentors').set({ cancelPolicy }).where('id', '=', mentorId).execute()
}

export async function setPaymentLinks(tx: Db, mentorId: string, acceptsPaymentLinks: boolean): Promise<void> {
  await tx.updateTable('mentors').set({ acceptsPaymentLinks }).where('id', '=', mentorId).execute()
}

export async function setMeetingUrl(tx: Db, mentorId: string, meetingUrl: string | null): Promise<void> {
  await tx.updateTable('mentors').set({ meetingUrl }).where('id', '=', mentorId).execute()
}
