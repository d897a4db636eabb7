/** The forms of the page of settings: one for each setting, so that two admins are in each other's way only where they must. */
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import * as m from '#messages/admin'
import { Button } from '../../controls/button.tsx'
import { DateField } from '../dates/date-field.tsx'
import { Field, Select } from '../../controls/field.tsx'
import { AdminPart } from '../part.tsx'
import { SellerFields } from './seller-fields.tsx'
import { SettingForm, type FieldOf } from './setting-form.tsx'
import type { SettingResult, SettingsPage } from './settings.ts'
import { TranslationForms } from './translation-forms.tsx'
import { rich } from '../../rich.tsx'

/** `children`: the forms of the topics. */
type FormsProps = { page: SettingsPage; result: SettingResult | null; children: ReactNode }

export function SettingsForms({ page, result, children }: FormsProps) {
  const { settings, advice, policies, countries } = page
  const form = (name: string, save: string, fields: (field: FieldOf) => ReactNode) => (
    <SettingForm key={name} view={settings[name]!} result={result} save={save}>
      {fields}
    </SettingForm>
  )
  return (
    <div className="grid max-w-3xl gap-10">
      <AdminPart title={m.siteName()}>
        {form('site_name', m.saveName(), (field) => (
          <Field {...field('name')} label={m.name()} hint={m.siteNameHint()} required maxLength={60} />
        ))}
      </AdminPart>
      <AdminPart title={m.figures()}>
        {form('figures', m.saveFigures(), (field) => (
          <>
            <Field {...field('home')} label={m.homeFigures()} hint={m.figuresHint()} maxLength={400} />
            <Field {...field('about')} label={m.aboutFigures()} maxLength={400} />
            <DateField {...field('asOf')} label={m.countedOn()} required />
          </>
        ))}
      </AdminPart>
      {page.translations && (
        <TranslationForms view={page.translations} english={settings['figures']!.fields} result={result} />
      )}
      <AdminPart title={m.fee()}>
        {form('fee', m.saveFee(), (field) => (
          <Field
            {...field('percent')}
            label={m.feePercent()}
            hint={m.feeHint()}
            inputMode="decimal"
            required
            maxLength={6}
          />
        ))}
      </AdminPart>
      <AdminPart title={m.sellerAndVat()} aside={m.sellerNote()}>
        {form('seller', m.saveSeller(), (field) => (
          <SellerFields field={field} />
        ))}
      </AdminPart>
      <AdminPart title={m.newMentorDefaults()}>
        {form('new_mentors', m.saveDefaults(), (field) => (
          <>
            <Select {...field('policy')} label={m.cancelPolicy()} hint={m.cancelPolicyHint()}>
              {policies.map(({ value, name, sentence }) => (
                <option key={value} value={value}>
                  {m.labelled({ label: name, text: sentence })}
                </option>
              ))}
            </Select>
            <Field {...field('noticeHours')} label={m.minimumNotice()} inputMode="numeric" required maxLength={3} />
          </>
        ))}
      </AdminPart>
      <AdminPart title={m.responseTime()}>
        {form('review_days', m.saveResponseTime(), (field) => (
          <Field {...field('days')} label={m.responseDays()} inputMode="numeric" required maxLength={2} />
        ))}
      </AdminPart>
      <AdminPart title={m.expertise()} aside={m.expertiseNote()}>
        {children}
      </AdminPart>
      <AdminPart title={m.cohorts()}>
        <p>
          {rich(
            m.publishCohorts({
              link: (text) => (
                <Link to="/admin-dashboard/cohorts" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      </AdminPart>
      <AdminPart title={m.adviceNotices()} aside={m.adviceNote()}>
        <div className="grid gap-6">
          {advice.map((view) => (
            <details
              key={view.name}
              id={view.name}
              open={result?.name === view.name || undefined}
              className="border-b border-hair pb-4"
            >
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
                {view.isSet
                  ? rich(
                      m.setHere({
                        title: view.title,
                        note: (text) => <span className="font-normal text-ink-2">{text}</span>,
                      }),
                    )
                  : view.title}
                <span className="ms-3 link font-normal">{m.changeNotice()}</span>
              </summary>
              <SettingForm view={view} result={result} save={m.saveNotice()}>
                {(field) => (
                  <>
                    <Field {...field('sentence')} label={m.notice()} required maxLength={300} />
                    <Field {...field('register')} label={m.register()} optional maxLength={300} />
                    <Field {...field('address')} label={m.registerLink()} type="url" optional maxLength={500} />
                  </>
                )}
              </SettingForm>
            </details>
          ))}
          <Form method="get" className="flex flex-wrap items-end gap-3">
            <Select id="advice-country" name="country" label={m.anotherDestination()} defaultValue="">
              <option value="">{m.choose()}</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            <Button type="submit" variant="secondary" className="min-h-12">
              {m.addNotice()}
            </Button>
          </Form>
        </div>
      </AdminPart>
    </div>
  )
}
