/** What the page of a cohort shows, made of what was proposed and the day it is looked at. */
import type { CohortContent } from '#domain/cohorts/content'
import { progressOn, weekNumber } from '#domain/cohorts/dates'
import * as m from '#messages/cohorts'
import { dayOfKey, dayAndYearOfKey } from '#words/time'
import type { LangAttributes } from '../lang-attributes.ts'

type SessionView = {
  topic: string
  details: string
  week: number
  /** "Thursday 1 October" */
  day: string
  state: 'held' | 'next' | 'to_come'
}

/** `due`: "Friday 6 September". `done`: null where it cannot be ticked. */
type TaskView = { title: string; description: string; due: string; done: boolean | null }

/** `url`: null in a sample. */
type ResourceView = { title: string; url: string | null }

export type CohortView = Pick<
  CohortContent,
  | 'title'
  | 'subtitle'
  | 'mentorName'
  | 'seats'
  | 'pricePence'
  | 'currency'
  | 'commitment'
  | 'audience'
  | 'welcome'
  | 'coreSkills'
  | 'interviewPrep'
  | 'skillsGain'
  | 'progress'
  | 'picture'
> & {
  /** "Monday 7 September 2026" */
  starts: string
  ends: string
  schedule: SessionView[]
  tasks: TaskView[]
  resources: ResourceView[]
  held: number
  /** Per cent of the sessions held. */
  percent: number
  /** "week 3 of 8, 40 % of the sessions held", "8 weeks, still to come" */
  when: string
  /** Of what its proposer wrote. Absent in the sample, which is the product's. */
  langAttributes?: LangAttributes
}

/** "Monday 2 September to Friday 25 October 2030" */
export const formatDates = ({ startsOn, endsOn }: Pick<CohortContent, 'startsOn' | 'endsOn'>): string =>
  m.dateRange({ starts: dayOfKey(startsOn), ends: dayAndYearOfKey(endsOn) })

/** `today`: YYYY-MM-DD. `done`: the places of the tasks that are ticked; null where none can be ticked. */
export function buildCohortView(
  content: CohortContent,
  today: string,
  done: ReadonlySet<number> | null = null,
): CohortView {
  const { startsOn, endsOn, schedule, tasks, resources, ...same } = content
  const progress = progressOn(content, today)
  const next = progress.next && schedule.indexOf(progress.next)
  return {
    ...same,
    starts: dayAndYearOfKey(startsOn),
    ends: dayAndYearOfKey(endsOn),
    schedule: schedule.map(({ topic, date, details }, place) => ({
      topic,
      details,
      week: weekNumber(startsOn, date),
      day: dayOfKey(date),
      state: place === next ? 'next' : date < today ? 'held' : 'to_come',
    })),
    tasks: tasks.map(({ due, ...task }, place) => ({
      ...task,
      due: dayOfKey(due),
      done: done === null ? null : done.has(place),
    })),
    resources: resources.map(({ title, url }) => ({ title, url: url || null })),
    held: progress.held,
    percent: progress.percent,
    when:
      progress.week !== null
        ? m.whenRunning({ week: progress.week, weeks: progress.weeks, percent: progress.percent })
        : progress.stage === 'over'
          ? m.whenOver()
          : m.whenComing({ weeks: progress.weeks }),
  }
}
