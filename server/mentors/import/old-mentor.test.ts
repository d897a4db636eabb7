import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { COLLECTIONS } from '#domain/mentors/import/documents'
import { toMinorUnits } from '#domain/payments/money'
import { oldProfile, oldSubmission, READ_OPTIONS } from '../../../tests/support/mentors/exports.ts'
import { readOldMentor } from './old-mentor.ts'
import { unitsOfExport } from './units.ts'

const submission = (changes = {}) => {
  return { collection: 'mentors_section' as const, id: 's1', fields: oldSubmission(changes) }
}
const profile = (changes = {}) => ({ collection: 'mentors' as const, id: 'u1', fields: oldProfile(changes) })

const read = (changes = {}, options = READ_OPTIONS) =>
  readOldMentor({ submission: submission(changes), profile: null }, options)

function mended(changes = {}) {
  const result = read(changes)
  if (!result.ok) throw new Error(result.error.join())
  return result.value
}

describe('a submission with its profile', () => {
  it('becomes one record: the submission counts, and the profile fills in what it lacks', () => {
    const both = readOldMentor({ submission: submission(), profile: profile() }, READ_OPTIONS)
    expect(both).toEqual({
      ok: true,
      value: {
        content: {
          name: 'Farai Moyo',
          role: 'Civil Engineer',
          company: 'Arup',
          experience: 7,
          location: 'Leeds, United Kingdom',
          languages: ['en', 'sn'],
          otherLanguages: ['Twents'],
          university: 'University of Leeds',
          education: 'MSc Structural Engineering',
          linkedin: 'https://www.linkedin.com/in/farai-moyo',
          price: 4500,
          currency: 'GBP',
          about: 'I came with two suitcases.',
          whyMentor: 'I wish I had known all of this.',
          helpWith: ['Job search', 'Rooms'],
          timeZone: 'Europe/London',
          phone: '07700 900000',
          specialization: 'Bridges',
          qualification: 'CEng',
          hoursPerWeek: 6,
          rightToEarn: null,
          topics: [],
          moves: [],
          sessions: [
            {
              title: 'First job',
              minutes: 45,
              description: 'Where to look.',
              leaveWith: '',
              touchesVisas: false,
              price: 3000,
            },
            { title: 'Rooms', minutes: 60, description: '', leaveWith: '', touchesVisas: false, price: null },
          ],
        },
        statusBefore: 'accepted',
        createdBy: 'u1',
        createdAt: new Date('2024-02-03T10:00:00Z'),
        email: 'farai@example.com',
        picture: 'mentors/1690-farai.png',
        notes: [
          'time zone Europe/London, by the location',
          'languages without a known code are kept as written: Twents',
        ],
      },
    })
  })

  it('takes each field of the profile where the submission has none', () => {
    const none = { name: '', role: '', university: '', linkedin: '', price: '', about: '', whyMentor: '', imageUrl: '' }
    const bare = submission({ ...none, helpWith: '', sessionSlots: [] })
    const content = {
      name: 'Farai T. Moyo',
      role: 'Engineer',
      university: 'Leeds',
      linkedin: 'https://www.linkedin.com/in/other',
      price: 5000,
      about: 'A bio.',
      whyMentor: 'Other words.',
      helpWith: ['Visas'],
      sessions: [],
    }
    const value = { picture: 'mentor_profiles/u1', content }
    expect(readOldMentor({ submission: bare, profile: profile() }, READ_OPTIONS)).toMatchObject({ value })
  })

  it('is a record by itself if there is only a profile, never accepted by anyone', () => {
    const options = { ...READ_OPTIONS, zone: 'Europe/London' }
    const content = { company: 'Jacobs', location: '', experience: 0 }
    const value = { statusBefore: 'pending', createdBy: 'u1', content }
    const alone = readOldMentor({ submission: null, profile: profile({ currentCompany: 'Jacobs' }) }, options)
    expect(alone).toMatchObject({ value })
  })
})

