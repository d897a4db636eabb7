/**
 * What the product says where a person's text may stand as well: why a mentor is paused, or what an imported record lacks. It
 * is stored as a code, which `#words/product-texts` puts into words for each reader. Pure.
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
 * `idle`: no start in so many days. `absent`: from a session. `cancelled`: so many sessions within so many days. `unclaimed`: an
 * imported record waits for its owner. `claimed`, `incomplete`: its owner has claimed it, and it lacks nothing or something.
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
