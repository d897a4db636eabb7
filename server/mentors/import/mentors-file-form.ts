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
import { isAllowedPrice, type PriceBounds } from '#domain/mentors/price'
import { fromMajorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { fieldErrors } from '#server/platform/http/form'
import { personName, requiredLine, requiredText, text, withAsciiHost } from '#server/platform/http/text'
import * as m from '#messages/import'
import { formatPrice } from '#words/prices'

/** What the first line of the file says, so that no other JSON is taken for one. */
const FORMAT = 'landfall-mentors-1'

const FIRST_YEAR = 1950
/** A move may be planned for the year after this one. The schema of the file names no year that passes. */
const LAST_YEAR = 2100

/** What fields mean, for the schema of the file. */
const MEANINGS = z.registry<{ describe: () => string }>()

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
  .register(MEANINGS, { describe: m.schemaCountry })

const price = z.number().min(0).register(MEANINGS, { describe: m.schemaPrice })

const move = z.strictObject({
  fromCity: requiredName(80, m.writeCity),
  fromCountry: country,
  toCity: requiredName(80, m.writeCity),
  toCountry: country,
  purpose: z.enum(MOVE_PURPOSES),
  year: z.int().min(FIRST_YEAR).max(LAST_YEAR),
  institution: line(160).register(MEANINGS, { describe: m.schemaInstitution }),
})

const session = z.strictObject({
  title: requiredName(80, m.writeTitle),
  minutes: z
    .int()
    .min(SESSION_MINUTES.min)
    .max(SESSION_MINUTES.max)
    .multipleOf(SESSION_MINUTES.step, { error: m.writeLengthStep }),
  description: words(1_000).default(''),
  leaveWith: words(300).default('').register(MEANINGS, { describe: m.schemaLeaveWith }),
  touchesVisas: z.boolean().default(false).register(MEANINGS, { describe: m.schemaTouchesVisas }),
  price: price.nullable().default(null).register(MEANINGS, { describe: m.schemaSessionPrice }),
})

const mentor = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.@-]{1,100}$/, { error: m.writeEntryId })
    .register(MEANINGS, { describe: m.schemaId }),
  name: personName(m.writeShownName).meta({ minLength: 1, maxLength: 120 }),
  role: requiredName(120, m.writeRole),
  company: line(120).register(MEANINGS, { describe: m.schemaCompany }),
  experience: z.int().min(0).max(70).register(MEANINGS, { describe: m.schemaExperience }),
  location: requiredName(120, m.writeLocation).register(MEANINGS, { describe: m.schemaLocation }),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: m.writeZone })
    .optional()
    .register(MEANINGS, { describe: m.schemaTimeZone }),
  languages: z
    .array(requiredName(60, m.writeLanguage))
    .min(1)
    .max(20)
    .register(MEANINGS, { describe: m.schemaLanguages }),
  university: line(160),
  education: line(160),
  linkedin: words(2_048)
    .refine((value) => value === '' || linkedinAddress(value) !== null, { error: m.writeLinkedin })
    .default(''),
  price,
  about: requiredWords(4_000, m.writeAbout),
  whyMentor: words(2_000).default(''),
  helpWith: z.array(requiredName(80, m.writeHelpWith)).min(1).max(12),
  topics: z.array(z.string()).max(MAX_TOPICS).default([]).register(MEANINGS, { describe: m.schemaTopics }),
  rightToEarn: z.enum(RIGHTS_TO_EARN).nullable().default(null).register(MEANINGS, { describe: m.schemaRightToEarn }),
  phone: line(40).register(MEANINGS, { describe: m.schemaPhone }),
  specialization: line(120),
  qualification: line(160),
  hoursPerWeek: z.int().min(1).max(80).nullable().default(null),
  email: z
    .string()
    .transform(withAsciiHost)
    .pipe(z.email().max(254))
    .optional()
    .register(MEANINGS, { describe: m.schemaEmail }),
  portrait: words(300).optional().register(MEANINGS, { describe: m.schemaPortrait }),
  moves: z.array(move).min(1).max(MAX_MOVES),
  sessions: z.array(session).min(1).max(MAX_SESSIONS),
})

/** One mentor of the file, with amounts in the site's currency as written. */
export type MentorEntry = z.output<typeof mentor>

/** An entry that cannot be taken, with a reason for each wrong field. */
type WrongEntry = { where: string; why: string[] }

/** Whether JSON is a `mentors.json`. Anything else is read as an export. */
export const isMentorsFile = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'format' in json && json.format === FORMAT

/** Every entry of the file, valid or not. */
export function readMentorsFile(
  json: unknown,
  bounds: PriceBounds,
): Result<{ entries: MentorEntry[]; wrong: WrongEntry[] }, string> {
  const list = z.object({ mentors: z.array(z.unknown()) }).safeParse(json)
  if (!list.success) return err(m.noList())
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

function whyNot({ id, price, sessions }: MentorEntry, bounds: PriceBounds, seen: Set<string>) {
  const { currency } = bounds
  const isWrong = (amount: number | null) => {
    const exact = amount === null ? null : fromMajorUnits(amount, currency)
    return amount !== null && (exact === null || !isAllowedPrice(exact, bounds))
  }
  const range = { least: formatPrice(bounds.least, currency), most: formatPrice(bounds.most, currency) }
  return [
    ...(seen.has(id) ? [m.entryIdTwice()] : []),
    ...(isWrong(price) ? [m.entryPriceNotAllowed({ field: 'price', ...range })] : []),
    ...sessions.flatMap((each, index) =>
      isWrong(each.price) ? [m.entryPriceNotAllowed({ field: `sessions.${index}.price`, ...range })] : [],
    ),
  ]
}

const listErrors = (error: z.ZodError) =>
  Object.entries(fieldErrors(error)).map(([field, error]) => m.entryError({ field, error }))

/** The file's format as JSON Schema, for editors and programs that write one. */
export function mentorsFileSchema(): unknown {
  const file = z.object({
    $schema: z.string().optional(),
    format: z.literal(FORMAT),
    mentors: z.array(mentor),
  })
  return z.toJSONSchema(file, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meaning = MEANINGS.get(zodSchema)
      if (meaning) jsonSchema.description = meaning.describe()
    },
  })
}
