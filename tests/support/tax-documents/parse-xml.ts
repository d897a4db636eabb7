/**
 * A strict parser of XML 1.0 without comments, CDATA sections, processing instructions and document types, which nothing of ours writes.
 * Throws where a document is not well-formed (https://www.w3.org/TR/xml/#sec-well-formed).
 */

/** Text beside elements, which is there to indent them, is left out. */
export type Node = { name: string; attributes: Record<string, string>; text: string; children: Node[] }

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const TAG = new RegExp(`<(?:(/)(${NAME})|(${NAME})((?: ${NAME}="[^<"]*")*))>`, 'y')
const ATTRIBUTE = new RegExp(` (${NAME})="([^"]*)"`, 'g')
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function isAllowed(character: string): boolean {
  const code = character.codePointAt(0)!
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff)
}

function readText(raw: string): string {
  if (raw.includes(']]>')) throw new Error(`"]]>" in a text: ${raw}`)
  return raw.replaceAll(/&(\w*)(;?)/g, (all, name: string, end: string) => {
    const character = CHARACTERS[name]
    if (character === undefined || end === '') throw new Error(`Unknown entity: ${all}`)
    return character
  })
}

export function parseXml(xml: string): Node {
  const strange = [...xml].find((character) => !isAllowed(character))
  if (strange !== undefined) throw new Error(`Forbidden character ${strange.codePointAt(0)}`)
  if (!xml.startsWith(DECLARATION)) throw new Error('No declaration')
  const root: Node = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let at = DECLARATION.length
  while (at < xml.length) {
    const current = open.at(-1)!
    const next = xml.indexOf('<', at)
    current.text += readText(xml.slice(at, next === -1 ? xml.length : next))
    if (next === -1) break
    TAG.lastIndex = next
    const [tag, isEnd, endName, name = '', attributes = ''] = TAG.exec(xml) ?? []
    if (tag === undefined) throw new Error(`No tag: ${xml.slice(next, next + 40)}`)
    at = next + tag.length
    if (isEnd) {
      if (open.pop()!.name !== endName) throw new Error(`Unexpected ${tag}`)
      continue
    }
    const given = [...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key!, readText(value!)] as const)
    const child: Node = { name, attributes: Object.fromEntries(given), text: '', children: [] }
    if (given.length !== Object.keys(child.attributes).length) throw new Error(`An attribute twice: ${tag}`)
    current.children.push(child)
    open.push(child)
  }
  const [document, ...others] = root.children
  if (open.length !== 1 || !document || others.length > 0 || root.text.trim() !== '') throw new Error('Not one element')
  return document
}

/** All elements of this name, in order. */
export const findAll = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => findAll(child, name)),
]
