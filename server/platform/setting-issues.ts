/**
 * What is wrong with a setting, as a sentence that says what to give: for `error` of zod's `safeParse`. Those of
 * `server/platform/settings.ts` that have a sentence of their own keep it.
 */
import type { z } from 'zod'
import { documentation, environment } from '#server/platform/settings'
import * as m from '#messages/settings'

type Issue = z.core.$ZodRawIssue

export function explainIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? m.writeWhole() : m.writeNumber()
    case 'invalid_value':
      return m.writeOneOf({
        choices: new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String)),
      })
    case 'too_small':
      return m.writeAtLeast({ least: String(issue.minimum) })
    case 'too_big':
      return issue.origin === 'string'
        ? m.writeAtMostCharacters({ most: String(issue.maximum) })
        : m.writeAtMost({ most: String(issue.maximum) })
    case 'not_multiple_of':
      return m.writeMultiple({ divisor: String(issue.divisor) })
    default:
      return issue.code === 'invalid_format' && issue.format === 'email'
        ? m.writeEmail()
        : m.writeAs({ example: findExample(issue) ?? '' })
  }
}

function findExample({ path }: Issue): string | undefined {
  const setting = environment.shape[path?.[0] as keyof typeof environment.shape]
  return documentation.get(setting)?.example
}
