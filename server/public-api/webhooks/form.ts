/** The forms of the page of webhooks. */
import { z } from 'zod'
import type { AddressProblem } from '#domain/outside-address'
import { isRowId } from '#domain/row-id'
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook'
import { readTyped, type Typed } from '#server/platform/http/form'

export const ADDRESS_MESSAGES: Record<AddressProblem, string> = {
  too_long: 'This is longer than an address can be',
  malformed: 'Enter the whole address, beginning with https://',
  not_https: 'The address must begin with https://',
  userinfo: 'Remove the user name and password from the address. The signature says who sends',
  port: 'Remove the port, the number behind the colon, from the address',
  host: 'Use the name of a host on the internet',
}

const id = z.string().refine(isRowId)
const version = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const seen = { id, version }
/** Unknown ones are left out. Checkboxes of one name are joined by commas. */
const events = z
  .string()
  .default('')
  .transform((typed) => WEBHOOK_EVENTS.filter((event) => typed.split(',').includes(event)))

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), address: z.string().default(''), events }),
  z.object({ intent: z.literal('choose'), ...seen, events }),
  z.object({ intent: z.enum(['on', 'off', 'renew', 'remove']), ...seen }),
  z.object({ intent: z.enum(['test', 'replay']), id }),
])

type WebhookForm = z.output<typeof forms>

/** Null for anything that no form of ours sends. */
export function readWebhookForm(typed: Typed): WebhookForm | null {
  const read = readTyped(forms, typed)
  return read.ok ? read.value : null
}
