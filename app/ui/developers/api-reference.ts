/** The API as its page shows it. `app/views/developers/api-reference.ts` makes it. */

/** Name, what it is, and what it means. */
export type TableRow = [name: string, kind: string, meaning: string]

export type Operation = {
  /** Its anchor in the page. */
  id: string
  method: string
  path: string
  summary: string
  description: string
  parameters: TableRow[]
  /** Of the body. */
  fields: TableRow[]
  /** Of the body of the response. */
  responseFields: TableRow[]
  /** The example as a command line. */
  curl: string
  /** The example for browsers and Node.js. */
  javascript: string
  /** Where the example can be opened in a browser: a public GET, from the path on. Null for others. */
  tryAddress: string | null
  /** JSON. */
  response: string
  /** Code, status, and its message. */
  errors: TableRow[]
}

/** An event that webhooks report. */
export type Webhook = {
  event: string
  when: string
  headers: TableRow[]
  fields: TableRow[]
  /** JSON. */
  body: string
}

export type ApiReference = {
  title: string
  /** Paragraphs. */
  introduction: string[]
  /** What a key may be given. */
  scopes: [scope: string, meaning: string][]
  /** By one key in a minute. */
  keyRequests: number
  /** Code of a receiver. */
  checkSignature: string
  webhooks: Webhook[]
  groups: { name: string; description: string; operations: Operation[] }[]
}
