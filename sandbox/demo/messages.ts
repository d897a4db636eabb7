/** Questions to the demo mentors before a session, and how soon each mentor replied. */
import type { Insertable } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { demoId } from './id.ts'

/** How many minutes a mentor takes to answer, about. Mentors without an entry were not written to. */
const minutesToAnswer: Record<string, number> = {
  'ananya-rao': 140,
  'noor-haddad': 40,
  'farhana-akter': 300,
  'tunde-adeyemi': 560,
  'linh-nguyen': 1100,
  'wanjiru-kamau': 1000,
  'olena-kovalenko': 130,
  'yuting-chen': 420,
  'ibrahim-diallo': 35,
  'maria-jose-rangel': 260,
  'farai-moyo': 150,
  'sanne-de-vries': 1050,
  'imran-siddiqui': 1000,
  'sujata-gurung': 380,
  'arjun-mehta': 45,
  'fiona-brennan': 1700, // A supply ship every two weeks.
  'zoe-van-der-merwe': 600,
}

const PACES = [1, 0.6, 1.3, 0.8, 1.1]

/** Questions that fit any session, with their answers. */
const exchanges: readonly (readonly [string, string])[] = [
  [
    'May I send you something to read before we talk? It is two pages.',
    'Yes, please. If it is here the evening before, I will have read it.',
  ],
  [
    'What should I prepare? I have an hour tomorrow evening.',
    'Write down the three questions that you would be sorry not to have asked. That is enough.',
  ],
  [
    'My laptop is being repaired, so I will be on my phone. Is that a problem?',
    'Not at all. Have a sheet of paper beside you, since we will write a few things down.',
  ],
  [
    'My sister is about to make the same move. May she listen?',
    'Gladly. Tell me her first name, so that I can greet her.',
  ],
  [
    'May I record the session for myself?',
    'I would rather you took notes. I speak more openly then, and you will keep more of it.',
  ],
  [
    'I am only at the beginning. Should I have waited before booking?',
    'No, it is easier at the beginning. We will spend the first ten minutes on where you are.',
  ],
  ['My English is slow when I am nervous. I hope that is fine.', 'It is. Mine was too, and we have time.'],
  [
    'If we are done early, could I ask you five minutes about finding a room?',
    'Yes. Remind me at the end, in case I forget.',
  ],
  [
    'I have a deadline in three weeks. Is that enough for what we will plan?',
    'It is tight, and it has been done. Bring the exact day of the deadline.',
  ],
]

type MessageContext = { bookingId: string; bookedAt: Date; slug: string; n: number }

/** One question after booking and its reply, both emailed at the time; nothing without a question. */
export function messageRows({ bookingId, bookedAt, slug, n }: MessageContext): Insertable<Tables['bookingMessages']>[] {
  const pace = minutesToAnswer[slug]
  if (pace === undefined || n >= PACES.length) return []
  const start = slug.length + Math.round(pace / 10)
  const [question, answer] = exchanges[(start + n * 2) % exchanges.length]!
  const askedAt = minutesAfter(bookedAt, 20 + ((n * 53) % 240))
  const answeredAt = minutesAfter(askedAt, Math.round(pace * PACES[n]!))
  return [
    {
      id: demoId(`${bookingId}/question`),
      bookingId,
      writer: 'mentee',
      body: question,
      createdAt: askedAt,
      mailedAs: 1,
      mailQueuedAt: askedAt,
    },
    {
      id: demoId(`${bookingId}/answer`),
      bookingId,
      writer: 'mentor',
      body: answer,
      createdAt: answeredAt,
      mailedAs: 1,
      mailQueuedAt: answeredAt,
    },
  ]
}
