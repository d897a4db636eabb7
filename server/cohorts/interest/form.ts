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
    from: country('Choose the country you leave'),
    to: country('Choose the country you go to'),
    intake: z
      .string()
      .default('')
      .refine((month) => /^\d{4}-\d{2}$/.test(month), 'Choose the month in which you begin there'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose another country than the one you leave' })

export const readInterestForm = (form: FormData) => readForm(fields, form)
