/** Forms about the time of a session, as domain values. */
import { z } from 'zod'
import { readForm } from '#server/http/form'

const instant = z.iso.datetime().transform((text) => new Date(text))

const moveForm = z
  .object({ at: instant, revision: z.coerce.number().int().min(0).max(1_000_000) })
  .transform(({ at: startsAt, revision }) => ({ startsAt, revision }))

/** The new start, and the booking's revision when it was chosen. An error did not come from our pages. */
export const readMoveForm = (form: FormData) => readForm(moveForm, form)
