/**
 * node scripts/generate/mentors-schema.ts
 *
 * Writes `docs/mentors.schema.json`, the JSON Schema of a `mentors.json`, from `server/mentors/import/mentors-file-form.ts`.
 * A test of that file fails as long as they differ.
 */
import { writeFileSync } from 'node:fs'
import { mentorsFileSchema } from '#server/mentors/import/mentors-file-form'

writeFileSync('docs/mentors.schema.json', `${JSON.stringify(mentorsFileSchema(), null, 2)}\n`)
