/** Chooses the currency in which prices are shown beside pounds. Works without scripts. */
import { useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../controls/button.tsx'
import { PageHead } from '../layout/page-head.tsx'

/** `shown`: the code of the one that is shown now; GBP for pounds alone. `rates`: whose they are, and of which day. */
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
      <PageHead title="Currency" description="See approximate prices in your currency." />
      <h1 className="page-title">Currency</h1>
      <p className="max-w-prose">
        You pay in pounds, and your bank sets the exchange rate. We show an approximate price in your currency so that
        you can compare.
      </p>
      <Form method="post" className="grid max-w-md gap-2">
        <input type="hidden" name="back" value={back} />
        <label htmlFor="currency" className="font-semibold">
          Also show prices in
        </label>
        <div className="flex gap-2">
          <select id="currency" name="currency" defaultValue={shown} className="text-box min-h-11 min-w-0 px-2">
            {all.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} ({code})
              </option>
            ))}
          </select>
          <Button type="submit">Show</Button>
        </div>
      </Form>
      <p className="text-ink-2">Rates: {rates}</p>
    </div>
  )
}
