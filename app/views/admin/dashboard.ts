/** The admins' dashboard: what waits, whether all is well, today's sessions. Server side. */
import type { Decider } from '#domain/accounts/conflict-of-interest'
import { dateKeyIn, timeIn } from '#domain/time/clock'
import { calendarInstant, DAY_MS, dateAfter, HOUR_MS } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import { listSessionsBetween } from '#server/bookings/admin/week-queries'
import type { App } from '#server/context'
import { countOpenConcerns, listOpenConcerns } from '#server/platform/concerns-queries'
import { listFailedJobs, listRetriedJobs, readHealth } from '#server/payments/health-queries'
import * as m from '#messages/admin'
import { shortMomentIn, cityTimeIn } from '#words/time'
import type { ConcernsView } from '../../ui/admin/bookings/concerns.tsx'
import type { HealthView } from '../../ui/admin/health.tsx'
import type { TodayView } from '../../ui/admin/today.tsx'
import { describeAuditEvent } from './audit-words.ts'
import { concernView, isDecidedElsewhere } from './concern-words.ts'

const CONCERNS_SHOWN = 20
const SESSIONS_SHOWN = 30
const JOBS_SHOWN = 10

/** `query`: the query of the address. It may name a concern and the action to confirm. */
export async function readConcerns(
  app: App,
  query: URLSearchParams,
  { zone, decider }: { zone: string; decider: Decider },
): Promise<ConcernsView> {
  const open = (await listOpenConcerns(app.db, CONCERNS_SHOWN * 2)).filter((concern) => !isDecidedElsewhere(concern))
  const [id, about] = [query.get('concern'), query.get('do')]
  return {
    concerns: open.slice(0, CONCERNS_SHOWN).map((concern) => concernView(concern, decider, zone)),
    isMore: open.length > CONCERNS_SHOWN,
    confirming: id && (about === 'refund' || about === 'dismiss') ? { id, about } : null,
  }
}

/** Whether webhooks arrive, emails leave, jobs run and the books agree. */
export async function readHealthView(app: App, zone: string): Promise<HealthView> {
  const now = app.now()
  const yesterday = new Date(now.getTime() - DAY_MS)
  const [health, jobs, retried, concerns] = await Promise.all([
    readHealth(app.db, yesterday),
    listFailedJobs(app.db, JOBS_SHOWN),
    listRetriedJobs(app.db, yesterday),
    countOpenConcerns(app.db),
  ])
  const count = (kind: Parameters<typeof concerns.get>[0]) => concerns.get(kind) ?? 0
  return {
    lastWebhook: health.lastWebhook && describeAgo(health.lastWebhook, now),
    failedMails: count('mail_not_sent') + count('mail_bounced'),
    failedEvents: count('event_failed'),
    waiting: health.eventsWaiting + health.refundsWaiting + health.mailsWaiting,
    compared: health.comparedUntil && describeAgo(health.comparedUntil, now),
    differences: count('mismatch'),
    repaired: health.repaired.map(({ at, action, what }, n) => ({
      key: `${at.getTime()} ${n}`,
      at: shortMomentIn(at, zone),
      what: what ? m.labelled({ label: describeAuditEvent(action), text: what }) : describeAuditEvent(action),
    })),
    // One that failed again is among the failed ones.
    retried: retried
      .filter(({ state }) => state !== 'failed')
      .map(({ id, name, at, state }) => ({ id, name, at: shortMomentIn(at, zone), isDone: state === 'done' })),
    jobs: jobs.map(({ id, name, failedAt }) => ({ id, name, at: shortMomentIn(new Date(failedAt), zone) })),
  }
}

/** "48 s ago", "12 minutes ago", "3 days ago" */
function describeAgo(at: Date, now: Date): string {
  const milliseconds = Math.max(now.getTime() - at.getTime(), 0)
  if (milliseconds < 60_000) return m.secondsAgo({ count: Math.floor(milliseconds / 1000) })
  if (milliseconds < HOUR_MS) return m.minutesAgo({ count: Math.floor(milliseconds / 60_000) })
  if (milliseconds < 2 * DAY_MS) return m.hoursAgo({ count: Math.floor(milliseconds / HOUR_MS) })
  return m.daysAgo({ count: Math.floor(milliseconds / DAY_MS) })
}

/** Sessions of this date on the admin's clock. */
export async function readToday(app: App, zone: string): Promise<TodayView> {
  const now = app.now()
  const today = dateKeyIn(now, zone)
  const [from, until] = [today, dateAfter(today, 1)].map((date) => calendarInstant({ date, time: '00:00' }, zone)!)
  const sessions = await listSessionsBetween(app.db, from!, until!, SESSIONS_SHOWN + 1)
  return {
    place: zoneCity(zone),
    isMore: sessions.length > SESSIONS_SHOWN,
    tomorrow: `/admin-dashboard/bookings?from=${dateAfter(today, 1)}&until=${dateAfter(today, 1)}&sort=earliest`,
    all: `/admin-dashboard/bookings?from=${today}&until=${today}&sort=earliest`,
    sessions: sessions.slice(0, SESSIONS_SHOWN).map((session) => {
      const { startsAt: at, minutes } = session
      const ahead = Math.ceil((at.getTime() - now.getTime()) / 60_000)
      const isOn = ahead <= 0 && ahead > -minutes
      return {
        reference: session.reference,
        at: at.toISOString(),
        time: timeIn(at, zone),
        who: m.mentorWithMentee({ mentorName: session.mentorName, menteeName: session.menteeName }),
        clocks: [session.mentorTimeZone, session.menteeTimeZone].map((each) => cityTimeIn(at, each)),
        soon: isOn ? m.now() : ahead > 0 && ahead <= 60 ? m.inMinutes({ count: ahead }) : null,
        status: session.status,
      }
    }),
  }
}
