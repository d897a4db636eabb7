/** The form to join a cohort, as an ordinary page: it works without scripts. */
import { Form, useNavigation } from 'react-router'
import { plural } from '#domain/quantities'
import { Alert } from '../../controls/alert.tsx'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Checkbox, Field } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Fact, Facts } from '../../layout/facts.tsx'
import { PageHead } from '../../layout/page-head.tsx'

export type JoinTyped = { name: string; email: string; phone: string }

/** `left`: seats that are neither booked nor held. `refundRule`: null for a free seat. `canceled`: they came back from the payment page. */
export type JoinView = {
  slug: string
  title: string
  mentorName: string
  dates: string
  left: number
  pricePence: number
  price: string
  /** The price in the visitor's currency. */
  about?: string
  refundRule: string | null
  typed: JoinTyped
  canceled: boolean
}

/** `problem`: a sentence about the whole. `errors`: by field. `full`: no seat is left. */
export type JoinResult = { typed: JoinTyped; errors: Record<string, string>; problem: string | null; full?: true }

export function JoinPage({ view, result }: { view: JoinView; result: JoinResult | undefined }) {
  const { slug, title, mentorName, dates, left, price } = view
  const busy = useNavigation().formMethod === 'POST'
  const free = view.pricePence === 0
  const errors = result?.errors ?? {}
  const typed = result?.typed ?? view.typed
  const field = (name: keyof JoinTyped) => ({
    id: `join-${name}`,
    name,
    defaultValue: typed[name],
    error: errors[name],
    required: true,
  })
  const notifyMe = <ButtonLink to={`/cohorts/${slug}/waiting`}>Notify me when a seat is free</ButtonLink>
  return (
    <div className="page py-4 md:py-6">
      <PageHead title={`${result ? 'Not joined yet: ' : ''}Join ${title}`} />
      <Breadcrumb
        above={[
          { label: 'Cohorts', to: '/cohorts' },
          { label: title, to: `/cohorts/${slug}` },
        ]}
        here="Join"
      />
      <div className="mt-3 grid max-w-3xl gap-6">
        <h1 className="page-title wrap-anywhere">Join {title}</h1>
        <Facts>
          <Fact name="Mentor">{mentorName}</Fact>
          <Fact name="Dates">{dates}</Fact>
          <Fact name="Seats">{left > 0 ? `${plural(left, 'seat')} left` : 'None left'}</Fact>
          <Fact name="Price">{view.about ? `${price} (${view.about}). You pay in pounds.` : price}</Fact>
        </Facts>
        {view.canceled && !result && (
          <Notice>The payment was canceled. You weren’t charged, and the seat is free again.</Notice>
        )}
        {(result?.problem || Object.keys(errors).length > 0) && (
          <Alert>
            <p className="font-semibold">{result?.problem ?? 'Check the marked fields. We kept the rest.'}</p>
            {result?.full && <p className="mt-2">{notifyMe}</p>}
          </Alert>
        )}
        {left <= 0 && !result ? (
          <>
            <p>All seats in this cohort are taken. Seats that become free appear here.</p>
            <div className="button-row">
              {notifyMe}
              <ButtonLink to={`/cohorts/${slug}`} variant="secondary">
                Back to the cohort
              </ButtonLink>
            </div>
          </>
        ) : (
          <Form method="post" noValidate className="form-fields sm:grid-cols-2 sm:items-start">
            <input type="hidden" name="price" value={view.pricePence} />
            <div className="sm:col-span-2">
              <Field
                {...field('name')}
                label="Full name"
                autoComplete="name"
                maxLength={120}
                hint="Your mentor sees it."
              />
            </div>
            <Field
              {...field('email')}
              label="Email"
              hint="We send the link to your page there. Other members don’t see it."
              type="email"
              autoComplete="email"
              maxLength={254}
            />
            <Field
              {...field('phone')}
              label="Phone"
              hint="In case we need to reach you about the cohort. Deleted 90 days after its first day."
              type="tel"
              autoComplete="tel"
              maxLength={40}
            />
            <div className="sm:col-span-2">
              <Checkbox
                id="join-terms"
                name="terms"
                required
                error={errors['terms']}
                label={
                  <>
                    I accept the{' '}
                    <a href="/terms" target="_blank" rel="noopener" className="link">
                      terms<span className="sr-only"> (opens in a new tab)</span>
                    </a>
                    . I want the cohort to begin within the 14-day withdrawal period and understand that I lose my right
                    to withdraw once it has taken place.
                  </>
                }
                hint={view.refundRule ?? undefined}
              />
            </div>
            <div className="sm:col-span-2">
              <Button type="submit" disabled={busy} className="w-full sm:w-auto">
                {busy ? 'Processing...' : free ? 'Join for free' : `Join and pay ${price}`}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  )
}
