/** Loads the API reference: every operation with its fields, its response, and examples. Server side. */
import { API_SCOPES, KEY_REQUESTS } from '#domain/accounts/api-keys'
import type { App } from '#server/context'
import { describeApi } from '#server/site/api'
import * as m from '#messages/api'
import { SCOPE_WORDS } from '#words/api-scopes'
import webhooksGuide from '../../../docs/webhooks.md?raw'
import type { ApiReference, Operation, TableRow, Webhook } from '../../ui/developers/api-reference.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  allOf?: Schema[]
  description?: string
  format?: string
  default?: unknown
  minimum?: number
  maximum?: number
}
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Described = {
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, DescribedResponse>
  security?: Record<string, unknown>[]
}
type DescribedResponse = {
  description: string
  headers?: Record<string, { description: string }>
  content: Record<string, Media>
}
type Document = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: { schemas: Record<string, Schema> }
}

export function readApiReference(app: App): ApiReference {
  const document = describeApi(app) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )
  return {
    title: document.info.title,
    introduction: document.info.description.split('\n\n'),
    scopes: API_SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]()]),
    keyRequests: KEY_REQUESTS.max,
    checkSignature: /```js\n(.+?)\n```/s.exec(webhooksGuide)![1]!,
    webhooks: Object.entries(document.webhooks).map(([event, { post }]) => toWebhook(document, event, post)),
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations
        .filter(({ described }) => described.tags.includes(name))
        .map(({ path, method, described }) => toOperation(document, { path, method, described })),
    })),
  }
}

type Found = { path: string; method: string; described: Described }

