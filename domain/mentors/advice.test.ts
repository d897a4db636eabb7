import { describe, expect, it } from 'vitest'
import { ADVICE, adviceFor, parseAdvice } from '#domain/mentors/advice'
import { readWebAddress } from '#domain/web-address'

describe('the notice about immigration advice', () => {
  it('names the official register of a destination that has one', () => {
    expect(Object.keys(ADVICE.countries)).toEqual(['AU', 'CA', 'GB', 'NZ'])
    for (const { sentence, register } of Object.values(ADVICE.countries)) {
      expect(sentence).toContain('not immigration advice')
      expect(readWebAddress(register!.address)).toBe(register!.address)
    }
  })

  it.each(['DE', '', 'constructor', null])('is a general sentence for %s', (country) => {
    expect(adviceFor(ADVICE, country)).toBe(ADVICE.general)
  })

  it('is the operator’s own where they wrote one, and ours elsewhere', () => {
    const register = { name: 'Bundesamt', address: 'https://www.bamf.de/' }
    const own = parseAdvice(JSON.stringify({ countries: { DE: { sentence: 'Keine Beratung.', register } } }))
    if (!own.ok) throw new Error(own.error)
    expect(adviceFor(own.value, 'DE')).toEqual({ sentence: 'Keine Beratung.', register })
    expect(adviceFor(own.value, 'GB')).toBe(ADVICE.countries['GB'])
    expect(adviceFor(own.value, 'FR')).toBe(ADVICE.general)
    const general = parseAdvice('{"general":{"sentence":"Ask a lawyer."}}')
    expect(general.ok && adviceFor(general.value, 'FR')).toEqual({ sentence: 'Ask a lawyer.', register: null })
  })

  it.each([
    ['{', 'no JSON'],
    ['{"countrys":{}}', 'countrys'],
    ['{"general":{"sentence":" "}}', 'general'],
    ['{"countries":{"uk":{"sentence":"x"}}}', 'uk'],
    ['{"countries":{"GB":{"sentence":"x","register":{"name":"R","address":"http://r.example"}}}}', 'https'],
    ['{"countries":{"GB":{"sentence":"x","register":{"address":"https://r.example"}}}}', 'name'],
    [`{"countries":{"GB":{"sentence":"${'x'.repeat(301)}"}}}`, '300'],
  ])('is refused with what is wrong: %s', (json, word) => {
    const parsed = parseAdvice(json)
    expect(parsed.ok ? '' : parsed.error).toContain(word)
  })
})
