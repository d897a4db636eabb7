/** The minute's work on sessions that are over. Idempotent, and any number of processes may do it at once. */
import { completeEnded } from '#server/bookings/after-session/complete'
import { publishDueFeedback } from '#server/bookings/after-session/feedback-queries'
import { settleUncontested } from '#server/bookings/after-session/no-show'
import type { App } from '#server/context'
import { pauseUnreliableMentors } from '#server/mentors/record/unreliable'

const BATCH = 200

/** Lets uncontested no-shows take effect, completes sessions, publishes feedback, and pauses mentors who let people down. */
export async function finishSessions(app: App): Promise<void> {
  await settleUncontested(app, BATCH)
  await completeEnded(app, BATCH)
  await publishDueFeedback(app.db, app.now())
  await pauseUnreliableMentors(app)
}
