/** What a mentor says of themselves: the same content as a value and as a typed form. */
import type { ApplicationRequest, MentorContent } from '#domain/mentors/content'
import { toMinorUnits } from '#domain/payments/money'
import { readApplicationForm } from '#server/mentors/application/form'

export const mentorContent = (changes: Partial<MentorContent> = {}): MentorContent => ({
  name: 'Elif Demir',
  role: 'Physiotherapist',
  company: 'Charité',
  experience: 6,
  location: 'Berlin, Germany',
  languages: ['tr', 'de', 'en'],
  otherLanguages: [],
  university: 'Ankara University',
  education: 'BSc Physiotherapy',
  linkedin: 'https://www.linkedin.com/in/elif-demir',
  price: toMinorUnits(5000),
  about: 'I came with a diploma no one could read and a contract that began in six weeks.',
  whyMentor: 'I wish I had known all of this.',
  helpWith: ['Anmeldung', 'Recognition of diplomas'],
  portrait: null,
  timeZone: 'Europe/Berlin',
  phone: '',
  specialization: '',
  qualification: '',
  hoursPerWeek: null,
  rightToEarn: 'yes',
  topics: [],
  moves: [
    {
      fromCity: 'Ankara',
      fromCountry: 'TR',
      toCity: 'Berlin',
      toCountry: 'DE',
      purpose: 'work',
      year: 2021,
      institution: 'Charité',
    },
  ],
  sessions: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: 'Your first month in Berlin',
      minutes: 60,
      description: 'Rooms, papers and the first payslip.',
      leaveWith: 'A list of papers in order',
      touchesVisas: false,
      price: null,
    },
  ],
  translations: [],
  ...changes,
})

/** A filled-in application form. Fields with an undefined change are not sent. */
export function typedApplication(changes: Record<string, string | undefined> = {}): Record<string, string> {
  const typed = {
    name: 'Elif Demir',
    role: 'Physiotherapist',
    company: 'Charité',
    experience: '6',
    location: 'Berlin, Germany',
    languages: 'Turkish, German, English',
    university: 'Ankara University',
    education: 'BSc Physiotherapy',
    linkedin: 'https://www.linkedin.com/in/elif-demir',
    price: '50',
    about: 'I came with a diploma no one could read and a contract that began in six weeks.',
    whyMentor: 'I wish I had known all of this.',
    helpWith: 'Anmeldung, Recognition of diplomas',
    timeZone: 'Europe/Berlin',
    rightToEarn: 'yes',
    adviceAccepted: 'on',
    'moves.0.fromCity': 'Ankara',
    'moves.0.fromCountry': 'TR',
    'moves.0.toCity': 'Berlin',
    'moves.0.toCountry': 'DE',
    'moves.0.purpose': 'work',
    'moves.0.year': '2021',
    'moves.0.institution': 'Charité',
    'sessions.0.title': 'Your first month in Berlin',
    'sessions.0.minutes': '60',
    'sessions.0.description': 'Rooms, papers and the first payslip.',
    'sessions.0.leaveWith': 'A list of papers in order',
    ...changes,
  }
  return Object.fromEntries(Object.entries(typed).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** What that form asks for. Throws if it is refused. */
export function applicationRequest(changes: Record<string, string | undefined> = {}): ApplicationRequest {
  const bounds = { least: toMinorUnits(500), most: toMinorUnits(100_000), currency: 'GBP' }
  const read = readApplicationForm(typedApplication(changes), { bounds, thisYear: 2031 })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}
