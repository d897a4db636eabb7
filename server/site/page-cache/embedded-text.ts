/**
 * A text as React and React Router write it into a page: into elements and attributes, and as part of a page's data, which are a script
 * in a document and a response of their own for the browser's router.
 */
const IN_HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const IN_SCRIPT: Record<string, string> = {
  '&': String.raw`\u0026`,
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/** As React escapes it in an element or an attribute. */
export const inHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => IN_HTML[letter]!)

/** Within a string of JSON. */
export const inData = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Within a string of JSON in a string of a script, in single quotes. */
export const inScript = (text: string): string =>
  quoteOnce(inData(inData(text)).replaceAll(/[&<>\u2028\u2029]/g, (letter) => IN_SCRIPT[letter]!))

/**
 * What is between double quotes in a script, for single ones: a quote of JSON there takes one byte, not two. The backslash before a
 * quote is the one that escapes it, whatever stands before that, so plain replacing will do.
 */
export const quoteOnce = (escaped: string): string =>
  escaped.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)
