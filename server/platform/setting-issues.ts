/**
 * What is wrong with a setting, as a sentence that says what to give: for `error` of zod's `safeParse`. Those of
 * `server/platform/settings.ts` that have a sentence of their own keep it.
 */
import type { z } from 'zod'
import { documentation, environment } from '#server/platform/settings'

type Issue = z.core.$ZodRawIssue

export function explainIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'Write a whole number' : 'Write a number'
    case 'invalid_value':
      return `Write ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
    case 'too_small':
      return `Write a number of at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `Write at most ${issue.maximum} characters`
        : `Write a number of at most ${issue.maximum}`
    case 'not_multiple_of':
      return `Write a multiple of ${issue.divisor}`
    default:
      return issue.code === 'invalid_format' && issue.format === 'email'
        ? 'Write an email address alone, as you@mail.example'
        : `Write it as ${findExample(issue)}`
  }
}

function findExample({ path }: Issue): string | undefined {
  const setting = environment.shape[path?.[0] as keyof typeof environment.shape]
  return documentation.get(setting)?.example
}
