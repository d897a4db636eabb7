/** Writes XML 1.0. Only elements, attributes and text: no comments, CDATA sections or processing instructions. */

export type XmlElement = { name: string; attributes: Record<string, string>; content: string | XmlElement[] }

/** An element. Empty ones among `content` are left out by `null`. */
export const element = (
  name: string,
  content: string | (XmlElement | null)[],
  attributes: Record<string, string> = {},
): XmlElement => ({
  name,
  attributes,
  content: typeof content === 'string' ? content : content.filter((child) => child !== null),
})

/** Characters that XML 1.0 has no way to write, among them halves of characters. https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Without forbidden characters. Line ends and tabs become spaces, as a parser would make of them in an attribute. */
export const toXmlText = (text: string): string => text.replaceAll(FORBIDDEN, '').replaceAll(/[\t\n\r]/g, ' ')

const escapeXml = (text: string): string => toXmlText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)

/** The document, in UTF-8, with two spaces for each level. Forbidden characters of texts are left out. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}`

function writeElement({ name, attributes, content }: XmlElement, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const open = `${indent}<${name}${given.join('')}>`
  if (typeof content === 'string') return `${open}${escapeXml(content)}</${name}>\n`
  return `${open}\n${content.map((child) => writeElement(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}