describe('a submission', () => {
  it('is refused with all reasons at once', () => {
    expect(read({ name: ' ', location: 'Springfield, USA', price: '45,00' })).toEqual({
      ok: false,
      error: [
        'It has no name',
        'No time zone can be derived from “Springfield, United States”. Give one with --zone, such as Europe/London',
        'Its price “45,00” is no amount in GBP',
      ],
    })
    expect(read({ price: 2 })).toEqual({ ok: false, error: ['Its price £2 is not 0 and not from £5 to £1,000'] })
    expect(read({ price: '', sessionSlots: [] })).toEqual({ ok: false, error: ['It has no price'] })
    expect(read({ name: 'Win at https://evil.test' })).toEqual({
      ok: false,
      error: ['Its name is the address of a page'],
    })
  })

  it('takes the zone of the option only where the location implies none', () => {
    const option = { ...READ_OPTIONS, zone: 'Asia/Kolkata' }
    expect(read({ location: 'Remote' }, option)).toMatchObject({ value: { content: { timeZone: 'Asia/Kolkata' } } })
    expect(read({}, option)).toMatchObject({ value: { content: { timeZone: 'Europe/London' } } })
    expect(read({ timeZone: 'Europe/Paris' })).toMatchObject({ value: { content: { timeZone: 'Europe/Paris' } } })
  })

  it('costs the least of its sessions without a price of its own', () => {
    expect(mended({ price: null }).content.price).toBe(toMinorUnits(3000))
  })

  it('leaves out sessions that cannot be sold, and says which', () => {
    const { content, notes } = mended({
      sessionSlots: [
        { title: '', duration: 30 },
        { title: 'Long', duration: '5 hours' },
        { title: 'Odd', duration: 47 },
        { title: 'Dear', duration: 60, price: 5000 },
        { title: 'Plain' },
        ...Array.from({ length: 8 }, (_, index) => ({ title: `Session ${index}`, duration: 30 })),
      ],
    })
    expect(content.sessions.map(({ title, minutes }) => [title, minutes]).slice(0, 3)).toEqual([
      ['Odd', 45],
      ['Plain', 60],
      ['Session 0', 30],
    ])
    expect(content.sessions).toHaveLength(8)
    expect(notes.filter((note) => note.startsWith('session slot'))).toEqual([
      'session slot 1 is left out: it has no title',
      'session slot 2 is left out: its duration “5 hours” is no length from 15 to 120 minutes',
      'session slot 3 lasts 45 minutes here',
      'session slot 4 is left out: its price “5000” cannot be charged',
      'session slot 5 lasts 60 minutes here',
      'session slot 12 is left out: at most 8 fit',
      'session slot 13 is left out: at most 8 fit',
    ])
  })

  it('says what was mended, cut or left out', () => {
    const { content, notes } = mended({
      experience: 'many',
      linkedin: 'https://evil.test/linkedin.com',
      status: 'approved',
      createdAt: 'once',
      imageUrl: 'ftp://pictures/farai.png',
      location: 'Somewhere',
      timeZone: 'Europe/London',
      about: 'word '.repeat(1_000),
      helpWith: Array.from({ length: 14 }, (_, index) => `Thing ${index}`),
    })
    expect(content).toMatchObject({ experience: 0, linkedin: '' })
    expect(content.about.length).toBeLessThanOrEqual(4_000)
    expect(content.helpWith).toHaveLength(12)
    expect(notes).toEqual([
      'location “Somewhere” names no known country',
      'languages without a known code are kept as written: Twents',
      'experience is no number of years from 0 to 70: 0',
      'linkedin is no address of a LinkedIn page, and left out',
      'about is cut to 4000 characters',
      'helpWith keeps the first 12 of 14',
      'status “approved” is none: pending',
      'createdAt cannot be read: now',
      'imageUrl names no file of the storage',
    ])
  })

  it('without a signature was made by “anonymous”', () => {
    for (const createdBy of [undefined, 'anonymous']) expect(mended({ createdBy }).createdBy).toBe('anonymous')
  })
})

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('£45', '1 hour', 'London, UK', 'u1', 'accept', 'Ada', 60),
)
const fields = fc.dictionary(
  fc.constantFrom(...Object.keys({ ...oldSubmission(), ...oldProfile() }), 'timeZone', 'title', 'duration'),
  fc.oneof(value, fc.array(fc.dictionary(fc.constantFrom('title', 'duration', 'price', 'description'), value))),
)
const exported = fc.dictionary(fc.constantFrom(...COLLECTIONS), fc.dictionary(fc.string(), fields))

property.prop([exported])('makes a unit of every document, whatever its fields hold', (json) => {
  const { mentors, kept, refused } = unitsOfExport(json, { ...READ_OPTIONS, zone: 'Europe/London' })
  const documents = Object.values(json).flatMap((collection) => Object.keys(collection))
  const units = mentors.flatMap((unit) => unit.documents).length + kept.length + refused.length
  expect(units).toBe(documents.length)
})
