/** A posted form, read by a schema: a domain value, or a message for each field that needs another look. */
import type { z } from 'zod'
import { err, ok, type Result } from '#domain/result'

/** By field name. The first thing wrong with a field is the one to say. */
export type FieldErrors = Record<string, string>

/** The form in a request. A body that is none did not come from our pages: 400, which is the sender's to put right. */
export async function readPosted(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response('Send a form', { status: 400 })
  }
}

/** Files are left out: a text field that comes as a file reads as absent. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): Result<z.output<Schema>, FieldErrors> {
  const entries = [...form.entries()].filter((entry) => typeof entry[1] === 'string')
  const parsed = schema.safeParse(Object.fromEntries(entries))
  return parsed.success ? ok(parsed.data) : err(fieldErrors(parsed.error))
}

/** Nested fields are named with dots: "mentor.price". */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message
  return errors
}
