import { describe, expect, it } from 'vitest'
import { fc, test } from '@fast-check/vitest'
import { compareRates, MAX_FILE_BYTES, readRatesFile } from '#domain/payments/rates-file'
import { makeRatesFile } from '../../tests/support/payments/rates-file.ts'

const NOW = new Date('2026-11-20T17:00:00Z')
const read = (text: string) => readRatesFile(text, NOW)
const FILE = makeRatesFile('2026-11-20', { USD: '1.15', GBP: '0.8', INR: '100.5' })

describe('the file of exchange rates', () => {
  it('is read as rates of a pound, although it has those of a euro', () => {
    expect(read(FILE)).toEqual({
      ok: true,
      value: { publishedOn: '2026-11-20', perPound: { EUR: 1.25, USD: 1.15 / 0.8, INR: 100.5 / 0.8 } },
    })
  })

  it('may have either quotation mark', () => {
    expect(read(FILE.replaceAll("'", '"'))).toEqual(read(FILE))
  })

  it.each([
    ['a page of an outage', '<html>503 Service Unavailable</html>'],
    ['a file cut off', FILE.slice(0, -150)],
    ['two days', FILE.replace("<Cube time='2026-11-20'>", "<Cube time='2026-11-19'></Cube><Cube time='2026-11-20'>")],
    ['a day that does not exist', FILE.replace('2026-11-20', '2026-02-30')],
    ['a rate that is no number', FILE.replace('100.5', '1e9')],
    ['a currency twice', FILE.replace("currency='INR'", "currency='USD'")],
    ['the euro itself', FILE.replace("currency='INR'", "currency='EUR'")],
    ['entities', `<!DOCTYPE x [<!ENTITY a "1">]>${FILE}`],
    ['more than there can be', FILE + ' '.repeat(MAX_FILE_BYTES)],
  ])('is refused with %s', (_what, text) => {
    expect(read(text)).toEqual({ ok: false, error: 'unreadable' })
  })

  it.each(['0', '0.0001', '99999999'])('is refused with a rate that no currency has: %s', (rate) => {
    expect(read(FILE.replace('100.5', rate))).toEqual({ ok: false, error: 'out_of_range' })
  })

  it.each(['0.001', '1000000'])('is read with the lowest and the highest rate: %s', (rate) => {
    expect(read(FILE.replace('100.5', rate))).toMatchObject({ ok: true })
  })

  it('is refused without the pound, and of a day that is to come', () => {
    expect(read(FILE.replace("currency='GBP'", "currency='SEK'"))).toEqual({ ok: false, error: 'no_pound' })
    expect(read(FILE.replace('2026-11-20', '2026-11-22'))).toEqual({ ok: false, error: 'future' })
    expect(read(FILE.replace('2026-11-20', '2026-11-21'))).toMatchObject({ ok: true })
  })

  test.prop([fc.string({ unit: 'binary', maxLength: 300 })])('is refused or read, whatever it holds', (text) => {
    expect(read(text)).toEqual({ ok: false, error: 'unreadable' })
  })
})

describe('rates beside those that are there', () => {
  const known = { publishedOn: '2026-11-20', perPound: { INR: 125, USD: 1.3 } }
  const of = (publishedOn: string, INR = 126) => compareRates(known, { publishedOn, perPound: { INR, SEK: 13 } })

  it('are newer, the same or older by their day', () => {
    expect([of('2026-11-23'), of('2026-11-20'), of('2026-11-19')]).toEqual(['newer', 'same', 'older'])
  })

  it('are refused if one of them doubled or halved within two months, and no longer after that', () => {
    expect([of('2026-11-23', 251), of('2026-11-23', 62), of('2026-11-23', 249)]).toEqual(['jumped', 'jumped', 'newer'])
    expect([of('2027-01-19', 251), of('2027-01-20', 251)]).toEqual(['jumped', 'newer'])
  })
})
