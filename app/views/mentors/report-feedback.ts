/** The page on which feedback is reported. Server side. */
import type { Client } from '#domain/accounts/client'
import { isRowId } from '#domain/row-id'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { reportFeedback } from '#server/bookings/after-session/feedback'
import { findPublishedFeedback } from '#server/bookings/after-session/feedback-queries'
import type { App } from '#server/context'

export async function findReportable({ db }: App, id: string) {
  if (!isRowId(id)) return null
  const feedback = await findPublishedFeedback(db, id)
  if (!feedback) return null
  const { author, rating, text, mentorName, slug } = feedback
  return { id, author, rating, text, mentorName, slug }
}

const REPORTS = { network: { max: 5, minutes: 60 }, farNetwork: { max: 25, minutes: 60 } }

export async function postReport(app: App, id: string, client: Client): Promise<'reported' | 'not_found' | TooMany> {
  const counted = await limitByNetwork(app, 'feedback_report', client, REPORTS)
  if (!counted.ok) return counted.error
  return isRowId(id) && (await reportFeedback(app, id)) ? 'reported' : 'not_found'
}
