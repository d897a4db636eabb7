/** The forms of the page of settings: one for each setting, so that two admins are in each other's way only where they must. */
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field, Select } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { AdminPart } from '../part.tsx'
import type { SettingResult, SettingsPage, SettingView } from './settings.ts'

/** `children`: the forms of the topics. */
type FormsProps = { page: SettingsPage; result: SettingResult | null; children: ReactNode }
type FieldOf = (name: string) => { id: string; name: string; defaultValue: string; error: string | undefined }

export function SettingsForms({ page, result, children }: FormsProps) {
  const { settings, advice, policies, countries } = page
  const form = (name: string, save: string, fields: (field: FieldOf) => ReactNode) => (
    <SettingForm key={name} view={settings[name]!} result={result} save={save}>
      {fields}
    </SettingForm>
  )
  return (
    <div className="grid max-w-3xl gap-10">
      <AdminPart title="Site name">
        {form('site_name', 'Save name', (field) => (
          <Field {...field('name')} label="Name" hint="On pages and in emails." required maxLength={60} />
        ))}
      </AdminPart>
      <AdminPart title="Figures">
        {form('figures', 'Save statistics', (field) => (
          <>
            <Field
              {...field('home')}
              label="On the home page and the page of cohorts"
              hint="Up to four statistics. Add a short source in brackets: 8 cohorts, 94% success (sessions rated 4 or 5)."
              maxLength={400}
            />
            <Field {...field('about')} label="On the page about us" maxLength={400} />
            <Field {...field('asOf')} label="Counted on" type="date" required />
          </>
        ))}
      </AdminPart>
      <AdminPart title="Fee">
        {form('fee', 'Save fee', (field) => (
          <Field
            {...field('percent')}
            label="Platform fee, in per cent"
            hint="Applies to new bookings."
            inputMode="decimal"
            required
            maxLength={6}
          />
        ))}
      </AdminPart>
      <AdminPart title="Defaults for new mentors">
        {form('new_mentors', 'Save defaults', (field) => (
          <>
            <Select
              {...field('policy')}
              label="Cancellation policy"
              hint="Mentors can change it. Existing bookings keep theirs."
            >
              {policies.map(({ value, name, sentence }) => (
                <option key={value} value={value}>
                  {`${name}: ${sentence}`}
                </option>
              ))}
            </Select>
            <Field
              {...field('noticeHours')}
              label="Minimum notice, in hours"
              inputMode="numeric"
              required
              maxLength={3}
            />
          </>
        ))}
      </AdminPart>
      <AdminPart title="Response time for applications">
        {form('review_days', 'Save response time', (field) => (
          <Field
            {...field('days')}
            label="Promised response time, in working days"
            inputMode="numeric"
            required
            maxLength={2}
          />
        ))}
      </AdminPart>
      <AdminPart title="Expertise" aside="what mentors choose and visitors filter by">
        {children}
      </AdminPart>
      <AdminPart title="Cohorts">
        <p>
          You can publish accepted cohorts on the{' '}
          <Link to="/admin-dashboard/cohorts" className="link">
            page of cohorts
          </Link>
          .
        </p>
      </AdminPart>
      <AdminPart title="Notices on immigration advice" aside="for sessions about visas, by destination">
        <div className="grid gap-6">
          {advice.map((view) => (
            <details
              key={view.name}
              id={view.name}
              open={result?.name === view.name || undefined}
              className="border-b border-hair pb-4"
            >
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
                {view.title}
                {view.isSet && <span className="font-normal text-ink-2">, set here</span>}
                <span className="ms-3 link font-normal">Change</span>
              </summary>
              <SettingForm view={view} result={result} save="Save notice">
                {(field) => (
                  <>
                    <Field {...field('sentence')} label="Notice" required maxLength={300} />
                    <Field {...field('register')} label="Official register" optional maxLength={300} />
                    <Field {...field('address')} label="Link to the register" type="url" optional maxLength={500} />
                  </>
                )}
              </SettingForm>
            </details>
          ))}
          <Form method="get" className="flex flex-wrap items-end gap-3">
            <Select id="advice-country" name="country" label="Another destination" defaultValue="">
              <option value="">Choose</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            <Button type="submit" variant="secondary" className="min-h-12">
              Add a notice
            </Button>
          </Form>
        </div>
      </AdminPart>
    </div>
  )
}

type SettingFormProps = {
  view: SettingView
  result: SettingResult | null
  save: string
  children: (field: FieldOf) => ReactNode
}

function SettingForm({ view, result: latest, save, children }: SettingFormProps) {
  const busy = useNavigation().state !== 'idle'
  const result = latest?.name === view.name ? latest : null
  const id = view.name.replaceAll('.', '-')
  const field: FieldOf = (name) => ({
    id: `${id}-${name}`,
    name,
    defaultValue: result?.typed[name] ?? view.fields[name] ?? '',
    error: result?.errors?.[name],
  })
  if (result?.question) return <Confirmation view={view} result={result} question={result.question} save={save} />
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
            Restore default
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Asks for confirmation before a setting about money changes. */
function Confirmation({
  view,
  result,
  question,
  save,
}: {
  view: SettingView
  result: SettingResult
  question: string
  save: string
}) {
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
          {result.intent === 'back' ? 'Yes, restore default' : `Yes, ${save.charAt(0).toLowerCase()}${save.slice(1)}`}
        </Button>
        <Link to="/admin-dashboard/settings" reloadDocument className="link self-center">
          Keep current
        </Link>
      </div>
    </Form>
  )
}
