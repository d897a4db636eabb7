/**
 * From when until when a mentor's statement of a month is. The mentor's own time zone decides, until the statement is issued: then
 * its period stays, also after they move to another zone, and the months beside it begin and end with it. So no movement is in
 * two statements, or in none.
 */
import { monthAfter, monthAt, monthPeriod } from '#domain/time/month'
import type { Period } from '#domain/tax-documents/statement'

/** A month, `YYYY-MM`, as it is in a time zone. */
export type ZoneMonth = Period & { month: string; zone: string }

/** `issued`: oldest first. */
type Calendar = { zone: string; issued: ZoneMonth[] }

export function periodOfMonth(month: string, { zone, issued }: Calendar): ZoneMonth {
  const own = issued.find((each) => each.month === month)
  if (own) return own
  const { from, until } = monthPeriod(month, zone)
  const before = issued.findLast((each) => each.month < month)
  const after = issued.find((each) => each.month > month)
  return {
    month,
    zone,
    from: !before ? from : before.month === monthAfter(month, -1) || before.until > from ? before.until : from,
    until: !after ? until : after.month === monthAfter(month) || after.from < until ? after.from : until,
  }
}

/** The months in which something moved, newest first. */
export function listMonths(movements: { at: Date }[], calendar: Calendar): string[] {
  const months = new Set<string>()
  const known = new Map<string, Period>()
  const isWithin = (at: Date, month: string) => {
    const period = known.get(month) ?? periodOfMonth(month, calendar)
    known.set(month, period)
    return at >= period.from && at < period.until
  }
  for (const { at } of movements) {
    const month = monthAt(at, calendar.zone)
    const found = [month, monthAfter(month, -1), monthAfter(month)].find((each) => isWithin(at, each))
    if (found) months.add(found)
  }
  return [...months].toSorted().toReversed()
}
