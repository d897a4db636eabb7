/**
 * Stripe's parameters: form-encoded text with brackets, `line_items[0][price_data][currency]=gbp`, in bodies and
 * queries. All values are text until one of these functions reads them. Errors: a `StripeApiError` that names the
 * parameter.
 */
import { createHash } from 'node:crypto'
import { badParameter } from './errors.ts'

export type Parameters = { [name: string]: string | Parameters }

const MAX_DEPTH = 6

/** Reads a body or a query string. Lists become objects with the keys `0`, `1`, … */
export function parseParameters(text: string): Parameters {
  const root = emptyParameters()
  for (const [key, value] of new URLSearchParams(text)) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
    if (!match || value.includes('\0') || key.includes('\0')) throw badParameter(key, `Invalid parameter: ${key}`)
    const path = [match[1]!, ...Array.from(match[2]!.matchAll(/\[([^[\]]*)\]/g), (part) => part[1]!)]
    if (path.length > MAX_DEPTH) throw badParameter(key, `Invalid parameter: ${key}`)
    let holder = root
    for (const [depth, part] of path.entries()) {
      const name = part === '' ? String(Object.keys(holder).length) : part
      const existing = holder[name]
      if (depth === path.length - 1) {
        if (existing !== undefined) throw badParameter(key, `Invalid parameter: ${key} was given twice`)
        holder[name] = value
      } else {
        if (typeof existing === 'string') throw badParameter(key, `Invalid parameter: ${key}`)
        holder = holder[name] = existing ?? emptyParameters()
      }
    }
  }
  return root
}

/** No prototype: a parameter may be called `__proto__`. */
function emptyParameters(): Parameters {
  return Object.create(null) as Parameters
}

/** A hash that is the same for the same parameters in any order. */
export function fingerprint(parameters: Parameters): string {
  const sorted = (value: string | Parameters): unknown =>
    typeof value === 'string'
      ? value
      : Object.keys(value)
          .toSorted()
          .map((name) => [name, sorted(value[name]!)])
  return createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex')
}

/** Throws for unknown parameters, as Stripe does, so that a misspelt or unsupported one is never silently ignored. */
export function rejectUnknown(parameters: Parameters, known: readonly string[], within = ''): void {
  for (const name of Object.keys(parameters)) {
    if (known.includes(name)) continue
    const param = within ? `${within}[${name}]` : name
    throw badParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown')
  }
}

export function optionalText(parameters: Parameters, name: string, maxLength = 5000, within = ''): string | null {
  const value = parameters[name]
  const param = within ? `${within}[${name}]` : name
  if (value === undefined) return null
  if (typeof value !== 'string') throw badParameter(param, `Invalid string: ${param}`)
  if (value === '') {
    throw badParameter(
      param,
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      'parameter_invalid_empty',
    )
  }
  if (value.length > maxLength) throw badParameter(param, `Invalid string: must be at most ${maxLength} characters`)
  return value
}

export function requiredText(parameters: Parameters, name: string, maxLength = 5000, within = ''): string {
  return optionalText(parameters, name, maxLength, within) ?? throwMissing(within ? `${within}[${name}]` : name)
}

export function optionalInteger(parameters: Parameters, name: string, within = ''): number | null {
  const text = optionalText(parameters, name, 20, within)
  if (text === null) return null
  const param = within ? `${within}[${name}]` : name
  if (!/^-?\d{1,15}$/.test(text)) throw badParameter(param, `Invalid integer: ${text}`, 'parameter_invalid_integer')
  return Number(text)
}

export function requiredInteger(parameters: Parameters, name: string, within = ''): number {
  return optionalInteger(parameters, name, within) ?? throwMissing(within ? `${within}[${name}]` : name)
}

export function readOptionalChoice<Choice extends string>(
  parameters: Parameters,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = optionalText(parameters, name)
  const choice = choices.find((candidate) => candidate === text)
  if (text !== null && !choice) throw badParameter(name, `Invalid ${name}: must be one of ${choices.join(', ')}`)
  return choice ?? null
}

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** A currency of ISO 4217, in lower case. */
export function requiredCurrency(parameters: Parameters, name: string, within = ''): string {
  const currency = requiredText(parameters, name, 3, within).toLowerCase()
  if (currencies.has(currency)) return currency
  throw badParameter(within ? `${within}[${name}]` : name, `Invalid currency: ${currency}`)
}

/** An `http` or `https` address. */
export function optionalUrl(parameters: Parameters, name: string): string | null {
  const text = optionalText(parameters, name)
  if (text !== null && !/^https?:\/\/[^\s/]/.test(text)) throw badParameter(name, 'Not a valid URL', 'url_invalid')
  return text
}

/** A nested object; an absent one is empty. */
export function group(parameters: Parameters, name: string, within = ''): Parameters {
  const value = parameters[name] ?? emptyParameters()
  if (typeof value !== 'string') return value
  const param = within ? `${within}[${name}]` : name
  throw badParameter(param, `Invalid object: ${param}`)
}

/** The items of a list in order; an absent list is empty. */
export function list(parameters: Parameters, name: string): (string | Parameters)[] {
  const items = Object.entries(group(parameters, name))
  if (items.some(([index]) => !/^\d+$/.test(index))) throw badParameter(name, `Invalid array: ${name}`)
  return items.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
}

/** At most 50 pairs, keys up to 40 and values up to 500 characters; pairs with an empty value are left out. */
export function metadata(parameters: Parameters, within = ''): Record<string, string> {
  const param = within ? `${within}[metadata]` : 'metadata'
  const pairs = Object.entries(group(parameters, 'metadata', within))
  if (pairs.length > 50) throw badParameter(param, 'You can store up to 50 metadata keys')
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => {
      if (typeof value !== 'string') throw badParameter(`${param}[${key}]`, 'Metadata values must be strings')
      if (key.length > 40) throw badParameter(param, `Metadata keys can have up to 40 characters: ${key}`)
      if (value.length > 500) {
        throw badParameter(`${param}[${key}]`, `Metadata values can have up to 500 characters: ${key}`)
      }
      return value === '' ? [] : [[key, value]]
    }),
  )
}

/**
 * Stored pairs after an update: given keys replace stored ones, an empty value removes its key, and `metadata=` removes
 * all. https://docs.stripe.com/api/metadata
 */
export function mergeMetadata(stored: Record<string, string>, parameters: Parameters): Record<string, string> {
  if (parameters.metadata === '') return {}
  const given = group(parameters, 'metadata')
  const kept = Object.entries(stored).filter(([key]) => given[key] === undefined)
  return { ...Object.fromEntries(kept), ...metadata(parameters) }
}

function throwMissing(param: string): never {
  throw badParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
}
