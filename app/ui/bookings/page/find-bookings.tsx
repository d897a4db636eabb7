/** The form of who has lost the link to a booking. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { AccountPage } from '../../accounts/sign-in/account-page.tsx'
import { SentNote } from '../../accounts/sign-in/sent-note.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { rich } from '../../rich.tsx'

/** `fields`: messages by field. `sent`: the address that was emailed. `retryAfter`: seconds, after too many tries. */
export type FindBookingsResult = {
  typed: { email: string; reference: string }
  fields: Record<string, string>
  sent?: string
  retryAfter?: number
}

export function FindBookings({ result }: { result: FindBookingsResult | undefined }) {
  const busy = useNavigation().state !== 'idle'
  if (result?.sent) {
    return (
      <AccountPage title={m.checkEmail()}>
        <SentNote email={result.sent}>{m.linksSent()}</SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={m.findBooking()}
      lead={m.findBookingLead()}
      below={
        <p>
          {rich(
            m.bookedWithAccount({
              link: (text) => (
                <Link to="/account/bookings" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      }
    >
      <Form method="post" noValidate className="form-fields">
        {result?.retryAfter && (
          <Alert>
            <p className="font-semibold">{m.tooManyAttemptsRetry({ minutes: Math.ceil(result.retryAfter / 60) })}</p>
          </Alert>
        )}
        <Field
          id="find-email"
          name="email"
          type="email"
          label={m.emailBookedWith()}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={result?.typed.email}
          error={result?.fields['email']}
          required
          maxLength={254}
        />
        <Field
          id="find-reference"
          name="reference"
          label={m.reference()}
          optional
          hint={m.referenceHint()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={result?.typed.reference}
          error={result?.fields['reference']}
          maxLength={20}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.sending() : m.emailMeLink()}
        </Button>
      </Form>
    </AccountPage>
  )
}
