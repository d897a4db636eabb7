/** The form that joins the waitlist for a cohort. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { emailAddress } from '#server/platform/http/text'

const country = (message: string) =>
  z
    .string()
    .default('')
    .refine((code) => /^[A-Z]{2}$/.test(code), message)

const fields = z
  .object({
    email: emailAddress,
    from: country('Choose the country you’re leaving'),
    to: country('Choose the country you’re moving to'),
    intake: z
      .string()
      .default('')
      .refine((month) => /^\d{4}-\d{2}$/.test(month), 'Choose the month you start there'),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Choose a different country from the one you’re leaving',
  })

export const readInterestForm = (form: FormData) => readForm(fields, form)
