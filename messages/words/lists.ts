/** Lists that people read, joined as English joins them. */

/** 'comma' has a comma before the last item too. */
const JOINTS = {
  and: { type: 'conjunction' },
  or: { type: 'disjunction' },
  comma: { type: 'conjunction', style: 'narrow' },
} as const

/** By joint. British English has no comma before "and". */
const formats = new Map<keyof typeof JOINTS, Intl.ListFormat>()

/** "India, Nepal and Ghana", "India, Nepal or Ghana" or "India, Nepal, Ghana". Empty for an empty list. */
export function formatList(items: readonly string[], joint: keyof typeof JOINTS = 'and'): string {
  let format = formats.get(joint)
  if (!format) formats.set(joint, (format = new Intl.ListFormat('en-GB', JOINTS[joint])))
  return format.format(items)
}
