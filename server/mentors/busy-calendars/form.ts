/** The form that adds a busy calendar. */
import { z } from 'zod'
import { readCalendarAddress } from '#domain/mentors/calendar-address'
import { MAX_ADDRESS_LENGTH, type AddressProblem } from '#domain/outside-address'
import { readForm } from '#server/platform/http/form'
import { requiredLine } from '#server/platform/http/text'
import * as m from '#messages/forms'

const MESSAGES: Record<AddressProblem, () => string> = {
  too_long: () => m.calendarAddressTooLong({ max: MAX_ADDRESS_LENGTH }),
  malformed: m.pasteWholeAddress,
  not_https: m.calendarAddressScheme,
  userinfo: m.removeUserName,
  port: m.removePort,
  host: m.useCalendarHost,
}

/** Not checked as other text is: an address is kept as it was pasted, and its own rule is stricter. */
const address = z
  .string({ error: m.pasteCalendarAddress })
  .refine((typed) => typed.trim() !== '', { error: m.pasteCalendarAddress, abort: true })
  .transform((typed, refused) => {
    const read = readCalendarAddress(typed)
    if (read.ok) return read.value
    refused.addIssue(MESSAGES[read.error]())
    return z.NEVER
  })

const fields = z.object({ name: requiredLine(60, m.enterCalendarName), address })

export type CalendarForm = z.output<typeof fields>

export const readCalendarForm = (form: FormData) => readForm(fields, form)

export const readCalendarIdForm = (form: FormData) => readForm(z.object({ id: z.uuid() }), form)
