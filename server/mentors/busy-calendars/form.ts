/** The form that adds a busy calendar. */
import { z } from 'zod'
import { readCalendarAddress } from '#domain/mentors/calendar-address'
import { MAX_ADDRESS_LENGTH, type AddressProblem } from '#domain/outside-address'
import { readForm } from '#server/platform/http/form'
import { requiredLine } from '#server/platform/http/text'

const MESSAGES: Record<AddressProblem, string> = {
  too_long: `This is longer than an address can be: ${MAX_ADDRESS_LENGTH.toLocaleString('en')} characters`,
  malformed: 'Paste the whole address, beginning with https://',
  not_https: 'The address must begin with https:// or webcal://',
  userinfo: 'Remove the user name and password from the address',
  port: 'Remove the port, the number behind the colon, from the address',
  host: 'Use the address of a calendar service on the internet',
}

/** Not checked as other text is: an address is kept as it was pasted, and its own rule is stricter. */
const address = z
  .string('Paste the secret address of the calendar')
  .refine((typed) => typed.trim() !== '', { error: 'Paste the secret address of the calendar', abort: true })
  .transform((typed, refused) => {
    const read = readCalendarAddress(typed)
    if (read.ok) return read.value
    refused.addIssue(MESSAGES[read.error])
    return z.NEVER
  })

const fields = z.object({ name: requiredLine(60, 'Give the calendar a name, such as Work'), address })

export type CalendarForm = z.output<typeof fields>

export const readCalendarForm = (form: FormData) => readForm(fields, form)

export const readCalendarIdForm = (form: FormData) => readForm(z.object({ id: z.uuid() }), form)
