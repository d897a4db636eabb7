/** The options of a select of currencies: "British pounds (GBP)". */
import { formatCurrencyName } from '#words/prices'

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** `currencies`: their codes, ISO 4217. */
export const CurrencyOptions = ({ currencies }: { currencies: readonly string[] }) =>
  currencies.map((code) => (
    <option key={code} value={code}>
      {`${capitalize(formatCurrencyName(code))} (${code})`}
    </option>
  ))
