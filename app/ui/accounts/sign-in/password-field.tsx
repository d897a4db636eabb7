import { useState, type ComponentProps, type ReactNode } from 'react'
import * as m from '#messages/accounts'
import { useHydrated } from '../../browser/hydrated.ts'
import { control, Labelled, describedBy } from '../../controls/field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  id: string
  label?: string
  hint?: ReactNode
  error?: string | undefined
  /** True for a new password: browsers then offer to make one up. */
  fresh?: boolean
}

/** With scripts the password can be shown. Pasting works, and only length and strength are required of it. */
export function PasswordField({ id, label = m.password(), hint, error, fresh = false, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const scripted = useHydrated()
  const said = hint ?? (fresh && m.newPasswordHint())
  return (
    <Labelled id={id} label={label} hint={said} error={error} optional={false}>
      <div className="relative">
        <input
          name="password"
          required
          {...input}
          {...describedBy({ id, hint: said, error })}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={fresh ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${control} min-h-12 ${scripted ? 'pe-20' : ''}`}
        />
        {scripted && (
          <button
            type="button"
            aria-pressed={shown}
            aria-label={m.showPassword()}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 inset-e-0.5 min-w-16 rounded-mark px-3 text-sm font-semibold text-magenta hover:bg-shoal-1"
          >
            {shown ? m.hidePassword() : m.revealPassword()}
          </button>
        )}
      </div>
    </Labelled>
  )
}
