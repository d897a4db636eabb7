/** What compiled messages share. */

const numbers = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

/** "1,204". */
export const formatNumber = (value: number): string => numbers.format(value)

/** The form of a message for a count: "=0" for exactly that number, else by the plural rules of the language. */
export function selectPlural(count: number, forms: { other: string } & Record<string, string>): string {
  return forms[`=${count}`] ?? forms[plurals.select(count)] ?? forms.other
}
