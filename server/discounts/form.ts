/** The forms in which operators and mentors say what a code gives. */
import { z } from 'zod'
import {
  BEARERS,
  MAX_BATCH,
  MAX_BATCH_NAME,
  MAX_USES,
  MAX_USES_EACH,
  SCOPES,
  type CodeScope,
  type CodeTerms,
} from '#domain/discounts/code-terms'
import { normalizeCode } from '#domain/discounts/code-text'
import type { DiscountBearer, DiscountTerms } from '#domain/discounts/discount'
import { readPrice } from '#domain/mentors/price'
import { err, ok, type Result } from '#domain/result'
import { calendarInstant, dateAfter } from '#domain/time/wall-time'
import { readTyped, type FieldErrors, type Typed } from '#server/platform/http/form'
import { requiredLine } from '#server/platform/http/text'
import * as m from '#messages/codes'

/**
 * What a form may name. `currencies`: in which an amount can be. `zone`: of the dates. `sessions`, `cohorts`: ids that can be
 * chosen. `mentorIds`: the mentors that the form names; null for any.
 */
export type CodeChoices = {
  currencies: readonly string[]
  zone: string
  now: Date
  sessions: ReadonlySet<string>
  cohorts: ReadonlySet<string>
  mentorIds: string[] | null
}

const choice = <Choice extends string>(choices: readonly Choice[], error: () => string) =>
  z
    .string()
    .default('')
    .refine((typed): typed is Choice => choices.some((each) => each === typed), { error })
    .transform((typed) => typed as Choice)

const wholeNumber = (most: number, error: () => string) =>
  z
    .string()
    .default('')
    .transform((typed) => typed.trim())
    .refine((typed) => /^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most, { error })
    .transform(Number)

/** Null if the field is empty. */
const optionalNumber = (most: number, error: () => string) =>
  z
    .string()
    .default('')
    .transform((typed, context): number | null => {
      if (typed.trim() === '') return null
      const read = wholeNumber(most, error).safeParse(typed)
      if (read.success) return read.data
      context.addIssue({ code: 'custom', message: error() })
      return z.NEVER
    })

const date = z
  .string()
  .default('')
  .refine((typed) => typed === '' || /^\d{4}-\d\d-\d\d$/.test(typed), { error: m.enterDate })

/** Ids of ticked boxes, which come joined by commas. Those that the form did not offer are refused. */
const ticked = (offered: ReadonlySet<string>) =>
  z
    .string()
    .default('')
    .transform((typed) => [...new Set(typed.split(',').filter(Boolean))])
    .refine((ids) => ids.every((id) => offered.has(id)), { error: m.chooseOffered })
    .transform((ids) => (ids.length > 0 ? ids : null))

const terms = ({ sessions, cohorts }: CodeChoices) => ({
  kind: choice(['percent', 'amount'] as const, m.choosePercentOrAmount),
  percent: z.string().default(''),
  amount: z.string().default(''),
  currency: z.string().default(''),
  appliesTo: choice<CodeScope>(SCOPES, m.chooseScope),
  session: ticked(sessions),
  cohort: ticked(cohorts),
  from: date,
  until: date,
  perPerson: optionalNumber(MAX_USES_EACH, () => m.enterUses({ most: MAX_USES_EACH })),
  borneBy: choice<DiscountBearer>(BEARERS, m.chooseBearer),
})

/** No mentor bears a discount without agreeing to it, so those who are to bear one are named. */
const checkBearers = ({ borneBy }: Typed, { mentorIds }: CodeChoices): FieldErrors =>
  borneBy === 'mentor' && mentorIds === null ? { mentors: m.nameBearers() } : {}

type TypedTerms = z.output<z.ZodObject<ReturnType<typeof terms>>>

const total = optionalNumber(MAX_USES, () => m.enterUses({ most: MAX_USES }))

/** Empty: we make one. */
const codeField = z
  .string()
  .default('')
  .transform((typed, context): string | null => {
    if (typed.trim() === '') return null
    const code = normalizeCode(typed)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: m.enterCode() })
    return z.NEVER
  })

/** `code`: null for a random one. */
type CodeForm = { code: string | null; terms: CodeTerms }

/** Reads a code that is typed, or is to be made. */
export function readCodeForm(typed: Typed, choices: CodeChoices): Result<CodeForm, FieldErrors> {
  const read = readTyped(z.object({ ...terms(choices), code: codeField, total }), typed)
  const rest = readTerms(typed, choices)
  if (!read.ok || !rest.ok) return err({ ...(rest.ok ? {} : rest.error), ...(read.ok ? {} : read.error) })
  const { code, ...fields } = read.value
  return ok({ code, terms: toTerms(fields, rest.value, choices, fields.total) })
}

