/** The operator's texts in another language than English: one form for each, in the language that is chosen above them. */
import { Fragment } from 'react'
import { Form } from 'react-router'
import { sourceField } from '#domain/site-settings'
import * as m from '#messages/admin'
import { Button } from '../../controls/button.tsx'
import { Field, Select, TextArea } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { AdminPart } from '../part.tsx'
import { SettingForm } from './setting-form.tsx'
import type { SettingResult, TranslationsView, TranslationView } from './settings.ts'

/** `english`: the statistics in English, by field. */
type TranslationFormsProps = {
  view: TranslationsView
  english: Record<string, string>
  result: SettingResult | null
}

export function TranslationForms({ view, english, result }: TranslationFormsProps) {
  const { language, tag, languages, figures, terms, privacy, notices } = view
  const own = { lang: tag, dir: 'auto' } as const
  const shared = { result, reset: m.removeTranslation() }
  return (
    <AdminPart id="translations" title={m.translations()} aside={m.translationsNote()}>
      <Form method="get" action="#translations" className="mt-3 flex flex-wrap items-end gap-3">
        <Select
          key={language}
          id="translations-language"
          name="language"
          label={m.textsLanguage()}
          defaultValue={language}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="secondary" className="min-h-12">
          {m.showTexts()}
        </Button>
      </Form>
      <div className="mt-6 grid gap-8">
        <SettingForm key={figures.name} {...shared} view={figures} save={m.saveFigures()}>
          {(field) => (
            <>
              <Version view={figures} />
              {(['home', 'about'] as const).map((name) => (
                <Field
                  key={name}
                  {...field(name)}
                  {...own}
                  label={name === 'home' ? m.homeFigures() : m.aboutFigures()}
                  hint={english[name] ? m.inEnglish({ text: english[name] }) : m.figuresHint()}
                  maxLength={400}
                />
              ))}
            </>
          )}
        </SettingForm>
        {[
          { text: terms, label: m.termsText(), save: m.saveTerms() },
          { text: privacy, label: m.privacyText(), save: m.savePrivacy() },
        ].map(({ text, label, save }) => (
          <SettingForm key={text.name} {...shared} view={text} save={save}>
            {(field) => (
              <>
                <Version view={text} />
                <TextArea {...field('text')} {...own} label={label} hint={m.translationHint()} rows={10} required />
              </>
            )}
          </SettingForm>
        ))}
        {notices && (
          <SettingForm key={notices.name} {...shared} view={notices} save={m.saveNotices()}>
            {(field) => (
              <>
                {notices.outdated && <Outdated />}
                {notices.own.map(({ code, title, sentence }) => (
                  <Fragment key={code}>
                    <input type="hidden" name={sourceField(code)} value={sentence} />
                    <Field
                      {...field(code)}
                      {...own}
                      label={m.noticeFor({ destination: title })}
                      hint={m.inEnglish({ text: sentence })}
                      optional
                      maxLength={300}
                    />
                  </Fragment>
                ))}
              </>
            )}
          </SettingForm>
        )}
      </div>
    </AdminPart>
  )
}

/** Says which English text this is a translation of, and whether that is still the current one. */
function Version({ view }: { view: TranslationView }) {
  return (
    <>
      <input type="hidden" name="sourceVersion" value={view.fields['sourceVersion']} />
      {view.outdated && <Outdated />}
    </>
  )
}

const Outdated = () => (
  <Notice>
    <p>{m.translationOutdated()}</p>
  </Notice>
)
