/** Examples of the API's document about mentors: one mentor, as `tests/support/api-world.ts` makes her to send them. */

const money = (amount: number) => ({ amount, currency: 'GBP' })

const FIELDS = {
  id: '5b1f3a52-7c0e-4d7b-9a86-2f40c1d9e8a3',
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  role: 'Analyst',
  experience: 5,
  location: 'Kolkata, India',
  imageUrl: null,
  languages: ['English', 'Bengali'],
  timeZone: 'Asia/Kolkata',
  price: money(4500),
  priceFrom: false,
  rating: { average: null, count: 0 },
}

const CROSSING = { from: { city: 'Kolkata', country: 'IN' }, to: { city: 'Manchester', country: 'GB' } }

const SESSION = {
  id: '0c9d6f1e-3b52-4a68-8f17-6d2e5a7b9c40',
  title: 'First ninety days',
  minutes: 60,
  description: '',
  price: money(4500),
  packages: [],
}

export const MENTOR_EXAMPLE = {
  ...FIELDS,
  university: '',
  education: '',
  linkedin: '',
  about: '',
  whyMentor: '',
  helpWith: [],
  topics: [],
  languageCodes: ['en', 'bn'],
  moves: [{ ...CROSSING, purpose: 'study' as const, year: 2019, institution: 'University of Manchester' }],
  sessionTypes: [SESSION],
}

const choice = (value: string, label: string) => ({ value, label, count: 1 })

export const MENTOR_PAGE_EXAMPLE = {
  mentors: [{ ...FIELDS, topics: [], crossings: [CROSSING], soonestFree: '2030-01-07T10:00:00.000Z' }],
  total: 1,
  counts: {
    destination: [choice('GB', 'United Kingdom')],
    origin: [choice('IN', 'India')],
    language: [choice('bn', 'Bengali'), choice('en', 'English')],
    topic: [],
    location: [choice('Kolkata, India', 'Kolkata, India')],
    minutes: [choice('60', '60 minutes')],
    experience: [{ years: 5, count: 1 }],
    free: [{ days: 7, count: 1 }],
    prices: { least: money(4500), most: money(4500) },
  },
  previous: null,
  next: null,
}

/** Tuesday 8 January 2030, 14:30 in Kolkata. */
export const SLOTS_EXAMPLE = {
  session: { id: SESSION.id, minutes: SESSION.minutes },
  timeZone: 'Europe/London',
  mentorTimeZone: FIELDS.timeZone,
  slots: [
    {
      startsAt: '2030-01-08T09:00:00.000Z',
      endsAt: '2030-01-08T10:00:00.000Z',
      local: '2030-01-08T09:00:00+00:00',
      minutes: 60,
    },
  ],
}

/** What a booking of the first of these slots sends. */
export const CHECKOUT_REQUEST_EXAMPLE = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '07700 900000',
  topic: 'My first weeks',
  startsAt: SLOTS_EXAMPLE.slots[0]!.startsAt,
  timeZone: SLOTS_EXAMPLE.timeZone,
  mentor: { id: FIELDS.id, name: FIELDS.name, price: 45 },
  sessionTypeId: SESSION.id,
}
