/** The forms of the page of webhooks. */
import { z } from 'zod'
import type { AddressProblem } from '#domain/outside-address'
import { isRowId } from '#domain/row-id'
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook'
import { readTyped, type Typed } from '#server/platform/http/form'
import * as m from '#messages/forms'

export const ADDRESS_MESSAGES: Record<AddressProblem, () => string> = {
  too_long: m.addressTooLong,
  malformed: m.enterWholeAddress,
  not_https: m.addressScheme,
  userinfo: m.removeUserNameSigned,
  port: m.removePort,
  host: m.useInternetHost,
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
