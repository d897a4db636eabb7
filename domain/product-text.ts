/**
 * Texts of the product in columns that also hold texts of people: why a mentor is paused, or what an imported record lacks. They are
 * stored as codes, which `#words/product-texts` puts into words for each reader.
 */
const PRODUCT_TEXTS = [
  'idle',
  'absent',
  'cancelled',
  'account_suspended',
  'unclaimed',
  'claimed',
  'incomplete',
  'missing_role',
  'missing_location',
  'missing_languages',
  'missing_about',
  'missing_help_with',
  'missing_moves',
  'missing_sessions',
] as const

/**
 * `idle`: the mentor had no session start for a number of days. `absent`: the mentor missed a session. `cancelled`: the mentor
 * cancelled a number of sessions within a number of days. `unclaimed`: an imported record has no owner yet. `claimed`, `incomplete`:
 * its owner has claimed it, and it is complete or incomplete.
 */
export type ProductText = (typeof PRODUCT_TEXTS)[number]

/** As it is stored: "code:cancelled 2 60". `values`: the numbers in its words. */
export const storedText = (text: ProductText, ...values: number[]): string => [`code:${text}`, ...values].join(' ')

/** Null for what a person wrote. */
export function readProductText(stored: string): { text: ProductText; values: number[] } | null {
  const [, code, values = ''] = /^code:(\w+)((?: \d+)*)$/.exec(stored) ?? []
  const text = PRODUCT_TEXTS.find((known) => known === code)
  return text ? { text, values: values.split(' ').filter(Boolean).map(Number) } : null
}
