/**
 * Reads a `mentors.json`, by which a live site gets its first mentors. `docs/mentors.schema.json` is made of the schema
 * here by `node scripts/generate/mentors-schema.ts`.
 */
import { z } from 'zod'
import {
  MAX_MOVES,
  MAX_SESSIONS,
  MAX_TOPICS,
  MOVE_PURPOSES,
  RIGHTS_TO_EARN,
  SESSION_MINUTES,
} from '#domain/mentors/content'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { isAllowedPrice } from '#domain/mentors/price'
import { formatPrice, poundsToPence, type Pence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { fieldErrors } from '#server/platform/http/form'
import { personName, requiredLine, requiredText, text, withAsciiHost } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** What the first line of the file says, so that no other JSON is taken for one. */
const FORMAT = 'landfall-mentors-1'

const FIRST_YEAR = 1950
/** A move may be planned for the year after this one. The schema of the file names no year that passes. */
const LAST_YEAR = 2100

/** With the limits that the schema of the file names. */
const words = (max: number) => text(max).meta({ maxLength: max })
const requiredWords = (max: number, message: () => string) =>
  requiredText(max, message).meta({ minLength: 1, maxLength: max })
const requiredName = (max: number, message: () => string) =>
  requiredLine(max, message).meta({ minLength: 1, maxLength: max })

const line = (max: number) =>
  words(max)
    .transform((value) => value.replaceAll(/\s+/g, ' '))
    .default('')
    .meta({ maxLength: max })

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: m.writeCountryCode })
  .describe('ISO 3166-1 alpha-2, such as GB')

const pounds = z
  .number()
  .min(0)
  .refine((value) => poundsToPence(value) !== null, { error: m.writePoundsAndPence })
  .describe('Pounds, such as 45 or 44.5. 0 is free')

const move = z.strictObject({
  fromCity: requiredName(80, m.writeCity),
  fromCountry: country,
  toCity: requiredName(80, m.writeCity),
  toCountry: country,
  purpose: z.enum(MOVE_PURPOSES),
  year: z.int().min(FIRST_YEAR).max(LAST_YEAR),
  institution: line(160).describe('The university or employer that it was for'),
})

const session = z.strictObject({
  title: requiredName(80, m.writeTitle),
  minutes: z
    .int()
    .min(SESSION_MINUTES.min)
    .max(SESSION_MINUTES.max)
    .multipleOf(SESSION_MINUTES.step, { error: m.writeLengthStep }),
  description: words(1_000).default(''),
  leaveWith: words(300).default('').describe('What the mentee has in hand at the end'),
  touchesVisas: z.boolean().default(false).describe('Carries the notice that this is no immigration advice'),
  price: pounds.nullable().default(null).describe('Pounds. Without one, the mentor’s price'),
})

const mentor = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.@-]{1,100}$/, { error: m.writeEntryId })
    .describe('Yours, and always the same for this mentor: by it a file that is imported again changes nothing'),
  name: personName(m.writeShownName).meta({ minLength: 1, maxLength: 120 }),
  role: requiredName(120, m.writeRole),
  company: line(120).describe('Where they work'),
  experience: z.int().min(0).max(70).describe('Years'),
  location: requiredName(120, m.writeLocation).describe('Such as "Leeds, United Kingdom"'),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: m.writeZone })
    .optional()
    .describe('IANA, such as Europe/London. Without one, that of the location, if it has only one'),
  languages: z.array(requiredName(60, m.writeLanguage)).min(1).max(20).describe('English names, own names or codes'),
  university: line(160),
  education: line(160),
  linkedin: words(2_048)
    .refine((value) => value === '' || linkedinAddress(value) !== null, { error: m.writeLinkedin })
    .default(''),
  price: pounds,
  about: requiredWords(4_000, m.writeAbout),
  whyMentor: words(2_000).default(''),
  helpWith: z.array(requiredName(80, m.writeHelpWith)).min(1).max(12),
  topics: z.array(z.string()).max(MAX_TOPICS).default([]).describe('Codes of the topics that the site has'),
  rightToEarn: z
    .enum(RIGHTS_TO_EARN)
    .nullable()
    .default(null)
    .describe('"no" and "not_sure" make a volunteer: every price is then 0'),
  phone: line(40).describe('For you alone'),
  specialization: line(120),
  qualification: line(160),
  hoursPerWeek: z.int().min(1).max(80).nullable().default(null),
  email: z
    .string()
    .transform(withAsciiHost)
    .pipe(z.email().max(254))
    .optional()
    .describe('Where a link to claim the record might be sent'),
  portrait: words(300).optional().describe('The path of a picture: JPEG, PNG, WebP or AVIF, beside this file or below'),
  moves: z.array(move).min(1).max(MAX_MOVES),
  sessions: z.array(session).min(1).max(MAX_SESSIONS),
})

/** One mentor of the file, with amounts in pounds as written. */
export type MentorEntry = z.output<typeof mentor>

/** An entry that cannot be taken, with a reason for each wrong field. */
type WrongEntry = { where: string; why: string[] }

/** Whether JSON is a `mentors.json`. Anything else is read as an export. */
export const isMentorsFile = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'format' in json && json.format === FORMAT

/** Every entry of the file, valid or not. */
export function readMentorsFile(
  json: unknown,
  bounds: { least: Pence; most: Pence },
): Result<{ entries: MentorEntry[]; wrong: WrongEntry[] }, string> {
  const list = z.object({ mentors: z.array(z.unknown()) }).safeParse(json)
  if (!list.success) return err('It has no list "mentors"')
  const entries: MentorEntry[] = []
  const wrong: WrongEntry[] = []
  const seen = new Set<string>()
  for (const [index, value] of list.data.mentors.entries()) {
    const parsed = mentor.safeParse(value)
    const where = `mentors.json/${parsed.success ? parsed.data.id : `#${index + 1}`}`
    const why = parsed.success ? whyNot(parsed.data, bounds, seen) : listErrors(parsed.error)
    if (parsed.success && why.length === 0) entries.push(parsed.data)
    else wrong.push({ where, why })
    if (parsed.success) seen.add(parsed.data.id)
  }
  return ok({ entries, wrong })
}

function whyNot({ id, price, sessions }: MentorEntry, bounds: { least: Pence; most: Pence }, seen: Set<string>) {
  const isWrong = (amount: number | null) => amount !== null && !isAllowedPrice(poundsToPence(amount)!, bounds)
  const range = `is not 0 and not from ${formatPrice(bounds.least)} to ${formatPrice(bounds.most)}`
  return [
    ...(seen.has(id) ? ['id: it occurs twice'] : []),
    ...(isWrong(price) ? [`price: it ${range}`] : []),
    ...sessions.flatMap((each, index) => (isWrong(each.price) ? [`sessions.${index}.price: it ${range}`] : [])),
  ]
}

const listErrors = (error: z.ZodError) =>
  Object.entries(fieldErrors(error)).map(([field, message]) => `${field}: ${message}`)

/** The file's format as JSON Schema, for editors and programs that write one. */
export function mentorsFileSchema(): unknown {
  const file = z.object({
    $schema: z.string().optional(),
    format: z.literal(FORMAT),
    mentors: z.array(mentor),
  })
  return z.toJSONSchema(file, { io: 'input', unrepresentable: 'any' })
}
