/** Where the two people of a session meet: the mentor's own address, or a room that is made for this booking. */
import type { App } from '#server/context'
import { findMeetingUrl } from '#server/bookings/calendar/meeting-queries'

const ROOM_BYTES = 16 // 128 bits, so it cannot be guessed.

/**
 * The address of the meeting. Show it to the booking's two people only, and only while `joinState` says that it is open.
 */
export async function findMeeting(
  app: Pick<App, 'db' | 'config' | 'secretFor'>,
  { id, mentorId }: { id: string; mentorId: string },
): Promise<string> {
  return (await findMeetingUrl(app.db, mentorId)) ?? `https://${app.config.MEETING_HOST}/${makeRoomUrl(app, id)}`
}

/** In hexadecimal, because Jitsi takes small and capital letters for the same. */
function makeRoomUrl(app: Pick<App, 'secretFor'>, bookingId: string): string {
  const secret = Buffer.from(app.secretFor('meeting room', bookingId), 'base64url')
  return secret.subarray(0, ROOM_BYTES).toString('hex')
}