type BatchForm = { name: string; count: number; terms: CodeTerms }

const batchFields = {
  name: requiredLine(MAX_BATCH_NAME, m.enterBatchName),
  count: wholeNumber(MAX_BATCH, () => m.enterBatchCount({ most: MAX_BATCH })),
}

/** Reads a batch, whose codes can each be used once. */
export function readBatchForm(typed: Typed, choices: CodeChoices): Result<BatchForm, FieldErrors> {
  const named = { name: '', ...typed }
  const read = readTyped(z.object({ ...terms(choices), ...batchFields }), named)
  const rest = readTerms(typed, choices)
  if (!read.ok || !rest.ok) return err({ ...(rest.ok ? {} : rest.error), ...(read.ok ? {} : read.error) })
  const { name, count, ...fields } = read.value
  return ok({ name, count, terms: toTerms({ ...fields, perPerson: null }, rest.value, choices, 1) })
}

type Value = Pick<CodeTerms, 'terms' | 'validFrom' | 'validUntil'>

/** What depends on several fields: how much the code takes off, when, and at whose cost. */
function readTerms(typed: Typed, choices: CodeChoices): Result<Value, FieldErrors> {
  const discount = readDiscount(typed, choices.currencies)
  const dates = readDates(typed, choices)
  const bearers = checkBearers(typed, choices)
  if (!discount.ok || !dates.ok || bearers['mentors'])
    return err({ ...(discount.ok ? {} : discount.error), ...(dates.ok ? {} : dates.error), ...bearers })
  return ok({ terms: discount.value, ...dates.value })
}

function readDiscount(
  { kind, percent = '', amount = '', currency = '' }: Typed,
  currencies: readonly string[],
): Result<DiscountTerms, FieldErrors> {
  if (kind === 'percent') {
    const read = wholeNumber(100, m.enterPercent).safeParse(percent)
    return read.success ? ok({ percent: read.data, amount: null }) : err({ percent: m.enterPercent() })
  }
  if (kind !== 'amount') return err({}) // The choice itself has the error.
  if (!currencies.includes(currency)) return err({ currency: m.chooseCurrency() })
  const read = readPrice(amount, currency)
  return read ? ok({ percent: null, amount: { amount: read, currency } }) : err({ amount: m.enterAmount() })
}

/** From the beginning of the first day, or from now, to the end of the last day, on the clock of the zone. */
function readDates(
  { from = '', until = '' }: Typed,
  { zone, now }: CodeChoices,
): Result<Pick<Value, 'validFrom' | 'validUntil'>, FieldErrors> {
  const midnight = (day: string) =>
    /^\d{4}-\d\d-\d\d$/.test(day) ? calendarInstant({ date: day, time: '00:00' }, zone) : null
  const validFrom = from === '' ? now : midnight(from)
  if (!validFrom) return err({ from: m.enterDate() })
  const validUntil = midnight(until) && midnight(dateAfter(until, 1))
  if (until !== '' && !validUntil) return err({ until: m.enterDate() })
  if (validUntil && validUntil <= now) return err({ until: m.untilIsPast() })
  if (validUntil && validUntil <= validFrom) return err({ until: m.untilBeforeFrom() })
  return ok({ validFrom, validUntil })
}

function toTerms(
  { appliesTo, session, cohort, perPerson, borneBy }: TypedTerms,
  value: Value,
  { mentorIds }: CodeChoices,
  maxRedemptions: number | null,
): CodeTerms {
  return {
    ...value,
    mentorIds,
    appliesTo,
    sessionTypeIds: appliesTo === 'cohorts' ? null : session,
    cohortIds: appliesTo === 'sessions' ? null : cohort,
    maxRedemptions,
    maxPerPerson: perPerson,
    borneBy,
  }
}

/**
 * Mentors that are named by the addresses of their pages, whole or as the part that is theirs: "ada-lovelace". In lower case, each
 * once.
 */
export function readMentorSlugs(typed: string): string[] {
  const addresses = typed
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/[\s,;]+/)
  const slugs = addresses.map(
    (address) =>
      address
        .replace(/[?#].*$/, '')
        .replace(/\/+$/, '')
        .split('/')
        .at(-1) ?? '',
  )
  return [...new Set(slugs.map((slug) => slug.toLowerCase()).filter(Boolean))]
}
