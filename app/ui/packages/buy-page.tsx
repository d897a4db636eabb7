/** The form to buy a package, as an ordinary page: it works without scripts. */
import { Form, useNavigation } from 'react-router'
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import * as form from '#messages/cohorts'
import * as m from '#messages/packages'
import { Alert } from '../controls/alert.tsx'
import { Breadcrumb } from '../controls/breadcrumb.tsx'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/field.tsx'
import { NewTabLink } from '../controls/new-tab-link.tsx'
import { Notice } from '../controls/notice.tsx'
import { BuyerFields, type TypedBuyer } from '../forms/buyer-fields.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { rich } from '../rich.tsx'

/**
 * `session`: its title and length. `each`: what each session costs. `saved`: against single sessions. `about`: the price in the
 * visitor's currency. `policy`: by which cancelling a session gives it back. `canceled`: they came back from the payment page.
 */
export type BuyView = {
  slug: string
  mentorName: string
  title: string
  session: string
  pricePence: number
  price: string
  each: string
  saved: string
  currency: string
  about?: string
  policy: CancelPolicy
  typed: TypedBuyer
  canceled: boolean
}

/** `problem`: a sentence about the whole. `errors`: by field. */
export type BuyResult = { typed: TypedBuyer; errors: Record<string, string>; problem: string | null }

export function BuyPage({ view, result }: { view: BuyView; result: BuyResult | undefined }) {
  const { slug, mentorName, title, price, each, about, currency } = view
  const errors = result?.errors ?? {}
  return (
    <div className="page py-4 md:py-6">
      <PageHead title={title} />
      <Breadcrumb above={[{ label: mentorName, to: `/mentors/${slug}` }]} here={m.packageLabel()} />
      <div className="mt-3 grid max-w-3xl gap-6">
        <h1 className="page-title wrap-anywhere">{title}</h1>
        <Facts>
          <Fact name={m.session()}>{view.session}</Fact>
          <Fact name={form.price()}>
            {about ? m.priceEachAbout({ price, each, about, currency }) : m.priceEach({ price, each })}
          </Fact>
        </Facts>
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>{m.youSave({ amount: view.saved })}</li>
          <li>{m.ruleBook()}</li>
          <li>{m.ruleCancel({ policy: view.policy })}</li>
          <li>{m.ruleRefund()}</li>
        </ul>
        {view.canceled && !result && <Notice>{m.canceled()}</Notice>}
        {(result?.problem || Object.keys(errors).length > 0) && (
          <Alert>
            <p className="font-semibold">{result?.problem ?? form.checkFields()}</p>
          </Alert>
        )}
        <BuyForm view={view} typed={result?.typed ?? view.typed} errors={errors} />
      </div>
    </div>
  )
}

type BuyFormProps = { view: BuyView; typed: TypedBuyer; errors: Record<string, string> }

function BuyForm({ view: { pricePence, price, currency }, typed, errors }: BuyFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate className="form-fields sm:grid-cols-2 sm:items-start">
      <input type="hidden" name="price" value={`${pricePence} ${currency}`} />
      <BuyerFields id="buy" {...{ typed, errors }} hints={{ email: m.emailHint(), phone: m.phoneHint() }} />
      <div className="sm:col-span-2">
        <Checkbox
          id="buy-terms"
          name="terms"
          required
          error={errors['terms']}
          label={rich(m.acceptTerms({ link: (text) => <NewTabLink href="/terms">{text}</NewTabLink> }))}
        />
      </div>
      <div className="sm:col-span-2">
        <Button type="submit" disabled={busy} className="w-full sm:w-auto">
          {busy ? form.processing() : m.payPrice({ price })}
        </Button>
      </div>
    </Form>
  )
}
