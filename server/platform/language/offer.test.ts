import { describe, expect, it } from 'vitest'
import { NO_OFFER, type Language } from '../../../messages/languages.ts'
import { languageCookie, languageToOffer } from '#server/platform/language/offer'

const offered: Language[] = ['en', 'es', 'fr']
const offer = (page: Language, cookies: string, other: Language | null = null) =>
  languageToOffer({ page, offered }, cookies, () => other)

describe('languageToOffer', () => {
  it('offers the language that the reader chose, before that of their account or browser', () => {
    expect(offer('en', 'theme=night; language=es', 'fr')).toBe('es')
    expect(offer('en', '', 'fr')).toBe('fr')
  })

  it('offers nothing on a page in the language that the reader prefers', () => {
    expect(offer('es', 'language=es', 'fr')).toBeNull()
    expect(offer('fr', '', 'fr')).toBeNull()
    expect(offer('en', '')).toBeNull()
  })

  it('offers nothing once an offer was closed', () => {
    const [cookie = ''] = languageCookie(NO_OFFER).split(';')
    expect(offer('en', cookie, 'fr')).toBeNull()
  })

  it('passes over a choice that the site does not offer', () => {
    expect(offer('en', 'language=ar', 'fr')).toBe('fr')
    expect(offer('en', 'language=../', null)).toBeNull()
  })
})
