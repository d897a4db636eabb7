/** The weeks of the admins' dashboard, as charts and tables. Server side. */
import { ownFirst } from '#domain/payments/currency'
import { toMinorUnits } from '#domain/payments/money'
import { dateKeyIn } from '#domain/time/clock'
import { calendarInstant, dateAfter, weekdayOf } from '#domain/time/wall-time'
import { isTimeZone, zoneCity } from '#domain/time/zone'
import { readWeekFigures } from '#server/bookings/admin/week-queries'
import type { App } from '#server/context'
import { listCommonCrossings, listMentorsOfCrossing } from '#server/mentors/queries'
import { listLedgerCurrencies } from '#server/payments/ledger-queries'
import type { Db } from '#server/platform/db/connect'
import { countryName } from '#server/platform/reference/countries'
import { readRemembered } from '#server/search/remembered-reads'
import * as m from '#messages/admin'
import { formatMoney } from '#words/prices'
import { dateIn } from '#words/time'
import type { WeeksView } from '../../ui/admin/week-charts.tsx'

const RANGES = [12, 26, 52] as const
const CROSSINGS_SHOWN = 60

/** For `readRemembered`: counting the crossings of a million mentors takes a second. */
const listCrossingChoices = (db: Db) => listCommonCrossings(db, CROSSINGS_SHOWN)

/** `ownZone`: the admin's, unless the address names another. */
export async function readWeeks(app: App, query: URLSearchParams, ownZone: string): Promise<WeeksView> {
  const zone = isTimeZone(query.get('zone') ?? '') ? query.get('zone')! : ownZone
  const range = RANGES.find((weeks) => String(weeks) === query.get('weeks')) ?? RANGES[0]
  // Also the site's own before its first payment.
  const currencies = ownFirst([app.config.CURRENCY, ...(await listLedgerCurrencies(app.db))], app.config.CURRENCY)
  const currency = currencies.find((code) => code === query.get('currency')) ?? app.config.CURRENCY
  const crossings = await readRemembered(app, listCrossingChoices)
  const [, from = '', to = ''] = /^([A-Z]{2})-([A-Z]{2})$/.exec(query.get('crossing') ?? '') ?? []
  const mentorIds = from ? await listMentorsOfCrossing(app.db, from, to) : null
  const today = dateKeyIn(app.now(), zone)
  const monday = dateAfter(today, -weekdayOf(today))
  const dates = Array.from({ length: range + 1 }, (_, n) => dateAfter(monday, (n + 1 - range) * 7))
  const weeks = dates.map((date) => calendarInstant({ date, time: '00:00' }, zone)!)
  const figures = await readWeekFigures(app.db, { weeks, dates, mentorIds, currency })
  const formatCrossing = (crossing: { from: string; to: string }) =>
    m.crossingFromTo({ from: countryName(crossing.from), to: countryName(crossing.to) })
  return {
    range,
    ranges: [...RANGES],
    zone,
    place: zoneCity(zone),
    zones: [...new Set([zone, ownZone, 'Europe/London', 'UTC'])].map((each) => ({ zone: each, city: zoneCity(each) })),
    crossing: from ? `${from}-${to}` : '',
    crossings: crossings.map((crossing) => ({
      value: `${crossing.from}-${crossing.to}`,
      name: formatCrossing(crossing),
    })),
    currency,
    currencies,
    weeks: figures.map((figure, n) => ({
      monday: dates[n]!,
      label: dateIn(weeks[n]!, zone)
        .split(' ')
        .slice(0, 2)
        .map((word) => word.slice(0, 3))
        .join(' '),
      ...figure,
      revenueWords: formatMoney(toMinorUnits(Math.max(figure.revenue, 0)), currency),
      returnedWords: formatMoney(toMinorUnits(Math.max(figure.returned, 0)), currency),
    })),
  }
}
