/**
 * The other ways to sign in to an account, shown with the form for a new password. Each can be removed with the old
 * password.
 */
import * as m from '#messages/accounts'
import { dayAndYearIn } from '#words/time'
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
      <legend className="font-semibold">{m.otherWaysIn()}</legend>
      {some ? <p className="text-ink-2">{m.otherWaysInHint()}</p> : <p className="text-ink-2">{m.noOtherWaysIn()}</p>}
      {passkeys.map(({ id, name, createdAt }) => (
        <Checkbox
          key={id}
          id={`remove-${id}`}
          name="removePasskey"
          value={id}
          label={
            <span className="wrap-anywhere">
              {createdAt
                ? m.removePasskeyAdded({ name, date: dayAndYearIn(createdAt, 'UTC') })
                : m.removePasskeyNamed({ name })}
            </span>
          }
        />
      ))}
      {google && <Checkbox id="remove-google" name="removeGoogle" value="yes" label={m.removeGoogle()} />}
      {secondStep && <p className="text-ink-2">{m.secondStepStays()}</p>}
      <p className="text-ink-2">{m.signedInBrowsers({ browsers: sessions })}</p>
    </fieldset>
  )
}
