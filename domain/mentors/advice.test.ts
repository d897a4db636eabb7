import { describe, expect, it } from 'vitest'
import { ADVICE, adviceFor, parseAdvice, REGISTERS } from '#domain/mentors/advice'
import { readWebAddress } from '#domain/web-address'

describe('the notice about immigration advice', () => {
  it('names the official register of a destination that has one', () => {
    expect(Object.keys(ADVICE.countries)).toEqual(['AU', 'CA', 'GB', 'NZ'])
    for (const address of Object.values(REGISTERS)) expect(readWebAddress(address)).toBe(address)
  })

  it.each(['DE', '', 'constructor', null])('is a general sentence for %s', (country) => {
    expect(adviceFor(ADVICE, country)).toBe(ADVICE.general)
  })

  it('is the operator’s own where they wrote one, and ours elsewhere', () => {
    const register = { name: 'Bundesamt', address: 'https://www.bamf.de/' }
    const own = parseAdvice(JSON.stringify({ countries: { DE: { sentence: 'Keine Beratung.', register } } }))
    if (!own.ok) throw new Error(own.error.code)
    expect(adviceFor(own.value, 'DE')).toEqual({ sentence: 'Keine Beratung.', register })
    expect(adviceFor(own.value, 'GB')).toBe(ADVICE.countries['GB'])
    expect(adviceFor(own.value, 'FR')).toBe(ADVICE.general)
    const general = parseAdvice('{"general":{"sentence":"Ask a lawyer."}}')
    expect(general.ok && adviceFor(general.value, 'FR')).toEqual({ sentence: 'Ask a lawyer.', register: null })
  })

  it.each([
    ['{', { code: 'no_json' }],
    ['[]', { code: 'no_object' }],
    ['{"countrys":{}}', { code: 'unknown_key', key: 'countrys' }],
    ['{"countries":[]}', { code: 'no_countries' }],
    ['{"general":{"sentence":" "}}', { code: 'sentence', where: 'general' }],
    ['{"countries":{"uk":{"sentence":"x"}}}', { code: 'country', key: 'uk' }],
    [
      '{"countries":{"GB":{"sentence":"x","register":{"name":"R","address":"http://r.example"}}}}',
      { code: 'register', where: 'GB' },
    ],
    [
      '{"countries":{"GB":{"sentence":"x","register":{"address":"https://r.example"}}}}',
      { code: 'register', where: 'GB' },
    ],
    [`{"countries":{"GB":{"sentence":"${'x'.repeat(301)}"}}}`, { code: 'sentence', where: 'GB' }],
  ])('is refused with what is wrong: %s', (json, error) => {
    expect(parseAdvice(json)).toEqual({ ok: false, error })
  })
})
