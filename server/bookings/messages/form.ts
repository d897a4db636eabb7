/** The form of a message, as domain values. */
import { z } from 'zod'
import { MAX_MESSAGE } from '#domain/bookings/message-rule'
import { readForm } from '#server/platform/http/form'
import { requiredText } from '#server/platform/http/text'
import * as m from '#messages/forms'

const messageForm = z.object({ id: z.uuid(), body: requiredText(MAX_MESSAGE, m.writeSomething) })

/** `id`: made by the form; an error in it did not come from our pages. */
export const readMessageForm = (form: FormData) => readForm(messageForm, form)
