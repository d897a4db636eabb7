/** The form in which an admin adds a code, or creates a batch of them. */
import { useEffect, useRef, type Ref } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { MAX_BATCH, MAX_BATCH_NAME, MAX_NAMED_MENTORS } from '#domain/discounts/code-terms'
import * as accounts from '#messages/accounts'
import * as m from '#messages/admin'
import { DateField } from '../admin/dates/date-field.tsx'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { Field, TextArea } from '../controls/field.tsx'
import { NewTabLink } from '../controls/new-tab-link.tsx'
import type { AdminCodeResult, CodeFormKind } from './admin-codes-page.ts'
import { Choice, CodeField, controlOf, DateFields, DiscountFields, ScopeFields, UseFields } from './code-fields.tsx'
import { NOTHING_TYPED, type CodeFormResult, type CodeOffer } from './codes.ts'

const PATH = '/admin-dashboard/codes'
const CONFIRM = `/account/confirm?next=${encodeURIComponent(PATH)}`

type AdminCodeFormProps = { kind: CodeFormKind; offer: CodeOffer; result: AdminCodeResult | null }

export function AdminCodeForm({ kind, offer: byDefault, result }: AdminCodeFormProps) {
  const form = result ?? NOTHING_TYPED
  const offer = result?.offer ?? byDefault
  const wrong = Object.keys(form.errors)[0]
  const element = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const busy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (wrong) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    else alert.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each response.
  }, [wrong, result])
  return (
    <Form
      ref={element}
      method="post"
      action={`${PATH}?add=${kind}`}
      noValidate
      preventScrollReset
      className="form-fields max-w-xl grid-cols-1 text-base"
    >
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" name="intent" value={kind} hidden disabled={busy}>
        {kind === 'batch' ? m.createBatch() : m.addCode()}
      </button>
      <Refusal alert={alert} form={form} isUnproven={result?.unproven ?? false} />
      {kind === 'batch' ? <BatchFields form={form} /> : <CodeField form={form} />}
      <DiscountFields offer={offer} form={form} />
      <Choice
        form={form}
        name="borneBy"
        legend={m.whoBears()}
        options={[
          ['operator', m.operatorBears()],
          ['mentor', m.mentorsBear()],
        ]}
      />
      <MentorsField form={form} />
      <ScopeFields offer={offer} form={form} />
      <DateFields offer={offer} form={form} Day={DateField} />
      {kind === 'batch' ? <p className="note">{m.batchSingleUse()}</p> : <UseFields form={form} />}
      <div className="button-row items-center">
        <Button type="submit" name="intent" value={kind} disabled={busy}>
          {kind === 'batch' ? m.createBatch() : m.addCode()}
        </Button>
        <Link to={PATH} className="link">
          {m.backToCodes()}
        </Link>
      </div>
    </Form>
  )
}

type RefusalProps = { alert: Ref<HTMLDivElement>; form: CodeFormResult; isUnproven: boolean }

function Refusal({ alert, form, isUnproven }: RefusalProps) {
  if (isUnproven)
    return (
      <Alert ref={alert}>
        <p className="font-semibold">{m.codeConfirmFirst()}</p>
        <p>
          <NewTabLink href={CONFIRM}>{accounts.confirmInNewTab()}</NewTabLink>
        </p>
      </Alert>
    )
  if (Object.keys(form.errors).length === 0) return null
  return (
    <Alert ref={alert}>
      <p className="font-semibold">{m.codesNotSaved()}</p>
    </Alert>
  )
}

const BatchFields = ({ form }: { form: CodeFormResult }) => (
  <>
    <Field
      {...controlOf(form, 'name')}
      label={m.batchName()}
      hint={m.batchNameHint()}
      autoComplete="off"
      maxLength={MAX_BATCH_NAME}
    />
    <Field
      {...controlOf(form, 'count')}
      label={m.batchCount()}
      hint={m.batchCountHint({ most: MAX_BATCH })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
    />
  </>
)

/** Mentors by their addresses, and a button that lists what they offer. */
function MentorsField({ form }: { form: CodeFormResult }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextArea
        {...controlOf(form, 'mentors')}
        label={m.codeMentors()}
        hint={m.codeMentorsHint({ most: MAX_NAMED_MENTORS })}
        optional
        rows={2}
        autoComplete="off"
        spellCheck={false}
        maxLength={5_000}
      />
      <div>
        <button type="submit" name="intent" value="look" disabled={busy} className="admin-button">
          {m.listTheirSessions()}
        </button>
      </div>
    </div>
  )
}
