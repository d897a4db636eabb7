/** Props of the applicant's own page, made by `app/views/mentors/own-application.ts`. */
import type { MentorStatus } from '#domain/mentors/mentor-status'

export type OwnApplication = {
  status: MentorStatus
  /** "Sunday 22 November, 16:20", on the reader's clock. */
  since: string
  /** The day of the promised answer, "Friday 27 November"; null unless one is waited for. */
  answerBy: string | null
  /** Why they are paused, suspended or rejected, as it was emailed to them; empty if nothing was said. */
  reason: string
  /** Changes that an admin requested, by field, with a link into the form. */
  changeRequests: { label: string; text: string; href: string }[]
  /** Of the request for changes. */
  message: string
  /** Oldest first. */
  history: { at: string; what: string }[]
  /** The name in the address of their public page. */
  slug: string
  canApply: boolean
  canWithdraw: boolean
}
