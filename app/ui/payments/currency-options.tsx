/** The options of a select of currencies: "British pounds (GBP)". */
import { capitalize } from '#words/capitalize'
import { formatCurrencyName } from '#words/prices'

/** `currencies`: their codes, ISO 4217. */
export const CurrencyOptions = ({ currencies }: { currencies: readonly string[] }) =>
  currencies.map((code) => (
    <option key={code} value={code}>
      {`${capitalize(formatCurrencyName(code))} (${code})`}
    </option>
  ))
