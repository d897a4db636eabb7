/** Lists that people read, joined as their language joins them. */
import * as m from '#messages/site'
import { perLanguage } from '../runtime.ts'

/** British English has no comma before "and". */
const formats = perLanguage((tag) => ({
  and: new Intl.ListFormat(tag, { type: 'conjunction' }),
  or: new Intl.ListFormat(tag, { type: 'disjunction' }),
}))

/** "India, Nepal and Ghana", "India, Nepal or Ghana" or "India, Nepal, Ghana". Empty for an empty list. */
export function formatList(items: readonly string[], joint: 'and' | 'or' | 'comma' = 'and'): string {
  if (joint !== 'comma') return formats()[joint].format(items)
  const [first = '', ...rest] = items
  return rest.reduce((list, item) => m.listItems({ list, item }), first)
}

/** Sentences as one paragraph of a text; no paragraph without sentences. */
export const toParagraphs = (sentences: string[]): string[] =>
  sentences.length > 0 ? [joinSentences(...sentences)] : []

/** Sentences that follow each other. Empty ones are left out. */
export function joinSentences(...sentences: string[]): string {
  const [first = '', ...rest] = sentences.filter(Boolean)
  return rest.reduce((before, after) => m.sentences({ before, after }), first)
}
