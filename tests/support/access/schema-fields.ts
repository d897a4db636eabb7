/** The text fields of a schema, so that tests of every field need no list of them. */
import type { z } from 'zod'

/** Names, with dots as in "mentor.name", of all fields that are read from text, whatever type they become. */
export function textFields(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        textFields(field).map((inside) => (inside ? `${name}.${inside}` : name)),
      )
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return textFields(def.innerType)
    case 'pipe':
      return textFields(def.in)
    case 'string':
      return ['']
    default:
      return []
  }
}
