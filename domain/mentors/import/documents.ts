/** The documents of an export of the described system. Pure. Specification §3. */
import { readFields } from '#domain/mentors/import/values'

export const COLLECTIONS = ['mentors_section', 'mentors', 'Cohorts', 'Bookings', 'Feedback', 'Completions'] as const
export type Collection = (typeof COLLECTIONS)[number]

/** `fields`: as they were, without what a database refuses. */
export type ImportDocument = { collection: Collection; id: string; fields: Record<string, unknown> }

/** Something of the file that is no document. `where`: as the report names it. */
type NotADocument = { where: string; why: string }

type ExportFile = { documents: ImportDocument[]; refused: NotADocument[] }

const MAX_ID_LENGTH = 1_500 // As the described store allows, in characters instead of bytes.
const MAX_DEPTH = 40 // Twice what the described store allows.

/**
 * Reads an export: an object with the collections by name, maybe below `__collections__`. A collection is an object of
 * documents by id, or a list of documents with a field `id`. Collections that the described system lacks are refused as
 * a whole.
 */
export function readExport(json: unknown): ExportFile {
  const top = readFields(json)
  const file: ExportFile = { documents: [], refused: [] }
  for (const [name, held] of Object.entries(readFields(top['__collections__'] ?? top))) {
    const collection = COLLECTIONS.find((known) => known === name)
    if (!collection) {
      file.refused.push({ where: shown(name), why: 'No collection of the described system' })
      continue
    }
    const seen = new Set<string>()
    for (const [index, [id, value]] of listEntries(held).entries()) {
      const where = `${collection}/${id === null ? `#${index + 1}` : shown(id)}`
      const why = whyRefused(id, value, seen)
      if (id === null || why !== null) file.refused.push({ where, why: why ?? NO_ID })
      else {
        seen.add(id)
        file.documents.push({ collection, id, fields: readFields(storable(value)) })
      }
    }
    if (!isHolder(held)) file.refused.push({ where: collection, why: 'Neither an object of documents nor a list' })
  }
  return file
}

const NO_ID = 'It has no id'

const isHolder = (held: unknown): boolean => typeof held === 'object' && held !== null

function listEntries(held: unknown): [id: string | null, value: unknown][] {
  if (!isHolder(held)) return []
  if (!Array.isArray(held)) return Object.entries(held as object)
  return held.map((value: unknown) => {
    const { id } = readFields(value)
    return [typeof id === 'string' || typeof id === 'number' ? String(id) : null, value]
  })
}

function whyRefused(id: string | null, value: unknown, seen: Set<string>): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'It is no object with fields'
  if (id === null || id === '') return NO_ID
  if (id.length > MAX_ID_LENGTH || !isStorable(id)) return 'Its id cannot be kept'
  if (seen.has(id)) return 'Its id occurs twice'
  return isTooDeep(value, MAX_DEPTH) ? 'It is nested too deeply' : null
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1))
}

/** The same without what PostgreSQL refuses in JSON: NUL, and halves of letters. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storableText(key), storable(part)]))
}

const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** An id or a name as one line of a report shows it, which a terminal must not take for a command. */
function shown(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return plain.length > 80 ? `${plain.slice(0, 79).toWellFormed()}…` : plain
}

/** How a report names a document. */
export const nameOf = ({ collection, id }: Pick<ImportDocument, 'collection' | 'id'>): string =>
  `${collection}/${shown(id)}`
