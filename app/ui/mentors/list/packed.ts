/**
 * Data with many objects of the same properties, which have the names of these once. React Router's encoding has two references for each
 * property, of the name and of the value: without names, what the page of the list has twice, in words and as data, is a fourth shorter.
 */
declare const content: unique symbol

/**
 * `shapes`: the names of an object's properties, or the length of the lists in a list. `data`: such an object or list is a list that
 * begins with the complement of its shape's place, and what is in its lists follows without them.
 */
type Packed<Content> = { shapes: (string[] | number)[]; data: unknown; [content]?: Content }

/** `value`: plain objects, lists and simple values. No list in it begins with a negative number. */
export function pack<Content>(value: Content): Packed<Content> {
  const places = new Map<string, number>()
  const shapes: (string[] | number)[] = []
  const known = new Map<object, unknown>()
  const alike = new Map<string, unknown[]>()

  function write(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    // What stands twice in the data stays one thing, which is sent once.
    if (!known.has(part)) known.set(part, Array.isArray(part) ? writeList(part) : writeObject(part))
    return known.get(part)
  }

  function place(shape: string[] | number): number {
    const key = JSON.stringify(shape)
    if (!places.has(key)) places.set(key, shapes.push(shape) - 1)
    return ~places.get(key)!
  }

  function writeList(part: unknown[]): unknown[] {
    const [first] = part
    const isTable = Array.isArray(first) && first.length > 0 && part.every((row) => isListOf(first.length, row))
    return isTable ? [place(first.length), ...part.flat().map(write)] : part.map(write)
  }

  function writeObject(part: object): unknown[] {
    const written = [place(Object.keys(part)), ...Object.values(part).map(write)]
    if (written.some((each) => typeof each === 'object' && each !== null)) return written
    const key = JSON.stringify(written, (_name, each: unknown) => (each === undefined ? { none: true } : each))
    return alike.get(key) ?? (alike.set(key, written), written)
  }

  return { shapes, data: write(value) }
}

const isListOf = (length: number, part: unknown) => Array.isArray(part) && part.length === length

export function unpack<Content>({ shapes, data }: Packed<Content>): Content {
  const read = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    const [first, ...values] = part as [number, ...unknown[]]
    if (!(first < 0)) return part.map(read)
    const shape = shapes[~first]!
    if (typeof shape !== 'number') return Object.fromEntries(shape.map((name, n) => [name, read(values[n])]))
    return Array.from({ length: values.length / shape }, (_, n) => values.slice(n * shape, (n + 1) * shape).map(read))
  }
  return read(data) as Content
}
