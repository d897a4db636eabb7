/** The form that joins the waitlist for a cohort. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { emailAddress } from '#server/platform/http/text'
import * as m from '#messages/forms'

const country = (error: () => string) =>
  z
    .string()
    .default('')
    .refine((code) => /^[A-Z]{2}$/.test(code), { error })

const fields = z
  .object({
    email: emailAddress,
    from: country(m.chooseCountryLeft),
    to: country(m.chooseCountryMovedTo),
    intake: z
      .string()
      .default('')
      .refine((month) => /^\d{4}-\d{2}$/.test(month), { error: m.chooseIntake }),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: m.chooseOtherCountry,
  })

export const readCrossingWaitlistForm = (form: FormData) => readForm(fields, form)
