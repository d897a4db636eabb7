/** The documents of an export of the described system. Pure. Specification §3. */
import { readFields } from '#domain/mentors/import/values'

export const COLLECTIONS = ['mentors_section', 'mentors', 'Cohorts', 'Bookings', 'Feedback', 'Completions'] as const
export type Collection = (typeof COLLECTIONS)[number]

/** `fields`: as they were, without what a database refuses. */
export type ImportDocument = { collection: Collection; id: string; fields: Record<string, unknown> }

/**
 * Why something of the file is no document. `no_collection`: of the described system. `no_holder`: a collection that holds no
 * documents. `no_fields`: no object. `no_id`, `id_not_kept`, `id_twice`: it has none, one that cannot be stored, or one that is known.
 */
export type NoDocument = 'no_collection' | 'no_holder' | 'no_fields' | 'no_id' | 'id_not_kept' | 'id_twice' | 'too_deep'

/** Something of the file that is no document. `where`: as the report names it. */
type NotADocument = { where: string; why: NoDocument }

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
      file.refused.push({ where: shown(name), why: 'no_collection' })
      continue
    }
    const seen = new Set<string>()
    for (const [index, [id, value]] of listEntries(held).entries()) {
      const where = `${collection}/${id === null ? `#${index + 1}` : shown(id)}`
      const why = whyRefused(id, value, seen)
      if (id === null || why !== null) file.refused.push({ where, why: why ?? 'no_id' })
      else {
        seen.add(id)
        file.documents.push({ collection, id, fields: readFields(storable(value)) })
      }
    }
    if (!isHolder(held)) file.refused.push({ where: collection, why: 'no_holder' })
  }
  return file
}

const isHolder = (held: unknown): boolean => typeof held === 'object' && held !== null

function listEntries(held: unknown): [id: string | null, value: unknown][] {
  if (!isHolder(held)) return []
  if (!Array.isArray(held)) return Object.entries(held as object)
  return held.map((value: unknown) => {
    const { id } = readFields(value)
    return [typeof id === 'string' || typeof id === 'number' ? String(id) : null, value]
  })
}

function whyRefused(id: string | null, value: unknown, seen: Set<string>): NoDocument | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no_fields'
  if (id === null || id === '') return 'no_id'
  if (id.length > MAX_ID_LENGTH || !isStorable(id)) return 'id_not_kept'
  if (seen.has(id)) return 'id_twice'
  return isTooDeep(value, MAX_DEPTH) ? 'too_deep' : null
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
