import { runInNewContext } from 'node:vm'
import { fc, it as property } from '@fast-check/vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect } from 'vitest'
import { inData, inHtml, inScript } from '#server/site/page-cache/embedded-text'

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom('"', "'", '\\', '<', '>', '&', '</script>', '<!--', '\u2028', '\u2029', '\n', '\0', 'é', '😀'),
    )
    .map((parts) => parts.join('')),
)

describe('a text in a page', () => {
  property.prop([texts])('is escaped in HTML as React does', (text) => {
    expect(inHtml(text)).toBe(renderToStaticMarkup(text))
  })

  property.prop([texts])('is read back from data, and from data in a script, which it cannot end', (text) => {
    expect(JSON.parse(`"${inData(text)}"`)).toBe(text)
    const written = inScript(text)
    expect(JSON.parse(`"${runInNewContext(`'${written}'`)}"`)).toBe(text)
    expect(written).not.toMatch(/[<>&\u2028\u2029]/)
  })
})
