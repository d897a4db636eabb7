/** The API's document as a page shows it: every operation with its fields, what it answers, and a request to try. Server side. */
import type { App } from '#server/context'
import { describeApi } from '#server/http/api'
import type { ApiReference, Operation, TableRow } from '../../ui/developers/api-reference.ts'

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
}
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: { title: string } }> }
type Described = {
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content: Record<string, Media> }>
  security?: object[]
}
type Document = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
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
  const { 200: success, ...refusals } = described.responses
  return {
    id: `${method}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description ?? '',
    parameters: (described.parameters ?? []).map((parameter) => rowOf(parameter.in, parameter)),
    fields: body ? fieldsOf(document, body.schema) : [],
    request: curlOf(document, found),
    response: JSON.stringify(success?.content['application/json']?.example, null, 2),
    refusals: Object.entries(refusals).flatMap(([status, { content }]) =>
      Object.entries(content['application/problem+json']?.examples ?? {}).map(([code, { value }]): TableRow => [
        code,
        status,
        value.title,
      ]),
    ),
  }
}

const rowOf = (
  where: string,
  { name, required = false, description = '', schema }: Pick<Parameter, 'name' | 'required' | 'description' | 'schema'>,
): TableRow => [
  name,
  [where, typeOf(schema), required ? 'required' : ''].filter(Boolean).join(', '),
  description || (schema.description ?? ''),
]

/** The fields of a body, those of objects inside by their path. */
function fieldsOf(document: Document, schema: Schema, prefix = ''): TableRow[] {
  const { properties = {}, required = [] } = resolve(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const row = rowOf('', { name: `${prefix}${name}`, required: required.includes(name), schema: property })
    return [row, ...fieldsOf(document, property, `${prefix}${name}.`)]
  })
}

/** What a reference points to; of several that are combined, the first. */
function resolve(document: Document, schema: Schema): Schema {
  const within = schema.allOf?.[0] ?? schema
  return within.$ref ? (document.components.schemas[within.$ref.split('/').at(-1)!] ?? {}) : within
}

function typeOf({ $ref, type, enum: values, items, anyOf, allOf, format }: Schema): string {
  if ($ref) return $ref.split('/').at(-1)!
  if (allOf) return allOf.map(typeOf).find((name) => name !== 'object') ?? 'object'
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (values) return values.join(' | ')
  if (items) return `list of ${typeOf(items)}`
  return [type ?? 'any'].flat().join(' or ') + (format ? ` (${format})` : '')
}

/** The operation's example as a command line. */
function curlOf(document: Document, { path, method, described }: Found): string {
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
  const body = described.requestBody?.content['application/json']?.example
  const url = `${document.servers[0]!.url}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${url}'`,
    ...given.filter((each) => each.in === 'header').map(({ name, value }) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(' \\\n  ')
}
