import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mentorEntry, mentorsFile, READ_OPTIONS } from '../../../tests/support/mentors/exports.ts'
import { isMentorsFile, mentorsFileSchema, readMentorsFile } from './mentors-file-form.ts'
import { unitsOfMentorsFile } from './units.ts'

const { bounds } = READ_OPTIONS
const wrong = (changes: Record<string, unknown>) => {
  const read = readMentorsFile(mentorsFile(mentorEntry(changes)), bounds)
  return read.ok ? read.value.wrong : read.error
}

function readUnit(changes: Record<string, unknown>, options = READ_OPTIONS) {
  const read = readMentorsFile(mentorsFile(mentorEntry(changes)), bounds)
  if (!read.ok) throw new Error(read.error)
  return unitsOfMentorsFile(read.value, new Set(['first-job-abroad']), options).mentors[0]!.read
}

describe('a mentors.json', () => {
  it('is known by its format', () => {
    expect([mentorsFile(), { mentors: {} }, [], null].map(isMentorsFile)).toEqual([true, false, false, false])
    expect(readMentorsFile({ format: 'landfall-mentors-1' }, bounds)).toEqual({
      ok: false,
      error: 'It has no list "mentors"',
    })
  })

  it('gives whole mentors who count as accepted', () => {
    const unit = readUnit({ topics: ['first-job-abroad'], email: 'elif@example.com', portrait: 'faces/elif.jpg' })
    expect(unit).toMatchObject({
      ok: true,
      value: {
        statusBefore: 'accepted',
        createdBy: 'anonymous',
        email: 'elif@example.com',
        picture: 'faces/elif.jpg',
        content: {
          name: 'Elif Demir',
          languages: ['tr', 'de', 'en'],
          price: 5000,
          timeZone: 'Europe/Berlin',
          topics: ['first-job-abroad'],
          sessions: [{ title: 'Your first month', minutes: 60, price: null }],
        },
      },
    })
  })

  it('makes volunteers of mentors who may not earn', () => {
    expect(readUnit({ rightToEarn: 'no' })).toMatchObject({
      value: { content: { price: 0 }, notes: expect.arrayContaining(['every price is 0, since they may not earn']) },
    })
  })

  it('refuses what only the kept data know to be wrong', () => {
    const [move] = mentorEntry()['moves'] as [Record<string, unknown>]
    expect(readUnit({ topics: ['juggling'], location: 'Nowhere', moves: [{ ...move, toCountry: 'XX' }] })).toEqual({
      ok: false,
      error: [
        'topics: there is no “juggling”',
        'moves: there is no country XX',
        'timeZone: it cannot be derived from “Nowhere”',
      ],
    })
    expect(readUnit({ location: 'Nowhere' }, { ...READ_OPTIONS, zone: 'Asia/Kolkata' })).toMatchObject({
      value: { content: { timeZone: 'Asia/Kolkata' } },
    })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ price: 2 }, 'price: it is not 0 and not from £5 to £1,000'],
    [{ price: 45.001 }, 'price: it is not 0 and not from £5 to £1,000'],
    [{ price: '45' }, 'price: '],
    [{ sessions: [{ title: 'A', minutes: 60, price: 2_000 }] }, 'sessions.0.price: it is not 0'],
    [{ sessions: [{ title: 'A', minutes: 47 }] }, 'sessions.0.minutes: '],
    [{ sessions: [] }, 'sessions: '],
    [{ moves: [] }, 'moves: '],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone: Write a zone of the IANA database'],
    [{ linkedin: 'https://evil.test' }, 'linkedin: Write an https address on linkedin.com'],
    [{ nmae: 'Elif' }, 'body: '],
    [{ id: 'a b' }, 'id: '],
  ])('refuses %j and says why', (changes, why) => {
    expect(wrong(changes)).toEqual([
      { where: expect.stringMatching(/^mentors\.json\/(elif|#1)$/), why: [expect.stringContaining(why)] },
    ])
  })

  it('refuses an id that occurs twice', () => {
    const read = readMentorsFile(mentorsFile(mentorEntry(), mentorEntry()), bounds)
    expect(read).toMatchObject({ value: { entries: [{ id: 'elif' }], wrong: [{ why: ['id: it occurs twice'] }] } })
  })
})

it('docs/mentors.schema.json is the schema that files are read with', () => {
  const written = JSON.parse(readFileSync('docs/mentors.schema.json', 'utf8')) as unknown
  expect(written, 'Run `node scripts/generate/mentors-schema.ts`').toEqual(
    JSON.parse(JSON.stringify(mentorsFileSchema())),
  )
})
