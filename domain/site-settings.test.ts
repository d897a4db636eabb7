import { describe, expect, it } from 'vitest'
import { ADVICE } from '#domain/mentors/advice'
import {
  adviceWith,
  MAX_TRANSLATION,
  readOverrides,
  readSetting,
  readTranslations,
  parseSettingName,
  type SettingName,
} from '#domain/site-settings'

describe('a setting', () => {
  it.each<[SettingName, Record<string, string>, string]>([
    ['site_name', { name: ' ' }, 'name'],
    ['site_name', { name: 'x'.repeat(61) }, 'name'],
    ['figures', { home: '150+ mentees', asOf: '' }, 'asOf'],
    ['fee', { percent: '100.5' }, 'percent'],
    ['fee', { percent: '-1' }, 'percent'],
    ['seller', { seller: 'unknown', vatPercent: '0' }, 'seller'],
    ['seller', { seller: 'mentor', vatPercent: '51' }, 'vatPercent'],
    ['seller', { seller: 'operator', vatPercent: '20', address: 'x'.repeat(301) }, 'address'],
    ['new_mentors', { policy: 'none', noticeHours: '12' }, 'policy'],
    ['new_mentors', { policy: 'firm', noticeHours: '0' }, 'noticeHours'],
    ['review_days', { days: '2.5' }, 'days'],
    ['advice.GB', { sentence: '' }, 'sentence'],
    ['terms.es', { text: ' \n ', sourceVersion: '2026-11' }, 'text'],
    ['privacy.es', { text: 'x'.repeat(MAX_TRANSLATION + 1), sourceVersion: '2026-11' }, 'text'],
    ['terms.es', { text: 'Uno\u0000', sourceVersion: '2026-11' }, 'text'],
    ['figures.es', { home: '', about: '', sourceVersion: '' }, 'home'],
    ['figures.es', { home: '', about: 'muchos mentores', sourceVersion: '' }, 'about'],
    ['advice.GB', { sentence: 'Ask.', register: 'A register' }, 'address'],
    ['advice.GB', { sentence: 'Ask.', register: 'A register', address: 'javascript:alert(1)' }, 'address'],
  ])('%s refuses %o with a message for %s', (name, fields, field) => {
    expect(Object.keys((readSetting(name, fields) as { error: object }).error)).toEqual([field])
  })

  it('is stored as its known fields, trimmed', () => {
    expect(readSetting('site_name', { name: '  Sea  Mark ', other: 'x' })).toEqual({
      ok: true,
      value: { name: 'Sea Mark' },
    })
  })

  it('sets what its fields say, and nothing where they cannot be read', () => {
    const stored = [
      { name: 'site_name', value: { name: 'Seamark' } },
      { name: 'figures', value: { home: '9 cohorts', about: '', asOf: '2030-01-07' } },
      { name: 'fee', value: { percent: '12.5' } },
      {
        name: 'seller',
        value: { seller: 'operator', name: '', address: '1 Quay', taxNumber: 'GB1', vatPercent: '5.5' },
      },
      { name: 'new_mentors', value: null },
      { name: 'review_days', value: { days: 'soon' } },
      { name: 'of_a_later_version', value: { x: 'y' } },
    ]
    expect(readOverrides(stored)).toEqual({
      SITE_NAME: 'Seamark',
      FIGURES: [{ value: '9', of: 'cohorts' }],
      FIGURES_AS_OF: '2030-01-07',
      FEE_PERCENT: 12.5,
      SELLER: 'operator',
      SELLER_NAME: '',
      SELLER_ADDRESS: '1 Quay',
      SELLER_TAX_NUMBER: 'GB1',
      VAT_PERCENT: 5.5,
    })
  })

  it('takes the place of a destination’s notice, or gives one to a destination without', () => {
    const fields = { sentence: 'Ask an adviser.', register: '', address: '' }
    const advice = adviceWith(ADVICE, [
      { name: 'advice.general', value: fields },
      { name: 'advice.FR', value: fields },
      { name: 'advice.GB', value: { sentence: '' } },
    ])
    const notice = { sentence: 'Ask an adviser.', register: null }
    expect(advice).toEqual({ general: notice, countries: { ...ADVICE.countries, FR: notice } })
  })

  it('is a text in another language, whose paragraphs are kept', () => {
    const text = readSetting('terms.es', { text: ' # Uno\r\n\r\nDos  tres.\n', sourceVersion: ' 2026-11 ' })
    expect(text).toEqual({ ok: true, value: { text: '# Uno\n\nDos  tres.', sourceVersion: '2026-11' } })
    const stored = [
      { name: 'terms.es', value: { text: 'Sé amable.', sourceVersion: '2026-11' } },
      { name: 'privacy.es', value: null },
      { name: 'privacy.zh-Hans', value: { text: '', sourceVersion: '2026-11' } },
      { name: 'figures.pt-BR', value: { home: '', about: '50+ mentores', sourceVersion: '2026-11-01|150+|50+' } },
      { name: 'fee', value: { percent: '12.5' } },
    ]
    expect(readTranslations(stored)).toEqual({
      terms: { es: { text: 'Sé amable.', sourceVersion: '2026-11' } },
      privacy: {},
      notices: {},
      figures: {
        'pt-BR': { home: null, about: [{ value: '50+', of: 'mentores' }], sourceVersion: '2026-11-01|150+|50+' },
      },
    })
  })

  it('has a name that pages know', () => {
    const known = ['fee', 'advice.GB', 'advice.general', 'figures.fr', 'terms.pt-BR', 'privacy.zh-Hans']
    const unknown = ['advice.gb', 'x', 'toString', 'fee.es', 'site_name.es', 'terms.', 'terms.es.es', 'terms.ES']
    expect([...known, ...unknown].map(parseSettingName)).toEqual([...known, ...unknown.map(() => null)])
  })
})
