/**
 * node scripts/check-languages.ts
 *
 * Says of each language which messages it lacks, which are then shown in English, and which it has otherwise than English: unknown,
 * unreadable, or with other parameters, tags, options of a select or forms of a plural. Fails with one of the latter.
 */
import { TRANSLATIONS } from '../messages/languages.ts'
import { compareCatalogs } from './generate/compare-catalogs.ts'

for (const language of TRANSLATIONS) {
  const { total, missing, wrong } = compareCatalogs(language)
  console.log(`${language}: ${total} messages, ${missing.length} missing, ${wrong.length} wrong`)
  for (const name of missing) console.log(`  ${name} is missing`)
  for (const name of wrong) console.log(`  ${name}`)
  if (wrong.length > 0) process.exitCode = 1
}
