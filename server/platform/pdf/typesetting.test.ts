import { describe, expect, it } from 'vitest'
import { prepareFonts } from '#server/platform/pdf/document-fonts'
import { openTypesetter, type BaseDirection, type Line } from '#server/platform/pdf/typesetting'

const SIZE = 10

async function wrap(text: string, width: number, base: BaseDirection = 'auto'): Promise<Line[]> {
  const fonts = await prepareFonts('en', new Map([[400, new Set([text])]]))
  return openTypesetter(fonts, 'en').wrap(text, { size: SIZE, weight: 400, base }, width)
}

/** As it is seen: runs from left to right, each with its characters in the order in which they are read. */
const seen = ({ runs }: Line) =>
  runs.map(({ glyphs, level }) => (level % 2 ? glyphs.toReversed() : glyphs).map(({ text }) => text).join(''))
const missing = ({ runs }: Line) =>
  runs.flatMap(({ glyphs }) => glyphs).filter(({ id, advance }) => id === 0 && advance > 0)

describe('lines', () => {
  it.each(['น้ำ ที่นี่', 'কোলকাতা', 'கொ கௌ', 'കൊ കൗ', 'ಕೊ', 'e\u0301 ȩ́ Đặng', 'ﷺ لإ'])(
    'have a glyph for each part of %s',
    async (text) => {
      const [line] = await wrap(text, 1_000)
      expect(missing(line!)).toEqual([])
      expect(line!.runs.every(({ font }) => font !== null)).toBe(true)
    },
  )

  it('put what is read from the right to the right, and numbers and names in it in their own order', async () => {
    const [line] = await wrap('رقم \u2068R-2026-01\u2069، 60 دقيقة', 1_000, 'rtl')
    const order = seen(line!).map((text) => text.trim())
    expect(order.filter(Boolean)).toEqual(['دقيقة', '60', '،', 'R-2026-01', 'رقم'])
    expect((await wrap('-£6.00', 1_000)).map(seen)).toEqual([['-£6.00']])
  })

  it.each([
    'Krankenhausverwaltungsfachangestelltenausbildungsstätte and 12,345.67 more words, hyphen-ated ones too',
    '如果您对此收据有任何疑问，请回复随附的电子邮件，我们会在两个工作日内答复您。',
    'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา',
    'مراجعة السيرة الذاتية مع Ananya Rao لمدة 60 دقيقة من مومباي إلى مانشستر',
  ])('are no wider than their place, and have all of: %s', async (text) => {
    const lines = await wrap(text, 90)
    expect(lines.length).toBeGreaterThan(2)
    for (const { width } of lines) expect((width * SIZE) / 1_000).toBeLessThanOrEqual(90)
    const characters = lines.flatMap(({ runs }) =>
      runs.toSorted((a, b) => a.from - b.from).flatMap((run) => seen({ runs: [run], width: 0, hang: 0 })),
    )
    expect(characters.join('')).toBe(text)
  })

  it('begin with no closing mark of Chinese', async () => {
    for (let width = 40; width < 120; width += 10)
      for (const line of await wrap('（一，二）。三、四：五！', width))
        expect(seen(line)[0]).not.toMatch(/^[，）。、：！]/)
  })
})