function toOperation(document: Document, found: Found): Operation {
  const { path, method, described } = found
  const body = described.requestBody?.content['application/json']
  const { 200: success, ...errors } = described.responses
  const response = success?.content['application/json']
  const example = exampleRequest(document, found)
  return {
    id: `${method}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description ?? '',
    parameters: [...describeAuthorization(described), ...listParameters(described)],
    fields: body ? listFields(document, body.schema) : [],
    responseFields: response ? listFields(document, response.schema) : [],
    curl: formatCurl(example),
    javascript: formatFetch(example),
    tryAddress: method === 'get' && !needsKey(described) && !example.address.includes('{') ? example.address : null,
    response: JSON.stringify(response?.example, null, 2),
    errors: Object.entries(errors).flatMap(([status, { content, headers = {} }]) =>
      Object.entries(problemsIn(content)).map(([code, { value }]): TableRow => [
        code,
        status,
        Object.entries(headers).reduce(
          (title, [header, { description }]) => m.errorWithHeader({ title, header, meaning: description }),
          value.title,
        ),
      ]),
    ),
  }
}

/** The examples of a problem's codes. */
function problemsIn(content: Record<string, Media>): Record<string, { value: { title: string } }> {
  return (content['application/problem+json']?.examples ?? {}) as Record<string, { value: { title: string } }>
}

function toWebhook(document: Document, event: string, described: Described): Webhook {
  const { schema, example } = described.requestBody!.content['application/json']!
  return {
    event,
    when: described.summary,
    headers: listParameters(described),
    fields: listFields(document, schema),
    body: JSON.stringify(example, null, 2),
  }
}

const listParameters = ({ parameters = [] }: Described) =>
  parameters.map((parameter) => describeParameter(parameter.in, parameter))

/** The header that a key is sent in, where one may be sent. */
function describeAuthorization(described: Described): TableRow[] {
  if (!described.security) return []
  return [['Authorization', listTraits('header', 'string', needsKey(described) && m.required()), m.bearerAndKey()]]
}

/** "query, string, required": what is known of a field. */
const listTraits = (...traits: (string | false)[]) => traits.filter(Boolean).join(', ')

const needsKey = ({ security = [] }: Described) => security.length > 0 && security.every((way) => 'key' in way)

const describeParameter = (
  where: string,
  { name, required = false, description = '', schema }: Pick<Parameter, 'name' | 'required' | 'description' | 'schema'>,
): TableRow => [
  name,
  listTraits(where, formatType(schema), required && m.required()),
  schema.allOf?.find((each) => each.description)?.description ?? description,
]

/**
 * The fields of a body, those of objects inside by their path. `seen`: the names of what is explained already: money has the same
 * fields everywhere.
 */
function listFields(document: Document, schema: Schema, prefix = '', seen = new Set<string>()): TableRow[] {
  const whole = resolveSchema(document, schema)
  const parts = (whole.allOf ?? [whole]).map((part) => resolveSchema(document, part))
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  return parts
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, property]) => {
      const { description = '' } = resolveSchema(document, property)
      const row = describeParameter('', {
        name: `${prefix}${name}`,
        required: required.has(name),
        schema: property,
        description,
      })
      const { schema: within, suffix, named } = describePart(document, property)
      if (named && seen.has(named)) return [row]
      if (named) seen.add(named)
      return [row, ...listFields(document, within, `${prefix}${name}${suffix}.`, seen)]
    })
}

type Part = { schema: Schema; suffix: string; named: string | null }

/** What is inside a field: of a list its entries, of alternatives the one that is not null. `named`: its name, if it has one. */
function describePart(document: Document, property: Schema, suffix = '', named: string | null = null): Part {
  const within = property.allOf?.[0] ?? property.anyOf?.find(({ type }) => type !== 'null') ?? property
  if (within.$ref) return describePart(document, resolveSchema(document, within), suffix, within.$ref)
  if (within.items) return describePart(document, within.items, `${suffix}[]`, named)
  return { schema: within, suffix, named }
}

/** What a reference points to, and one to that. */
const resolveSchema = (document: Document, schema: Schema): Schema =>
  schema.$ref ? resolveSchema(document, document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema

const nameOf = (reference: string) => reference.split('/').at(-1)!

function formatType({ $ref, enum: values, items, anyOf, allOf, ...plain }: Schema): string {
  if ($ref) return nameOf($ref)
  if (allOf) return allOf.map(formatType).find((name) => name !== 'object') ?? 'object'
  if (anyOf) return formatTypes(anyOf.map(formatType))
  const { type, format, minimum, maximum, default: usual } = plain
  const kind =
    values?.map(String).join(' | ') ??
    (items ? m.listOf({ type: formatType(items) }) : formatTypes([type ?? m.anyType()].flat()))
  return listTraits(
    format ? `${kind} (${format})` : kind,
    minimum !== undefined && formatRange(minimum, maximum),
    usual !== undefined && m.byDefault({ value: String(usual) }),
  )
}

const formatTypes = (types: string[]) => types.reduce((first, second) => m.eitherType({ first, second }))

const formatRange = (least: number, most: number | undefined) =>
  most === undefined ? m.atLeast({ least: String(least) }) : m.leastToMost({ least: String(least), most: String(most) })

type ExampleRequest = {
  method: string
  /** From the origin on. */
  address: string
  origin: string
  headers: [name: string, value: string][]
  /** Undefined without a body. */
  body: unknown
}

/** The operation's example, with the values of its parameters' examples. */
function exampleRequest(document: Document, { path, method, described }: Found): ExampleRequest {
  const given = (described.parameters ?? []).flatMap((parameter) => {
    const value = parameter.example ?? (parameter.schema as { example?: unknown }).example
    return value === undefined ? [] : [{ ...parameter, value: String(value) }]
  })
  const query = given
    .filter((each) => each.in === 'query')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const address = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => given.find((each) => each.in === 'path' && each.name === name)?.value ?? `{${name}}`,
  )
  const sent = described.requestBody?.content['application/json']
  const body = sent?.example ?? Object.values(sent?.examples ?? {})[0]?.value
  return {
    method: method.toUpperCase(),
    origin: document.servers[0]!.url,
    address: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...(needsKey(described) ? [['Authorization', 'Bearer YOUR_KEY'] as [string, string]] : []),
      ...given.filter((each) => each.in === 'header').map(({ name, value }): [string, string] => [name, value]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    body,
  }
}

function formatCurl({ method, origin, address, headers, body }: ExampleRequest): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${address}'`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(' \\\n  ')
}

/** For browsers and Node.js. */
function formatFetch({ method, origin, address, headers, body }: ExampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: ${JSON.stringify(Object.fromEntries(headers), null, 2)},`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2)}),`]),
  ].flatMap((option) => option.split('\n'))
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line}`).join('\n')}\n}`
  return `const response = await fetch('${origin}${address}'${given})\nconst result = await response.json()`
}
