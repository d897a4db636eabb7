/** The form to join a cohort, as an ordinary page: it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { describePrice } from '#words/prices'
import { priceWith, type CodeEntry } from '../../discounts/code-entry.ts'
import { CodeField } from '../../discounts/code-field.tsx'
import { useCodeEntry } from '../../discounts/use-code-entry.ts'
import { Alert } from '../../controls/alert.tsx'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { BuyerFields, type TypedBuyer } from '../../forms/buyer-fields.tsx'
import { Fact, Facts } from '../../layout/facts.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { rich } from '../../rich.tsx'
import { NewTabLink } from '../../controls/new-tab-link.tsx'

/** `left`: seats that are neither booked nor held. `refundRule`: null for a free seat. `canceled`: they came back from the payment page. */
export type JoinView = {
  slug: string
  title: string
  mentorName: string
  dates: string
  left: number
  pricePence: number
  currency: string
  price: string
  /** The price in the visitor's currency. */
  about?: string
  refundRule: string | null
  typed: TypedBuyer
  canceled: boolean
}

/** `problem`: a sentence about the whole. `errors`: by field. `full`: no seat is left. */
export type JoinResult = {
  typed: TypedBuyer
  code: CodeEntry
  errors: Record<string, string>
  problem: string | null
  full?: true
}

export function JoinPage({ view, result }: { view: JoinView; result: JoinResult | undefined }) {
  const { slug, title, mentorName, dates, left, currency, about } = view
  const [code, setCode] = useCodeEntry(result?.code)
  const pays = priceWith(view.pricePence, code)
  const price = pays === view.pricePence ? view.price : describePrice(pays, currency)
  const busy = useNavigation().formMethod === 'POST'
  const free = pays === 0
  const errors = result?.errors ?? {}
  const typed = result?.typed ?? view.typed
  const notifyMe = <ButtonLink to={`/cohorts/${slug}/waiting`}>{m.notifyWhenSeatFree()}</ButtonLink>
  return (
    <div className="page py-4 md:py-6">
      <PageHead title={m.joinPageTitle({ notJoined: result !== undefined, title })} />
      <Breadcrumb
        above={[
          { label: m.cohorts(), to: '/cohorts' },
          { label: title, to: `/cohorts/${slug}` },
        ]}
        here={m.join()}
      />
      <div className="mt-3 grid max-w-3xl gap-6">
        <h1 className="page-title wrap-anywhere">{m.joinCohort({ title })}</h1>
        <Facts>
          <Fact name={m.mentor()}>{mentorName}</Fact>
          <Fact name={m.dates()}>{dates}</Fact>
          <Fact name={m.seats()}>{left > 0 ? m.seatsLeft({ left }) : m.noSeatsLeft()}</Fact>
          <Fact name={m.price()}>{about ? m.priceWithAbout({ price: view.price, about, currency }) : view.price}</Fact>
        </Facts>
        {view.canceled && !result && <Notice>{m.paymentCanceled()}</Notice>}
        {(result?.problem || Object.keys(errors).length > 0) && (
          <Alert>
            <p className="font-semibold">{result?.problem ?? m.checkFields()}</p>
            {result?.full && <p className="mt-2">{notifyMe}</p>}
          </Alert>
        )}
        {left <= 0 && !result ? (
          <>
            <p>{m.allSeatsTakenHere()}</p>
            <div className="button-row">
              {notifyMe}
              <ButtonLink to={`/cohorts/${slug}`} variant="secondary">
                {m.backToCohort()}
              </ButtonLink>
            </div>
          </>
        ) : (
          <Form method="post" noValidate className="form-fields sm:grid-cols-2 sm:items-start">
            <input type="hidden" name="price" value={`${pays} ${currency}`} />
            <BuyerFields id="join" {...{ typed, errors }} hints={{ email: m.emailHint(), phone: m.phoneHint() }} />
            {view.pricePence > 0 && (
              <div className="sm:col-span-2">
                <CodeField item={{ cohort: slug }} entry={code} onChange={setCode} />
              </div>
            )}
            <div className="sm:col-span-2">
              <Checkbox
                id="join-terms"
                name="terms"
                required
                error={errors['terms']}
                label={rich(
                  m.acceptTerms({
                    link: (text) => <NewTabLink href="/terms">{text}</NewTabLink>,
                  }),
                )}
                hint={free ? undefined : (view.refundRule ?? undefined)}
              />
            </div>
            <div className="sm:col-span-2">
              <Button type="submit" disabled={busy} className="w-full sm:w-auto">
                {busy ? m.processing() : free ? m.joinForFree() : m.joinAndPay({ price })}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  )
}
