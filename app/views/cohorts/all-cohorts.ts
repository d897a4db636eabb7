/** All cohorts, for an admin. Server side. */
import { readCohortStatus } from '#domain/cohorts/cohort-status'
import { countWaitingForSeats } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import { areCohortsPublished, listAllCohorts, listImportedCohorts } from '#server/cohorts/queries'
import type { App } from '#server/context'
import type { AllCohorts } from '../../ui/cohorts/all-cohorts.tsx'
import { formatDates } from '../../ui/cohorts/cohort-view.ts'
import { COHORT_STATUS_WORDS } from '../../ui/cohorts/status-words.ts'
import { readDemand } from './crossing-waitlist.ts'

export async function readAllCohorts({ db, now }: App): Promise<AllCohorts> {
  const [published, all, imported, demand] = await Promise.all([
    areCohortsPublished(db),
    listAllCohorts(db),
    listImportedCohorts(db),
    readDemand({ db, now }),
  ])
  const waiting = await countWaitingForSeats(
    db,
    all.map(({ id }) => id),
    now(),
  )
  return {
    demand,
    published,
    accepted: all.filter(({ status }) => status === 'accepted').length,
    cohorts: all.map(({ id, title, mentorName, startsOn, endsOn, seats, status }) => ({
      id,
      title,
      mentorName,
      dates: formatDates({ startsOn, endsOn }),
      seats,
      waiting: waiting.get(id) ?? 0,
      status: COHORT_STATUS_WORDS[status](),
    })),
    imported: imported.map(({ id, title, mentorName, status }) => {
      const known = readCohortStatus(status ?? '')
      return { id, title: title ?? id, mentorName: mentorName ?? '', status: known && COHORT_STATUS_WORDS[known]() }
    }),
  }
}
