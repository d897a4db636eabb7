/**
 * The forms about cohorts: a proposal under the names of specification §3, and what an admin posts. Fields of lists are
 * named by their place, "schedule.0.topic", and so are the messages about them.
 */
import { z } from 'zod'
import { isDate } from '#domain/bookings/hours-items'
import type { CohortDecision } from '#domain/cohorts/cohort-status'
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS, SEATS, type CohortRequest } from '#domain/cohorts/content'
import { isAllowedPrice, readPrice, type PriceBounds } from '#domain/mentors/price'
import { toMinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { readWebAddress } from '#domain/web-address'
import { readList, readTyped, type FieldErrors, type Typed } from '#server/platform/http/form'
import { line, personName, requiredLine, requiredText, text } from '#server/platform/http/text'
import * as m from '#messages/forms'
import { formatPrice } from '#words/prices'

const MAX_MESSAGE = 2_000 // Characters: a letter.
const MAX_LINES = 12

const date = (error: () => string) => z.string().default('').refine(isDate, { error })

/** One thing per line. */
const lines = text(2_000)
  .default('')
  .transform((value) =>
    value
      .split('\n')
      .map((each) => each.replaceAll(/\s+/g, ' ').trim())
      .filter(Boolean),
  )
  .refine((all) => all.length <= MAX_LINES, { error: () => m.keepToLines({ max: MAX_LINES }) })
  .refine((all) => all.every((each) => each.length <= 120), { error: m.keepLinesShort })

/** Of one of the form's countries; null for any. Whether there is such a country is for the caller to say. */
const country = z
  .string()
  .default('')
  .refine((code) => /^([A-Z]{2})?$/.test(code), { error: m.chooseCountry })
  .transform((code) => code || null)

const seatsMessage = () => m.enterSeats({ min: SEATS.min, max: SEATS.max })

/** Of one seat. */
const price = (bounds: PriceBounds) =>
  text(20)
    .default('')
    .transform((typed) => readPrice(typed, bounds.currency))
    .refine((amount) => amount !== null && isAllowedPrice(amount, bounds), { error: () => priceMessage(bounds) })
    .transform((amount) => amount ?? toMinorUnits(0))

const priceMessage = ({ least, most, currency }: PriceBounds) =>
  m.enterSeatPrice({ least: formatPrice(least, currency), most: formatPrice(most, currency) })

const proposal = z.object({
  cohortTitle: requiredLine(80, m.enterCohortTitle),
  subtitle: line(160),
  mentorName: personName(m.enterCohortMentor),
  startDate: date(m.chooseFirstDay),
  endDate: date(m.chooseLastDay),
  menteesCount: z
    .string()
    .default('')
    .refine((value) => /^\s*\d{1,4}\s*$/.test(value), { error: seatsMessage })
    .transform(Number)
    .refine((value) => value >= SEATS.min && value <= SEATS.max, { error: seatsMessage }),
  commitment: requiredLine(80, m.enterCommitment),
  audience: requiredText(600, m.enterAudience),
  fromCountry: country,
  toCountry: country,
  welcomeMsg: requiredText(2_000, m.enterWelcome),
  coreSkills: lines,
  interviewPrep: lines,
  skillsGain: lines.refine((all) => all.length > 0, { error: m.enterGain }),
  progress: text(600).default(''),
})

const session = z.object({
  topic: requiredLine(120, m.enterSessionTopic),
  date: date(m.chooseSessionDay),
  details: text(600).default(''),
})

const task = z.object({
  title: requiredLine(120, m.enterTaskTitle),
  description: text(600).default(''),
  due: date(m.chooseDueDay),
})

const resource = z.object({
  title: requiredLine(120, m.enterResourceTitle),
  url: text(500)
    .default('')
    .refine((value) => readWebAddress(value) !== null, { error: m.enterWebAddress })
    .transform((value) => readWebAddress(value) ?? ''),
})

/**
 * Reads a whole proposal: a message for every wrong field of every list. Whether its dates agree is the domain's to say.
 *
 * @param bounds What a seat may cost, unless it is free, and in which currency.
 */
export function readProposalForm(typed: Typed, bounds: PriceBounds): Result<CohortRequest, FieldErrors> {
  const fields = readTyped(proposal.extend({ price: price(bounds) }), typed)
  const schedule = readList(typed, { list: 'schedule', max: MAX_SESSIONS }, session)
  const tasks = readList(typed, { list: 'tasks', max: MAX_TASKS }, task)
  const resources = readList(typed, { list: 'resources', max: MAX_RESOURCES }, resource)
  const errors: FieldErrors = Object.assign(
    {},
    ...[fields, schedule, tasks, resources].map((read) => (read.ok ? {} : read.error)),
  )
  if (schedule.ok && schedule.value.length === 0) errors['schedule.0.topic'] = m.planSession()
  if (!fields.ok || !schedule.ok || !tasks.ok || !resources.ok || Object.keys(errors).length > 0) return err(errors)
  const { cohortTitle, startDate, endDate, menteesCount, welcomeMsg, price: pricePence, ...same } = fields.value
  return ok({
    ...same,
    title: cohortTitle,
    startsOn: startDate,
    endsOn: endDate,
    seats: menteesCount,
    pricePence,
    currency: bounds.currency,
    welcome: welcomeMsg,
    schedule: schedule.value,
    tasks: tasks.value,
    resources: resources.value,
  })
}

const DECISIONS: Record<string, CohortDecision> = {
  accept: 'accepted',
  reject: 'rejected',
  request_changes: 'changes_requested',
}

/** What an admin decided; messages by field; null for a form that none of our pages sends. */
export function readDecisionForm(
  typed: Typed,
): Result<{ version: number; decision: CohortDecision; message: string }, FieldErrors> | null {
  const { intent = '', version = '' } = typed
  const decision = Object.hasOwn(DECISIONS, intent) ? DECISIONS[intent] : undefined
  if (!decision || !/^\d{1,9}$/.test(version)) return null
  const message = text(MAX_MESSAGE).safeParse(typed['message'] ?? '')
  if (!message.success) return err({ message: message.error.issues[0]?.message ?? '' })
  return ok({ version: Number(version), decision, message: message.data })
}
