/**
 * The forms about cohorts: a proposal under the names of specification §3, and what an admin posts. Fields of lists are
 * named by their place, "schedule.0.topic", and so are the messages about them.
 */
import { z } from 'zod'
import { isDate } from '#domain/bookings/hours-items'
import type { CohortDecision } from '#domain/cohorts/cohort-status'
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS, SEATS, type CohortRequest } from '#domain/cohorts/content'
import { isAllowedPrice, readPounds } from '#domain/mentors/price'
import { formatPrice, toPence, type Pence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { readWebAddress } from '#domain/web-address'
import { readList, readTyped, type FieldErrors, type Typed } from '#server/platform/http/form'
import { line, personName, requiredLine, requiredText, text } from '#server/platform/http/text'

const MAX_MESSAGE = 2_000 // Characters: a letter.
const MAX_LINES = 12

const date = (message: string) => z.string().default('').refine(isDate, message)

/** One thing per line. */
const lines = text(2_000)
  .default('')
  .transform((value) =>
    value
      .split('\n')
      .map((each) => each.replaceAll(/\s+/g, ' ').trim())
      .filter(Boolean),
  )
  .refine((all) => all.length <= MAX_LINES, `Keep this to ${MAX_LINES} lines`)
  .refine((all) => all.every((each) => each.length <= 120), 'Keep each line to 120 characters or fewer')

/** Of one of the form's countries; null for any. Whether there is such a country is for the caller to say. */
const country = z
  .string()
  .default('')
  .refine((code) => /^([A-Z]{2})?$/.test(code), 'Choose a country from the list')
  .transform((code) => code || null)

const SEATS_MESSAGE = `Enter how many mentees can take part, from ${SEATS.min} to ${SEATS.max}`

/** What the operator's settings say about prices. */
type PriceBounds = { least: Pence; most: Pence }

/** In pounds, of one seat. */
const price = ({ least, most }: PriceBounds) =>
  text(20)
    .default('')
    .transform((typed) => readPounds(typed))
    .refine(
      (pence) => pence !== null && isAllowedPrice(pence, { least, most }),
      `Enter 0, or a price from ${formatPrice(least)} to ${formatPrice(most)}`,
    )
    .transform((pence) => pence ?? toPence(0))

const proposal = z.object({
  cohortTitle: requiredLine(80, 'Give the cohort a title'),
  subtitle: line(160),
  mentorName: personName('Enter the name of the mentor who leads it'),
  startDate: date('Choose the first day'),
  endDate: date('Choose the last day'),
  menteesCount: z
    .string()
    .default('')
    .refine((value) => /^\s*\d{1,4}\s*$/.test(value), SEATS_MESSAGE)
    .transform(Number)
    .refine((value) => value >= SEATS.min && value <= SEATS.max, SEATS_MESSAGE),
  commitment: requiredLine(80, 'Say how much time it takes, such as “2–3 hours per week”'),
  audience: requiredText(600, 'Say whom it is for'),
  fromCountry: country,
  toCountry: country,
  welcomeMsg: requiredText(2_000, 'Write a few words of welcome'),
  coreSkills: lines,
  interviewPrep: lines,
  skillsGain: lines.refine((all) => all.length > 0, 'Name at least one thing that mentees gain'),
  progress: text(600).default(''),
})

const session = z.object({
  topic: requiredLine(120, 'Give this session a topic'),
  date: date('Choose the day of this session'),
  details: text(600).default(''),
})

const task = z.object({
  title: requiredLine(120, 'Give this task a title'),
  description: text(600).default(''),
  due: date('Choose the day by which it is due'),
})

const resource = z.object({
  title: requiredLine(120, 'Give this resource a title'),
  url: text(500)
    .default('')
    .refine((value) => readWebAddress(value) !== null, 'Enter an address that begins with https://')
    .transform((value) => readWebAddress(value) ?? ''),
})

/**
 * Reads a whole proposal: a message for every wrong field of every list. Whether its dates agree is the domain's to say.
 *
 * @param bounds What a seat may cost, unless it is free.
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
  if (schedule.ok && schedule.value.length === 0) errors['schedule.0.topic'] = 'Plan at least one session'
  if (!fields.ok || !schedule.ok || !tasks.ok || !resources.ok || Object.keys(errors).length > 0) return err(errors)
  const { cohortTitle, startDate, endDate, menteesCount, welcomeMsg, price: pricePence, ...same } = fields.value
  return ok({
    ...same,
    title: cohortTitle,
    startsOn: startDate,
    endsOn: endDate,
    seats: menteesCount,
    pricePence,
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
