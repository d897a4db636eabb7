/**
 * Booking rules of some demo mentors; the others have the defaults. Days count from the seeding, so that every demo has
 * days off and travel in its near future.
 */
import type { Insertable } from 'kysely'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { dateAfter, wallTimeAt } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'

type Rules = {
  /** Starts of each weekday, Monday first. */
  weekly?: string[][]
  bufferAfter?: number
  noticeHours?: number
  horizonDays?: number
  dayCap?: number
  weekCap?: number
  /** Overrides the starts of single days; an empty list is a day off. */
  days?: { inDays: number; starts: string[] }[]
  travel?: { inDays: number; days: number; timeZone: string; startsFollow: boolean }
}

const everyDay = (...starts: string[]) => Array.from({ length: 7 }, () => starts)
const onWeekdays = (...starts: string[]) => [...Array.from({ length: 5 }, () => starts), [], []]
const atWeekends = (...starts: string[]) => [[], [], [], [], [], starts, starts]

const rules: Record<string, Rules> = {
  'zoe-van-der-merwe': { weekly: onWeekdays('18:00', '19:15'), bufferAfter: 15 },
  'imran-siddiqui': { weekly: onWeekdays('07:00', '20:00', '21:15'), dayCap: 2, weekCap: 6 },
  'olena-kovalenko': {
    weekly: everyDay('18:00', '19:00', '20:00', '21:00', '22:00'),
    noticeHours: 48,
    days: [{ inDays: 5, starts: [] }],
  },
  'lukasz-wisniewski': { travel: { inDays: 10, days: 11, timeZone: 'Asia/Tokyo', startsFollow: true } },
  'sanne-de-vries': {
    weekly: everyDay('08:00', '09:15', '17:45', '19:00'),
    travel: { inDays: 14, days: 10, timeZone: 'Europe/Amsterdam', startsFollow: false },
  },
  'jomar-villanueva': { weekly: everyDay('06:30', '07:30', '20:30'), days: [{ inDays: 3, starts: ['11:00'] }] },
  'harpreet-gill': { weekly: atWeekends('09:00', '10:00', '11:00'), horizonDays: 90 },
  'yuting-chen': { weekly: everyDay('09:30', '11:00', '17:00', '18:15') },
  'ibrahim-diallo': { weekly: onWeekdays('16:00', '17:00', '18:00') },
  'yuki-tanaka': { weekly: onWeekdays('08:30', '18:45', '20:00') },
  'sujata-gurung': { weekly: everyDay('06:15', '16:45', '18:00') },
  'arjun-mehta': { weekly: everyDay('08:00', '13:30', '20:00', '21:30') },
  'fiona-brennan': { weekly: everyDay('08:45', '15:00', '16:15') },
}

/** The times of the day at which a mentor's sessions begin. */
export const listStarts = ({ slug }: DemoMentor): readonly string[] => {
  const weekly = rules[slug]?.weekly
  return weekly ? [...new Set(weekly.flat())] : DAILY_STARTS
}

/** The rules that are columns of the mentor's own row. */
export function ruleColumns({ slug }: DemoMentor): Partial<Insertable<Tables['mentors']>> {
  const { weekly, bufferAfter, noticeHours, horizonDays, dayCap, weekCap } = rules[slug] ?? {}
  return {
    ...(weekly && { weeklyStarts: JSON.stringify(weekly) }),
    ...(bufferAfter && { bufferAfter }),
    ...(noticeHours && { noticeHours }),
    ...(horizonDays && { horizonDays }),
    ...(dayCap && { dayCap }),
    ...(weekCap && { weekCap }),
  }
}

export function overrideRows(mentor: DemoMentor, seededAt: Date): Insertable<Tables['dateOverrides']>[] {
  const today = wallTimeAt(seededAt, mentor.timeZone).date
  return (rules[mentor.slug]?.days ?? []).map(({ inDays, starts }) => ({
    mentorId: demoId(mentor.slug),
    date: dateAfter(today, inDays),
    starts,
  }))
}

export function travelRows(mentor: DemoMentor, seededAt: Date): Insertable<Tables['travelZones']>[] {
  const travel = rules[mentor.slug]?.travel
  if (!travel) return []
  const first = dateAfter(wallTimeAt(seededAt, mentor.timeZone).date, travel.inDays)
  return [
    {
      id: demoId(`${mentor.slug}/travel`),
      mentorId: demoId(mentor.slug),
      firstDate: first,
      lastDate: dateAfter(first, travel.days - 1),
      timeZone: travel.timeZone,
      startsFollow: travel.startsFollow,
    },
  ]
}
