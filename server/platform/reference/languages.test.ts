import { describe, expect, it } from 'vitest'
import { listLanguages, readLanguages, spokenLanguages } from '#server/platform/reference/languages'

const codes = (text: string) => readLanguages(text).codes
const unknown = (text: string) => readLanguages(text).unknown

describe('readLanguages', () => {
  it('finds languages by English name, own name or code, each once, in any case and with any separator', () => {
    expect(codes('English, Hindi (native), ENGLISH, hindī, en')).toEqual(['en', 'hi'])
    expect(readLanguages('Hindi, english ; বাংলা')).toEqual({ codes: ['hi', 'en', 'bn'], unknown: [] })
    expect(codes('DE/fr\nPolish and Czech & Thai')).toEqual(['de', 'fr', 'pl', 'cs', 'th'])
    expect(codes('中文、日本語، العربية')).toEqual(['zh', 'ja', 'ar'])
  })

  it('ignores accents', () => {
    expect(codes('francais, Espanol, turkce, GUARANI, yorùbá')).toEqual(['fr', 'es', 'tr', 'gn', 'yo'])
    expect(codes('Türkçe'.normalize('NFD'))).toEqual(['tr'])
  })

  it('knows further names that people use', () => {
    expect(codes('Bangla, Mandarin, Farsi, Kiswahili, Tagalog, Filipino')).toEqual(['bn', 'zh', 'fa', 'sw', 'tl'])
    expect(codes('български, lietuvių, српски, українська')).toEqual(['bg', 'lt', 'sr', 'uk'])
  })

  it('keeps languages without a code as typed, each once', () => {
    expect(readLanguages('Cebuano, English,  Old   Norse , CEBUANO')).toEqual({
      codes: ['en'],
      unknown: ['Cebuano', 'Old Norse'],
    })
    expect(unknown('Cantonese')).toEqual(['Cantonese'])
  })

  it('gives nothing for empty text', () => {
    for (const text of ['', ' ,;/\n, ', '.', '()']) expect(codes(text)).toEqual([])
    expect(readLanguages(' , ; / ')).toEqual({ codes: [], unknown: [] })
  })

  it('keeps no text that is too long, cut in half or unprintable', () => {
    expect(unknown(Array.from({ length: 500 }, (_, n) => `Tongue ${n}`).join(','))).toHaveLength(20)
    expect(unknown('𝒳'.repeat(500))).toEqual(['𝒳'.repeat(60)])
    expect(unknown('Fe\uD83D, Fo\u0000o\u0007')).toEqual(['Fe\uFFFD', 'Fo o'])
    expect(unknown('constructor, __proto__, toString')).toEqual(['constructor', '__proto__', 'toString'])
  })
})

describe('a language', () => {
  it('is shown by its usual name, and as it was written if it has none', () => {
    const written = { languages: ['zh', 'bn', 'constructor'], otherLanguages: ['Cebuano'] }
    expect(spokenLanguages(written)).toEqual(['Chinese', 'Bengali', 'constructor', 'Cebuano'])
  })

  it('is found by its code, its name and its own name', () => {
    const all = listLanguages()
    expect(all.length).toBeGreaterThan(180)
    for (const { code, name } of all) {
      expect(codes(code), code).toEqual([code])
      expect(codes(name), name).toEqual([code])
    }
    const names = all.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(new Set(names).size).toBe(all.length)
  })
})
