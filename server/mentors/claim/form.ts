/** The form by which an admin makes a link to claim a record. */
import { z } from 'zod'
import { err, ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { emailAddress } from '#server/platform/http/text'

const address = z.object({ email: emailAddress })

/** `email`: where to email the link; null to hand it over instead. The result is null for a form that none of our pages sends. */
export function readClaimLinkForm(form: FormData): Result<{ email: string | null }, FieldErrors> | null {
  const how = form.get('how')
  if (how === 'copy') return ok({ email: null })
  if (how !== 'mail') return null
  const read = readForm(address, form)
  return read.ok ? ok({ email: read.value.email }) : err(read.error)
}
