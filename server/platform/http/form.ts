/** Reads a posted form with a schema: a domain value, or a message for each wrong field. */
import type { z } from 'zod'
import { err, ok, type Result } from '#domain/result'
import * as m from '#messages/forms'

/** By field name: the message of the first thing wrong with the field. */
export type FieldErrors = Record<string, string>

/** A form as typed, by name of field. Fields that occur several times are joined by commas. */
export type Typed = Record<string, string>

/** The texts of a form, without files. */
export function typedIn(form: FormData): Typed {
  const typed: Typed = {}
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') continue
    typed[name] = Object.hasOwn(typed, name) ? `${typed[name]},${value}` : value
  }
  return typed
}

/** The form in a request. Throws a 400 response for any other body, which did not come from our pages. */
export async function readPosted(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response(m.sendForm(), { status: 400 })
  }
}

/** Ignores files: a text field that is sent as a file is absent. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): Result<z.output<Schema>, FieldErrors> {
  const entries = [...form.entries()].filter((entry) => typeof entry[1] === 'string')
  return readTyped(schema, Object.fromEntries(entries))
}

export function readTyped<Schema extends z.ZodType>(
  schema: Schema,
  typed: unknown,
): Result<z.output<Schema>, FieldErrors> {
  const parsed = schema.safeParse(typed)
  return parsed.success ? ok(parsed.data) : err(fieldErrors(parsed.error))
}

/**
 * The entries of a list in their order, whose fields are named by their place: "sessions.0.title". Those in which nothing
 * is typed are left out. `choices`: fields that have a value before anyone has typed, so they alone do not make an entry.
 */
export function readList<Schema extends z.ZodType>(
  typed: Typed,
  { list, max, choices = new Set() }: { list: string; max: number; choices?: ReadonlySet<string> },
  schema: Schema,
): Result<z.output<Schema>[], FieldErrors> {
  const entries: z.output<Schema>[] = []
  const errors: FieldErrors = {}
  for (let place = 0; place < max; place++) {
    const entry = readEntry(typed, `${list}.${place}.`, choices)
    if (!entry) continue
    const parsed = schema.safeParse(entry)
    if (parsed.success) entries.push(parsed.data)
    else
      for (const [field, message] of Object.entries(fieldErrors(parsed.error)))
        errors[`${list}.${place}.${field}`] = message
  }
  if (
    Object.keys(typed).some((field) => Number(/^(\w+)\.(\d+)\./.exec(field)?.[2] ?? 0) >= max && field.startsWith(list))
  )
    errors[`${list}.${max - 1}`] = m.atMostFit({ max })
  return Object.keys(errors).length > 0 ? err(errors) : ok(entries)
}

function readEntry(typed: Typed, prefix: string, choices: ReadonlySet<string>): Typed | null {
  const fields = Object.entries(typed).filter(([name]) => name.startsWith(prefix))
  const entry = Object.fromEntries(fields.map(([name, value]) => [name.slice(prefix.length), value]))
  return fields.some(([name, value]) => !choices.has(name.slice(prefix.length)) && value.trim() !== '') ? entry : null
}

/** Nested fields are named with dots: "mentor.price". */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message
  return errors
}
