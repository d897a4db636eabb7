/** Lists that people read, joined by the rules of a language. */

/** 'comma' has a comma before the last item too, in languages where a list can end without a word for "and". */
const JOINTS = {
  and: { type: 'conjunction' },
  or: { type: 'disjunction' },
  comma: { type: 'conjunction', style: 'narrow' },
} as const

const formats = new Map<string, Intl.ListFormat>()

/** "India, Nepal and Ghana", "India, Nepal or Ghana" or "India, Nepal, Ghana". Empty for an empty list. */
export function formatList(items: readonly string[], joint: keyof typeof JOINTS = 'and', language = 'en'): string {
  const key = `${joint} ${language}`
  let format = formats.get(key)
  if (!format) {
    const locale = language === 'en' ? 'en-GB' : language // Without a comma before "and".
    formats.set(key, (format = new Intl.ListFormat(locale, JOINTS[joint])))
  }
  return format.format(items)
}
