import { describe, expect, it } from 'vitest'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { renderPdf } from '#server/platform/pdf/render-pdf'
import { readPdf } from '../../../tests/support/pdf.ts'
import { RECEIPTS } from '../../../tests/support/tax-documents/receipts.ts'

const { en: RECEIPT, ar: ARABIC } = RECEIPTS
const KILOBYTE = 1_000

const NAMES = {
  Greek: 'Αλέξης Παπαδόπουλος',
  Cyrillic: 'Юлія Ћирић',
  Vietnamese: 'Nguyễn Thị Ánh Tuyết',
  Hebrew: 'ירושלים שלום',
  Thai: 'กรุงเทพมหานคร น้ำ',
  Bengali: 'শ্রী কোলকাতা',
  Tamil: 'தமிழ்நாடு கொ ஸ்ரீ',
  Telugu: 'తెలుగు శ్రీ',
  Gujarati: 'ગુજરાતી શ્રી',
  Gurmukhi: 'ਪੰਜਾਬੀ ਸਿੰਘ',
  Kannada: 'ಕನ್ನಡ ಕ್ಷೇತ್ರ',
  Malayalam: 'മലയാളം ശ്രീ',
  Devanagari: 'श्रीकृष्ण क्षत्रिय र्क',
  'traditional Chinese': '臺灣繁體',
  Japanese: '東京ひらがなカタカナ',
  Korean: '서울특별시',
  Urdu: 'پاکستان ٹھیک',
}

const withFact = (value: string): DocumentSheet => ({ ...RECEIPT, facts: [['Name', value]] })
/** Readers guess spaces between parts of a line, and leave some out. */
const squeeze = (text: string) => text.replaceAll(/\s/g, '')
/** Names of installed fonts are in the file as they are. */
const latin = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')

describe('renderPdf', () => {
  it.each(Object.entries(RECEIPTS))(
    'writes a receipt in %s in at most 200 kB, from which its text can be copied',
    async (_, sheet) => {
      const pdf = await renderPdf(sheet)
      expect(pdf.length).toBeLessThan(200 * KILOBYTE)
      const [page = '', ...others] = (await readPdf(pdf)).map(squeeze)
      expect(others).toEqual([])
      const shown = [
        sheet.title,
        ...sheet.facts.flat(),
        ...sheet.parties.flatMap(({ label, lines }) => [label, ...lines]),
        ...sheet.head,
      ]
      for (const text of [...shown, ...sheet.totals.map(([label]) => label)]) expect(page).toContain(squeeze(text))
    },
  )

  it('embeds characters of every script that it has fonts for, and lets them be copied', async () => {
    const facts = Object.entries(NAMES)
    const [page = ''] = (await readPdf(await renderPdf({ ...RECEIPT, facts }))).map(squeeze)
    for (const [, name] of facts) expect(page).toContain(squeeze(name))
  })

  it('joins ligatures of Arabic and keeps the order of their characters', async () => {
    const [page = ''] = await readPdf(await renderPdf({ ...ARABIC, title: 'الأحمد لا إله' }))
    expect(page).toContain('الأحمد لا إله')
  })

  it('says its language and its title, and what each text is', async () => {
    const { getDocumentProxy, getMeta } = await import('unpdf')
    const document = await getDocumentProxy((await renderPdf(ARABIC)).slice())
    const { info } = await getMeta(document)
    expect(info).toMatchObject({ Title: 'إيصال', Language: 'ar' })
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
    for (const role of ['H1', 'L', 'Lbl', 'Table', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
  })

  it('gives the same bytes for the same sheet, and others for another', async () => {
    const [first, second, other] = [
      await renderPdf(RECEIPT),
      await renderPdf(structuredClone(RECEIPT)),
      await renderPdf(withFact('Ada')),
    ]
    expect(Buffer.compare(first, second)).toBe(0)
    expect(Buffer.compare(first, other)).not.toBe(0)
    expect(latin(first)).not.toMatch(/CreationDate|ModDate/)
  })

  it('carries a long table over pages, each with its number', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => [`Session ${row + 1}`, '20 %', '£6.67', '£40.00'])
    const pages = await readPdf(await renderPdf({ ...RECEIPT, rows }))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`)
    expect(pages.every((page) => page.includes('Description'))).toBe(true)
    expect([...pages.join('\n').matchAll(/Session \d+/g)].map(String)).toEqual(rows.map(([session]) => session))
    await expect(
      renderPdf({ ...RECEIPT, rows: Array.from({ length: 1_001 }, () => ['', '', '', '']) }),
    ).rejects.toThrow(RangeError)
  })

  it.each([
    ['controls', `a\0b\u0007c\u001b[31m\r\nd\u2028e`],
    ['overrides', '\u202Emoc.elpmaxe\u202C \u2067open'],
    ['100,000 characters', 'x'.repeat(100_000)],
    ['100,000 words', 'नाम '.repeat(25_000)],
    ['unpaired surrogates', '\uD800 \uDC00 a\uD83D'],
    ['emoji and scripts without a font', '😀 👩‍👩‍👧 ꦗꦮ 𓀀 \u{10FFFF} \uE000'],
    ['a pile of marks', `e${'\u0301'.repeat(5_000)}`],
    ['spaces', `${' '.repeat(9_000)}\u3000\u00A0`],
  ])('survives %s', async (_, text) => {
    const sheet: DocumentSheet = {
      language: 'en',
      title: text,
      facts: [[text, text]],
      parties: [{ label: text, lines: Array.from({ length: 200 }, () => text) }],
      head: [text, text, text],
      rows: [[text, text, text, 'too many'], ['too few']],
      totals: [[text, text]],
      notes: [text],
      issuer: text,
    }
    const pages = await readPdf(await renderPdf(sheet))
    expect(pages.join('')).toContain('too few')
    expect(pages.join('')).not.toContain('too many')
  })

  it('writes an empty sheet', async () => {
    const empty = {
      language: 'fr',
      title: '',
      facts: [],
      parties: [],
      head: [],
      rows: [],
      totals: [],
      notes: [],
      issuer: '',
    }
    expect(await readPdf(await renderPdf(empty))).toEqual(['1 / 1'])
  })
})
