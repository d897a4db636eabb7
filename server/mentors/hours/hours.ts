/** Saves the hours of a mentor. Each change is an audit event. Bookings stay where they are. */
import type { Availability } from '#domain/bookings/availability'
import { lockMentor } from '#server/mentors/queries'
import { toHoursItems, sameItems, type HoursItems } from '#domain/bookings/hours-items'
import { err, ok, type Result } from '#domain/result'
import { wallTimeAt } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { readAvailability } from '#server/mentors/availability/availability-queries'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { writeHours } from '#server/mentors/hours/hours-queries'

type SaveHoursError = { code: 'changed_elsewhere' }

/** A change of the hours that the mentor was shown. */
type HoursChange = { mentorId: string; from: HoursItems; to: Availability }

/**
 * Replaces the hours if they are still `from`, the ones that the change was made to. Of two that save at once one wins,
 * and the other gets an error. Does nothing if nothing has changed.
 */
export async function saveHours(
  app: App,
  { mentorId, from, to }: HoursChange,
  actor: Actor,
): Promise<Result<null, SaveHoursError>> {
  return transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const saved = await readAvailability(tx, mentorId)
    if (!saved) throw new Error(`No mentor ${mentorId}`)
    const today = wallTimeAt(app.now(), saved.timeZone).date
    const [before, after] = [toHoursItems(saved, today), toHoursItems(to, today)]
    if (!sameItems(before, from)) return err({ code: 'changed_elsewhere' })
    if (sameItems(before, after)) return ok(null)
    await writeHours(tx, mentorId, to, today)
    const changes = changesBetween(before, after)
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.hours_changed', mentorId, changes))
    return ok(null)
  })
}

/** Only what differs. */
function changesBetween(before: HoursItems, after: HoursItems) {
  const pick = (some: HoursItems, others: HoursItems) => ({
    ...Object.fromEntries(
      (['starts', 'dates', 'trips'] as const)
        .map((list) => [list, some[list].filter((item) => !others[list].includes(item))] as const)
        .filter(([, items]) => items.length > 0),
    ),
    ...Object.fromEntries(Object.entries(some.rules).filter(([name, value]) => others.rules[name as never] !== value)),
  })
  return { before: pick(before, after), after: pick(after, before) }
}
