/** The form of one setting. */
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import type { SettingResult, SettingView } from './settings.ts'

/** Props of a field of the form, by its name. */
export type FieldOf = (name: string) => { id: string; name: string; defaultValue: string; error: string | undefined }

type SettingFormProps = {
  view: SettingView
  result: SettingResult | null
  save: string
  /** The button that removes what is set. */
  reset?: string
  children: (field: FieldOf) => ReactNode
}

export function SettingForm({ view, result: latest, save, reset = m.restoreDefault(), children }: SettingFormProps) {
  const busy = useNavigation().state !== 'idle'
  const result = latest?.name === view.name ? latest : null
  const id = view.name.replaceAll('.', '-')
  const field: FieldOf = (name) => ({
    id: `${id}-${name}`,
    name,
    defaultValue: result?.typed[name] ?? view.fields[name] ?? '',
    error: result?.errors?.[name],
  })
  if (result?.question) return <Confirmation view={view} result={result} question={result.question} />
  return (
    <Form method="post" noValidate preventScrollReset key={view.version} className="form-fields mt-3">
      <input type="hidden" name="setting" value={view.name} />
      <input type="hidden" name="version" value={result?.version ?? view.version} />
      {result?.conflict && (
        <Alert>
          <p className="font-semibold">{result.conflict}</p>
        </Alert>
      )}
      {children(field)}
      <p className="note wrap-anywhere">{view.source}</p>
      <div className="button-row">
        <Button type="submit" name="intent" value="save" disabled={busy}>
          {save}
        </Button>
        {view.isSet && (
          <Button type="submit" name="intent" value="back" variant="secondary" disabled={busy}>
            {reset}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Asks for confirmation before a setting about money changes. */
function Confirmation({ view, result, question }: { view: SettingView; result: SettingResult; question: string }) {
  const yes = { fee: m.yesSaveFee, seller: m.yesSaveSeller }[view.name] ?? m.yesSaveDefaults
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset className="form-fields mt-3">
      <input type="hidden" name="setting" value={view.name} />
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="confirmed" value="yes" />
      {Object.entries(result.typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Notice>
        <p>{question}</p>
      </Notice>
      <div className="button-row">
        <Button type="submit" name="intent" value={result.intent} disabled={busy}>
          {result.intent === 'back' ? m.yesRestoreDefault() : yes()}
        </Button>
        <Link to="/admin-dashboard/settings" reloadDocument className="link self-center">
          {m.keepCurrent()}
        </Link>
      </div>
    </Form>
  )
}
