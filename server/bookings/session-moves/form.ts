/** Forms about the time of a session, as domain values. */
import { MAX_OFFERED } from '#domain/bookings/move-rule'
import { err, ok, type Result } from '#domain/result'
import { instantAt } from '#domain/time/wall-time'
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'

const instant = z.iso.datetime().transform((text) => new Date(text))

const moveForm = z
  .object({ at: instant, revision: z.coerce.number().int().min(0).max(1_000_000) })
  .transform(({ at: startsAt, revision }) => ({ startsAt, revision }))

/** The new start, and the booking's revision when it was chosen. An error did not come from our pages. */
export const readMoveForm = (form: FormData) => readForm(moveForm, form)

const answerForm = z.object({ proposal: z.uuid(), at: instant.optional() })

/** The proposal and the time accepted from it. An error did not come from our pages. */
export const readAnswerForm = (form: FormData) => readForm(answerForm, form)

const withdrawForm = z.object({ withdraw: z.uuid() })

/** The proposal that a mentor withdraws. An error: the form is another one. */
export const readWithdrawForm = (form: FormData) => readForm(withdrawForm, form)

/** What was typed in the rows of a mentor's form. */
type TypedTimes = { date: string; time: string }[]

export function typedTimes(form: FormData): TypedTimes {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim().slice(0, 20) : ''
  }
  return Array.from({ length: MAX_OFFERED }, (_, n) => ({
    date: text(`times.${n}.date`),
    time: text(`times.${n}.time`),
  }))
}

/** A row, from 0, in which the date or the time is missing or does not exist in the zone. */
type WrongRow = { code: 'not_a_time'; row: number }

/** The times of the rows that are filled in, on a clock of this zone, each with its row. */
export function readTypedTimes(typed: TypedTimes, zone: string): Result<{ at: Date; row: number }[], WrongRow> {
  const times: { at: Date; row: number }[] = []
  for (const [row, wall] of typed.entries()) {
    if (!wall.date && !wall.time) continue
    const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(wall.date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(wall.time)
    const at = isWhole ? instantAt(wall, zone) : null
    if (!at) return err({ code: 'not_a_time', row })
    times.push({ at, row })
  }
  return ok(times)
}
