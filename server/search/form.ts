/**
 * The query of the list of mentors (words, filters, order, page), read from a URL's parameters and written back. A URL
 * may hold anything. Parameters that cannot be read are left out and named in `errors`: pages ignore them, the API
 * refuses them.
 */
import { z } from 'zod'
import {
  EXPERIENCE_STEPS,
  FREE_STEPS,
  orders,
  type ChoiceFilter,
  type Criteria,
  type Page,
  type Position,
} from '#domain/search/criteria'
import { DAY_MS, MINUTE_MS } from '#domain/time/wall-time'
import { text } from '#server/platform/http/text'
import * as m from '#messages/forms'
import { formatList } from '#words/lists'

/** `errors`: a message by parameter. */
type ListQuery = { criteria: Criteria; page: Page; errors: Record<string, string> }

const MAX_SEARCH_LENGTH = 100
const MAX_CHOICES = 20
/** How long a link to a next page stays valid: its order is as of the first page's moment. */
const CURSOR_LIFE_MS = DAY_MS

/** A typed search, cleaned and shortened. Control characters become spaces. */
export function readSearch(typed: string | null | undefined): string {
  const shown = (typed ?? '')
    .slice(0, 1_000)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
  return [...shown.normalize('NFC').replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_SEARCH_LENGTH).join('')
}

const country = z.string().regex(/^[A-Z]{2}$/, { error: m.nameCountry })
const language = z.string().regex(/^[a-z]{2}$/, { error: m.nameLanguage })
const wholePrice = z
  .string()
  .regex(/^\d{1,9}$/, { error: m.writeWholePrice })
  .transform(Number)
const step = (steps: readonly number[]) =>
  z
    .enum(steps.map(String), { error: () => m.chooseOneOf({ choices: formatList(steps.map(String), 'comma') }) })
    .transform(Number)

/** Filters by choices that a query may hold. Crossings have pages of their own instead. */
const choices = {
  destination: country,
  origin: country,
  language,
  topic: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: m.nameTopic })
    .max(100, { error: m.nameTopic }),
  location: text(200),
  minutes: z
    .string()
    .regex(/^\d{2,3}$/, { error: m.nameLength })
    .refine((value) => Number(value) >= 15 && Number(value) <= 120, { error: m.nameLength }),
} satisfies Partial<Record<ChoiceFilter, z.ZodType<string>>>

const others = 'q experience price_min price_max free moving_from moving_to speaks order after before'
const known = new Set([...others.split(' '), ...Object.keys(choices)])

export function readListQuery(address: URLSearchParams, now: Date): ListQuery {
  const errors = Object.create(null) as Record<string, string> // A parameter may be called __proto__.
  const read = <Value>(name: string, typed: string, schema: z.ZodType<Value, string>): Value | null => {
    if (typed === '') return null // A form sends this for an empty field.
    const result = schema.safeParse(typed)
    if (result.success) return result.data
    errors[name] ??= result.error.issues[0]?.message ?? m.cannotBeRead()
    return null
  }
  const one = <Value>(name: string, schema: z.ZodType<Value, string>) => read(name, address.get(name) ?? '', schema)
  const all = (name: string, schema: z.ZodType<string, string>): string[] => {
    const typed = [...new Set(address.getAll(name))]
    if (typed.length > MAX_CHOICES) errors[name] = m.chooseAtMost({ max: MAX_CHOICES })
    const values = typed.slice(0, MAX_CHOICES).flatMap((value) => read(name, value, schema) || [])
    return [...new Set(values)] // Again, since trimming may have made two equal.
  }

  for (const name of address.keys()) if (!known.has(name)) errors[name.slice(0, 50)] = m.noSuchParameter()
  const [first, second] = [one('price_min', wholePrice), one('price_max', wholePrice)]
  const crossed = first !== null && second !== null && first > second
  if (crossed) errors['price_max'] = m.priceOrder()
  const criteria: Criteria = {
    text: readSearch(address.get('q')),
    choices: Object.fromEntries(
      Object.entries(choices)
        .map(([filter, schema]) => [filter, all(filter, schema)] as const)
        .filter(([, values]) => values.length > 0),
    ),
    experience: one('experience', step(EXPERIENCE_STEPS)),
    price: crossed ? { least: second, most: first } : { least: first, most: second },
    freeWithin: one('free', step(FREE_STEPS)),
    moving: { from: one('moving_from', country), to: one('moving_to', country), speaks: all('speaks', language) },
    order:
      one('order', z.enum(orders, { error: () => m.chooseOneOf({ choices: formatList(orders, 'comma') }) })) ?? 'best',
  }
  return { criteria, page: readPage(address, criteria, now, errors), errors }
}

function readPage(address: URLSearchParams, { order }: Criteria, now: Date, errors: Record<string, string>): Page {
  for (const side of ['after', 'before'] as const) {
    const cursor = address.get(side)
    if (!cursor) continue
    const position = readCursor(cursor)
    const age = now.getTime() - (position?.asOf.getTime() ?? 0)
    if (position?.order === order && age <= CURSOR_LIFE_MS && age >= -MINUTE_MS)
      return side === 'after' ? { after: position } : { before: position }
    errors[side] = m.nextLinkUnchanged()
  }
  return null
}

/** The query as parameters, always in the same order, so that one page has one URL. */
export function writeListQuery(criteria: Criteria, page: Page = null): URLSearchParams {
  const { text: typed, experience, price, freeWithin, moving, order } = criteria
  const address = new URLSearchParams()
  const write = (name: string, value: string | number | null) => value && address.append(name, String(value))
  write('q', typed)
  write('moving_from', moving.from)
  write('moving_to', moving.to)
  for (const spoken of moving.speaks) write('speaks', spoken)
  write('experience', experience)
  for (const filter of Object.keys(choices) as (keyof typeof choices)[])
    for (const value of criteria.choices[filter] ?? []) write(filter, value)
  if (price.least !== null) write('price_min', String(price.least))
  if (price.most !== null) write('price_max', String(price.most))
  write('free', freeWithin)
  if (order !== 'best') write('order', order)
  if (page) write('after' in page ? 'after' : 'before', writeCursor('after' in page ? page.after : page.before))
  return address
}

const cursorParts = z.tuple([z.enum(orders), z.number(), z.int().positive(), z.int().positive()])

/** The end of a page as opaque text. */
export function writeCursor({ order, key, number, asOf }: Position): string {
  return Buffer.from(JSON.stringify([order, key, number, asOf.getTime()])).toString('base64url')
}

/** Null for text that `writeCursor` has not written. */
export function readCursor(written: string): Position | null {
  if (written.length > 200) return null
  try {
    const parts = cursorParts.parse(JSON.parse(Buffer.from(written, 'base64url').toString()))
    const [order, key, number, asOf] = parts
    return asOf > 8.64e15 ? null : { order, key, number, asOf: new Date(asOf) }
  } catch {
    return null
  }
}
