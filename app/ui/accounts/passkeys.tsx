/** Lists, adds and removes passkeys. Adding needs scripts; the rest does not. */
import KeyRound from 'lucide-react/icons/key-round'
import { useState, type FormEvent } from 'react'
import { Form, useRevalidator } from 'react-router'
import * as m from '#messages/accounts'
import { dayAndYearIn } from '#words/time'
import { Alert } from '../controls/alert.tsx'
import { useHydrated } from '../browser/hydrated.ts'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Notice } from '../controls/notice.tsx'
import { addPasskey } from './add-passkey.ts'

type OwnPasskey = { id: string; name: string; createdAt: Date | null }

type PasskeysProps = {
  passkeys: OwnPasskey[]
  /** The reader's time zone. */
  zone: string
  busy: boolean
  /** The page that asks for the password first; null if it was confirmed in the last minutes. */
  confirmAt: string | null
}

export function Passkeys({ passkeys, zone, busy, confirmAt }: PasskeysProps) {
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="framed-list">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-4">
              <div className="grid gap-0.5">
                <p className="font-semibold wrap-anywhere">{passkey.name}</p>
                {passkey.createdAt && (
                  <p className="note">{m.addedOn({ date: dayAndYearIn(passkey.createdAt, zone) })}</p>
                )}
              </div>
              <Form method="post">
                <input type="hidden" name="intent" value="remove-passkey" />
                <input type="hidden" name="id" value={passkey.id} />
                <Button
                  type="submit"
                  variant="secondary"
                  disabled={busy}
                  aria-label={m.removeNamed({ name: passkey.name })}
                >
                  {m.remove()}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {passkeys.length === 0 && <p>{m.noPasskeysYet()}</p>}
      {confirmAt === null ? (
        <AddPasskey />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-2">{m.confirmBeforePasskey()}</p>
          <ButtonLink to={confirmAt} variant="secondary">
            {m.confirmItsYou()}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function AddPasskey() {
  const scripted = useHydrated()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'ready' | 'asking' | 'added'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  const able = scripted && 'parseCreationOptionsFromJSON' in (window.PublicKeyCredential ?? {})
  if (scripted && !able) return <p className="text-ink-2">{m.passkeysUnsupported()}</p>

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = new FormData(form).get('name')
    setProblem(null)
    setState('asking')
    const outcome = await addPasskey(typeof name === 'string' ? name : '')
    setProblem(outcome.problem)
    setState(outcome.added ? 'added' : 'ready')
    if (!outcome.added) return
    form.reset()
    await revalidate()
  }
  return (
    <>
      <p className="text-ink-2 scripted:hidden">{m.passkeyNeedsScripts()}</p>
      <form onSubmit={(event) => void add(event)} className="hidden gap-4 scripted:grid">
        {problem && (
          <Alert>
            <p>{problem}</p>
          </Alert>
        )}
        {state === 'added' && (
          <Notice good>
            <output>{m.passkeyAdded()}</output>
          </Notice>
        )}
        <Field
          id="passkey-name"
          name="name"
          label={m.passkeyName()}
          hint={m.passkeyNameHint()}
          optional
          maxLength={60}
          autoComplete="off"
        />
        <div>
          <Button type="submit" variant="secondary" disabled={state === 'asking' || !able}>
            <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
            {state === 'asking' ? m.waitingForDevice() : m.addPasskey()}
          </Button>
        </div>
      </form>
    </>
  )
}
