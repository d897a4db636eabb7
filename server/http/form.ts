/** Reads a posted form with a schema: a domain value, or a message for each wrong field. */
import type { z } from 'zod'
import { err, ok, type Result } from '#domain/result'

/** By field name: the message of the first thing wrong with the field. */
export type FieldErrors = Record<string, string>

/** The form in a request. Throws a 400 response for any other body, which did not come from our pages. */
export async function readPosted(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response('Send a form', { status: 400 })
  }
}

/** Ignores files: a text field that is sent as a file is absent. */
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
