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
  /** A command line to try. */
  request: string
  /** JSON. */
  response: string
  /** Code, status, and its words. */
  refusals: TableRow[]
}

export type ApiReference = {
  title: string
  /** Paragraphs. */
  introduction: string[]
  groups: { name: string; description: string; operations: Operation[] }[]
}
