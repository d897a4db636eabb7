/** The form to join the waitlist for a free time or seat. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { emailAddress } from '#server/platform/http/text'

const fields = z.object({ email: emailAddress })

export const readWaitlistForm = (form: FormData) => readForm(fields, form)
