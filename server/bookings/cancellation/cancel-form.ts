/** The form that cancels a session. */
import { z } from 'zod'
import { MAX_CANCEL_MESSAGE } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits } from '#domain/payments/money'
import { readForm } from '#server/platform/http/form'
import { text } from '#server/platform/http/text'

const shownForm = z.object({ shown: z.string().regex(/^\d{1,10}$/) })
const messageForm = z.object({ message: text(MAX_CANCEL_MESSAGE).default('') })

/** The sum that the page showed. An error did not come from our pages. */
export function readShownSum(form: FormData) {
  const read = readForm(shownForm, form)
  return read.ok ? toMinorUnits(Number(read.value.shown)) : null
}

/** What a mentor writes to the mentee; empty if they do not. */
export const readCancelMessage = (form: FormData) => readForm(messageForm, form)
