/** The form of who has lost the link to a booking. */
import { Form, Link, useNavigation } from 'react-router'
import { plural } from '#domain/quantities'
import { AccountPage } from '../../accounts/sign-in/account-page.tsx'
import { SentNote } from '../../accounts/sign-in/sent-note.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'

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
      <AccountPage title="Check your email">
        <SentNote email={result.sent}>
          If this address has upcoming bookings, or bookings in the last 90 days, the link opens them.
        </SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="Find your booking"
      lead="We’ll email you links to your bookings. You don’t need a password."
      below={
        <p>
          Booked with an account?{' '}
          <Link to="/account/bookings" className="link">
            See your bookings
          </Link>
          .
        </p>
      }
    >
      <Form method="post" noValidate className="form-fields">
        {result?.retryAfter && (
          <Alert>
            <p className="font-semibold">
              Too many attempts. Try again in {plural(Math.ceil(result.retryAfter / 60), 'minute')}.
            </p>
          </Alert>
        )}
        <Field
          id="find-email"
          name="email"
          type="email"
          label="Email that you booked with"
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
          label="Reference"
          optional
          hint="For example B-7KQ2-M9XP. Leave empty to get links to all your bookings."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={result?.typed.reference}
          error={result?.fields['reference']}
          maxLength={20}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? 'Sending...' : 'Email me the link'}
        </Button>
      </Form>
    </AccountPage>
  )
}
