/** The content of the header's dialog, once its script has loaded: sign in or sign up. */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import { Segmented } from '../../controls/segmented.tsx'
import { AccountForm, type AccountMode } from './account-form.tsx'
import { leadingTo, NO_ANSWER, type AccountResult } from './answer.ts'
import { OtherWays } from './other-ways.tsx'
import { SentNote } from './sent-note.tsx'

const listChoices = () => [
  { value: 'in', label: m.signIn() },
  { value: 'up', label: m.signUp() },
]

export type SignInPanelProps = {
  /** A path on this site. */
  next: string
  onClose: () => void
}

/** One form for both, so that what was typed stays. A result is shown only with the form that it belongs to. */
export function SignInPanel({ next, onClose }: SignInPanelProps) {
  const [mode, setMode] = useState<AccountMode>('in')
  const [result, setAnswer] = useState(NO_ANSWER)
  const [busy, setBusy] = useState(false)

  const send = async (form: FormData) => {
    setBusy(true)
    const heard = await ask(mode, form, next)
    if ('to' in heard) window.location.assign(heard.to) // A full load, since this page was rendered for a visitor.
    else {
      setAnswer(heard)
      setBusy(false)
    }
  }
  return (
    <>
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 className="text-2xl">{m.signInOrSignUp()}</h2>
        <button type="button" aria-label={m.close()} onClick={onClose} className="-mt-2 -me-2 icon-button shrink-0">
          <X strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <Segmented
        legend={m.whatYouCameFor()}
        quiet
        name="account"
        options={listChoices()}
        defaultValue="in"
        onChoose={(value) => {
          setMode(value === 'up' ? 'up' : 'in')
          setAnswer(NO_ANSWER)
        }}
      />
      <div className="mt-5">
        {result.sent ? (
          <SentNote email={result.sent}>{m.signUpSent()}</SentNote>
        ) : (
          <>
            <AccountForm
              mode={mode}
              next={next}
              result={result}
              busy={busy}
              onSend={(form) => void send(form)}
              id="dialog"
            />
            {mode === 'in' && <OtherWays next={next} />}
          </>
        )}
      </div>
    </>
  )
}

/** `to`: where to go once signed in. */
async function ask(mode: AccountMode, form: FormData, next: string): Promise<AccountResult | { to: string }> {
  form.set('mode', mode)
  try {
    const response = await fetch(localPath(leadingTo('/sign-in/dialog', next)), { method: 'POST', body: form })
    const result = (await response.json()) as AccountResult | { to: string }
    if ('to' in result || 'fields' in result) return result
  } catch {
    // No response. Reported below, like a response that is not a result.
  }
  return { ...NO_ANSWER, refusal: { code: 'unreached' } }
}
