import { describe, expect, it } from 'vitest'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { ALL_LANGUAGES } from '../../../messages/languages.ts'

describe('acceptedLanguage', () => {
  it.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.5, fr', 'fr'],
    ['de, ca;q=0.9, fr;q=0.7', 'fr'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-TW', null],
    ['ar-EG', 'ar'],
    ['HI-in', 'hi'],
    ['es;q=0', null],
    ['es;q=0, en;q=0.1', 'en'],
    ['es;q=nothing, fr;q=0.1', 'fr'],
    ['*', null],
    ['de', null],
    ['', null],
    ['!!, es', 'es'],
  ])('finds in "%s": %s', (header, language) => {
    expect(acceptedLanguage(header, ALL_LANGUAGES)).toBe(language)
  })

  it('passes over a language that is not offered', () => {
    expect(acceptedLanguage('ar, fr;q=0.5', ['en', 'fr'])).toBe('fr')
  })
})
