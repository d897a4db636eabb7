/** An operator's texts in other languages, from the page of settings to readers. */
import { beforeEach, describe, expect, it } from 'vitest'
import { adviceFor, parseAdvice } from '#domain/mentors/advice'
import { inLanguage } from '#server/platform/language/language'
import { applySettings } from './site-settings.ts'
import { signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { readAdvice } from '../../app/views/mentors/advice.ts'
import { readLegalText } from '../../app/views/legal/operator-texts.ts'
import { handleSettingsForm, readSettings } from '../../app/views/admin/settings.ts'

useProduct()

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
const SPANISH = { setting: 'terms.es', intent: 'save', text: 'Sé amable.\n\nY puntual.' }
const readForms = async (language: string) =>
  (await readSettings(test.app, { zone: 'UTC', country: '', language })).translations!

describe('an operator’s notice in another language', () => {
  const write = async (setting: string, fields: Record<string, string>, version = '0') =>
    handleSettingsForm(test.app, by, { setting, intent: 'save', version, ...fields })
  const shown = (country: string) => inLanguage('es', () => adviceFor(readAdvice(test.app), country))
  let by: Awaited<ReturnType<typeof june>>
  beforeEach(async () => {
    by = await june()
    await write('advice.FR', { sentence: 'Ask an adviser.', register: 'List', address: 'https://list.example/' })
  })

  it('is shown to its readers until the English one changes', async () => {
    const { notices } = await readForms('es')
    expect(notices).toMatchObject({ own: [{ code: 'FR', title: 'France', sentence: 'Ask an adviser.' }], isSet: false })
    expect(shown('FR')).toMatchObject({ sentence: 'Ask an adviser.', langAttributes: { lang: 'en' } })
    const translation = { FR: 'Consulte a un asesor.', 'FR.source': 'Ask an adviser.' }
    expect(await write('notices.es', translation)).toEqual({ done: true })
    const register = { name: 'List', address: 'https://list.example/' }
    expect(shown('FR')).toEqual({ sentence: 'Consulte a un asesor.', register })
    expect(readAdvice(test.app).countries['FR']).toEqual({ sentence: 'Ask an adviser.', register })

    await write('advice.FR', { sentence: 'Ask a lawyer.' }, '1')
    expect(shown('FR')).toMatchObject({ sentence: 'Ask a lawyer.', langAttributes: { lang: 'en' } })
    expect((await readForms('es')).notices).toMatchObject({ outdated: true, fields: { FR: 'Consulte a un asesor.' } })
  })

  it('is shown for a sentence of ADVICE_FILE too, however its spaces and letters are written', async () => {
    const read = parseAdvice('{"countries": {"DE": {"sentence": " Ask  a\\nCafe\\u0301 owner. "}}}')
    if (!read.ok) throw new Error(read.error.code)
    test.app.environment = { ...test.app.environment, advice: read.value }
    await applySettings(test.app)
    const [german] = (await readForms('es')).notices!.own
    expect(german).toMatchObject({ code: 'DE' })
    await write('notices.es', { DE: 'Pregunte.', 'DE.source': german!.sentence })
    expect(shown('DE')).toEqual({ sentence: 'Pregunte.', register: null })
  })

  it('is refused if none is written or one is too long, each at its field', async () => {
    for (const sentence of ['', 'a'.repeat(301)])
      expect(await write('notices.es', { FR: sentence, 'FR.source': 'Ask an adviser.' })).toMatchObject({
        status: 400,
        result: { errors: { FR: expect.stringContaining('300') as string } },
      })
  })

  it('has no form where the operator has written none, since the product’s own are translated', async () => {
    await handleSettingsForm(test.app, by, { setting: 'advice.FR', intent: 'back', version: '1' })
    expect((await readForms('es')).notices).toBeNull()
    expect(shown('GB')).toBe('GB')
  })
})

describe('an operator’s text in another language', () => {
  it('is written from the form of its language, shown to its readers, and removed again', async () => {
    const by = await june()
    const { terms } = await readForms('es')
    expect(terms).toMatchObject({
      name: 'terms.es',
      version: 0,
      fields: { text: '', sourceVersion: '2026-11' },
      isSet: false,
    })
    const save = { ...SPANISH, sourceVersion: terms.fields['sourceVersion']!, version: '0' }
    expect(await handleSettingsForm(test.app, by, save)).toEqual({ done: true })
    expect(inLanguage('es', () => readLegalText(test.app, 'terms'))).toMatchObject({ text: SPANISH.text, own: true })
    expect(readLegalText(test.app, 'terms')).toMatchObject({ own: false })
    expect((await readForms('es')).terms).toMatchObject({ fields: { text: SPANISH.text }, outdated: false })
    expect((await readForms('fr')).terms).toMatchObject({ fields: { text: '' }, isSet: false })

    expect(await handleSettingsForm(test.app, by, { ...save, version: '1', intent: 'back' })).toEqual({ done: true })
    expect(inLanguage('es', () => readLegalText(test.app, 'terms'))).toMatchObject({ own: false })
  })

  it('is outdated once the English text has another version', async () => {
    await handleSettingsForm(test.app, await june(), { ...SPANISH, sourceVersion: '2026-10', version: '0' })
    expect((await readForms('es')).terms).toMatchObject({ outdated: true, fields: { sourceVersion: '2026-11' } })
  })

  it('tells the second of two admins how the first has written it', async () => {
    const by = await june()
    await handleSettingsForm(test.app, by, { ...SPANISH, sourceVersion: '2026-11', version: '0' })
    const second = { ...SPANISH, text: 'Otro.', sourceVersion: '2026-11', version: '0' }
    expect(await handleSettingsForm(test.app, by, second)).toMatchObject({
      status: 409,
      result: {
        version: 1,
        typed: { text: 'Otro.' },
        conflict: expect.stringContaining('It’s now “Sé amable.') as string,
      },
    })
  })

  it('is refused for English, which has settings of its own, and for a language that is not offered', async () => {
    const by = await june()
    test.app.config = { ...test.app.config, LANGUAGES: ['en', 'fr'] }
    for (const setting of ['terms.en', 'terms.es', 'terms.de'])
      expect(
        await handleSettingsForm(test.app, by, { ...SPANISH, setting, sourceVersion: '2026-11', version: '0' }),
      ).toBeNull()
    expect((await readForms('es')).language).toBe('fr')
  })
})
