import { describe, expect, it } from 'vitest'
import { ADVICE, parseAdvice } from '#domain/mentors/advice'
import { describeAdvice, describeAdviceError } from '#words/mentors/advice'

describe('the notice about immigration advice', () => {
  it('says that it is none, and names the register of a destination that has one', () => {
    for (const [country, notice] of Object.entries(ADVICE.countries)) {
      const { sentence, register } = describeAdvice(notice)
      expect(sentence, country).toContain('not immigration advice')
      expect(register?.name, country).toContain('Register of')
    }
    expect(describeAdvice(ADVICE.general)).toEqual({
      sentence: 'Experience, not immigration advice. Ask the immigration authority of the country, or a lawyer.',
      register: null,
    })
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
    expect(parsed.ok ? '' : describeAdviceError(parsed.error)).toContain(word)
  })
})
