/**
 * The other ways to sign in to an account, shown with the form for a new password. Each can be removed with the old
 * password.
 */
import { plural } from '#domain/quantities'
import { dayAndYearIn } from '#domain/time/clock'
import { Checkbox } from '../../controls/field.tsx'

/** `sessions`: how many browsers are signed in. */
type OtherWaysIn = {
  passkeys: { id: string; name: string; createdAt: Date | null }[]
  google: boolean
  secondStep: boolean
  sessions: number
}

export function WaysInFields({ ways: { passkeys, google, secondStep, sessions } }: { ways: OtherWaysIn }) {
  const some = passkeys.length > 0 || google
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">Other ways to sign in to your account</legend>
      {some ? (
        <p className="text-ink-2">Your new password doesn’t change these. Tick any that aren’t yours.</p>
      ) : (
        <p className="text-ink-2">None: no passkeys, and no Google sign-in.</p>
      )}
      {passkeys.map(({ id, name, createdAt }) => (
        <Checkbox
          key={id}
          id={`remove-${id}`}
          name="removePasskey"
          value={id}
          label={
            <span className="wrap-anywhere">
              Remove the passkey “{name}”{createdAt && `, added ${dayAndYearIn(createdAt, 'UTC')}`}
            </span>
          }
        />
      ))}
      {google && <Checkbox id="remove-google" name="removeGoogle" value="yes" label="No longer sign in with Google" />}
      {secondStep && <p className="text-ink-2">Your second step stays on: we ask for a code after the password.</p>}
      <p className="text-ink-2">
        {sessions === 0
          ? 'You aren’t signed in anywhere.'
          : `You’re signed in in ${plural(sessions, 'browser')} and will be signed out there.`}
      </p>
    </fieldset>
  )
}
