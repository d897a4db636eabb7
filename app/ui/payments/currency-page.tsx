/** Chooses the currency in which prices are also shown. Works without scripts. */
import { useState } from 'react'
import { Form } from 'react-router'
import * as m from '#messages/accounts'
import { Button } from '../controls/button.tsx'
import { PageHead } from '../layout/page-head.tsx'

/** `all`: the site's own first. `shown`: the code of the one that is shown now. `rates`: whose they are, and of which day. */
export type CurrencyChoice = { shown: string; all: { code: string; name: string }[]; rates: string }

type CurrencyPageProps = {
  choice: CurrencyChoice
  /** Where the choice leads: the page that led here. */
  back: string
}

export function CurrencyPage({ choice: { shown, all, rates }, back: pageBefore }: CurrencyPageProps) {
  const [back] = useState(pageBefore) // Once the time zone is known the loader runs again, and the page before is this one.
  return (
    <div className="page-body grid gap-6">
      <PageHead title={m.currency()} description={m.currencyDescription()} />
      <h1 className="page-title">{m.currency()}</h1>
      <p className="max-w-prose">{m.currencyLead()}</p>
      <Form method="post" className="grid max-w-md gap-2">
        <input type="hidden" name="back" value={back} />
        <label htmlFor="currency" className="font-semibold">
          {m.alsoShowPrices()}
        </label>
        <div className="flex gap-2">
          <select id="currency" name="currency" defaultValue={shown} className="text-box min-h-11 min-w-0 px-2">
            {all.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} ({code})
              </option>
            ))}
          </select>
          <Button type="submit">{m.showCurrency()}</Button>
        </div>
      </Form>
      <p className="text-ink-2">{m.ratesFrom({ rates })}</p>
    </div>
  )
}
