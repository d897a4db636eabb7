import { describe, expect, it } from 'vitest'
import { canonicalPath, splitLanguage } from '#server/platform/language/language-path'
import { ALL_LANGUAGES } from '../../../messages/languages.ts'

describe('splitLanguage', () => {
  it.each([
    ['/mentors', 'en', '/mentors'],
    ['/', 'en', '/'],
    ['/es', 'es', '/'],
    ['/es/', 'es', '/'],
    ['/es?q=Leeds', 'es', '/?q=Leeds'],
    ['/es/_.data', 'es', '/_.data'],
    ['/es.data', 'es', '/_.data'],
    ['/es.data?_routes=x', 'es', '/_.data?_routes=x'],
    ['/es.database', 'en', '/es.database'],
    ['/zh-hans/mentors/ada?at=1#x', 'zh-Hans', '/mentors/ada?at=1#x'],
    ['/pt-br/Faq', 'pt-BR', '/Faq'],
    ['/estonia', 'en', '/estonia'],
    ['/de/mentors', 'en', '/de/mentors'],
    ['/ES/mentors', 'en', '/ES/mentors'],
    ['//es/mentors', 'en', '//es/mentors'],
  ])('reads %s as %s %s', (address, language, path) => {
    expect(splitLanguage(address)).toEqual({ language, path })
  })

  it('finds no language that is not offered', () => {
    expect(splitLanguage('/es/mentors', ['en', 'fr'])).toEqual({ language: 'en', path: '/es/mentors' })
  })
})

describe('canonicalPath', () => {
  it.each([
    ['/zh-Hans/faq?a=B', '/zh-hans/faq?a=B'],
    ['/ES', '/es'],
    ['/en/faq', '/faq'],
    ['/EN', '/'],
    ['/en/', '/'],
    ['/en?q=x', '/?q=x'],
    ['/es/faq', null],
    ['/faq', null],
    ['/de/faq', null],
  ])('leads %s to %s', (address, path) => {
    expect(canonicalPath(address, ALL_LANGUAGES)).toBe(path)
  })

  it('never leads to another site', () => {
    expect(canonicalPath('/en//evil.example', ALL_LANGUAGES)).toBeNull()
  })
})
