/** The form by which somebody asks to be told of a free time or seat. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { emailAddress } from '#server/platform/http/text'

const fields = z.object({ email: emailAddress })

export const readWaitingForm = (form: FormData) => readForm(fields, form)
