/** Documents as the described system had them, and files with mentors. */
import { toMinorUnits } from '#domain/payments/money'
import type { ReadOptions } from '#server/mentors/import/old-mentor'

type Fields = Record<string, unknown>

/** A submission whose every field is filled in. Values are as loosely typed as they were. */
export const oldSubmission = (changes: Fields = {}): Fields => ({
  name: 'Farai Moyo',
  role: 'Civil Engineer',
  experience: '7 years',
  location: 'Leeds, UK',
  languages: 'English, shona; Twents',
  university: 'University of Leeds',
  education: 'MSc Structural Engineering',
  linkedin: 'www.linkedin.com/in/farai-moyo',
  price: '£45',
  about: 'I came with two suitcases.',
  whyMentor: 'I wish I had known all of this.',
  helpWith: 'Job search, Rooms',
  imageUrl: 'https://firebasestorage.googleapis.com/v0/b/x.appspot.com/o/mentors%2F1690-farai.png?alt=media',
  sessionSlots: [
    { title: 'First job', duration: '45 minutes', description: 'Where to look.', price: '30' },
    { title: 'Rooms', duration: '1 hour', description: '', price: 45 },
  ],
  createdAt: { _seconds: 1_706_954_400, _nanoseconds: 0 },
  status: 'accept',
  createdBy: 'u1',
  ...changes,
})

/** The profile of the same person. */
export const oldProfile = (changes: Fields = {}): Fields => ({
  uid: 'u1',
  email: 'farai@example.com',
  fullName: 'Farai T. Moyo',
  jobTitle: 'Engineer',
  company: 'Arup',
  university: 'Leeds',
  linkedin: 'https://www.linkedin.com/in/other',
  fieldsHelp: ['Visas'],
  bio: 'A bio.',
  whyMentor: 'Other words.',
  sessionPrice: 50,
  imageUrl: 'mentor_profiles/u1',
  phone: '07700 900000',
  specialization: 'Bridges',
  qualification: 'CEng',
  availability: '6 hours',
  updatedAt: '2024-03-01T00:00:00Z',
  ...changes,
})

/** A mentor of a `mentors.json` who lacks nothing. */
export const mentorEntry = (changes: Fields = {}): Fields => ({
  id: 'elif',
  name: 'Elif Demir',
  role: 'Physiotherapist',
  experience: 6,
  location: 'Berlin, Germany',
  languages: ['Turkish', 'de', 'English'],
  price: 50,
  about: 'I came with a diploma no one could read.',
  helpWith: ['Anmeldung'],
  moves: [{ fromCity: 'Ankara', fromCountry: 'TR', toCity: 'Berlin', toCountry: 'DE', purpose: 'work', year: 2021 }],
  sessions: [{ title: 'Your first month', minutes: 60 }],
  ...changes,
})

export const mentorsFile = (...mentors: Fields[]) => ({ format: 'landfall-mentors-1', mentors })

export const READ_OPTIONS: ReadOptions = {
  zone: null,
  bounds: { least: toMinorUnits(500), most: toMinorUnits(100_000), currency: 'GBP' },
  now: new Date('2030-01-07T09:00:00Z'),
}
