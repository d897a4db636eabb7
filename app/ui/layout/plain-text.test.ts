import { describe, expect, it } from 'vitest'
import { readPlainText } from './plain-text.ts'

describe('readPlainText', () => {
  it('reads paragraphs between blank lines, however their lines are broken', () => {
    expect(readPlainText('One\r\nand on.\r\n\r\n\r\n  Two.  \n')).toEqual([
      { kind: 'paragraph', text: 'One and on.' },
      { kind: 'paragraph', text: 'Two.' },
    ])
  })

  it('reads headings with or without a blank line after them', () => {
    expect(readPlainText('## Who we are\nA company.\n### Where\n\nIn Leeds.\n## Payment #')).toEqual([
      { kind: 'heading', text: 'Who we are' },
      { kind: 'paragraph', text: 'A company.' },
      { kind: 'subheading', text: 'Where' },
      { kind: 'paragraph', text: 'In Leeds.' },
      { kind: 'heading', text: 'Payment' },
    ])
  })

  it('reads everything else as plain text', () => {
    const text = '<b>Bold</b> and **bold**, #1 of [three](https://example.com)'
    expect(readPlainText(text)).toEqual([{ kind: 'paragraph', text }])
    expect(readPlainText('#')).toEqual([{ kind: 'paragraph', text: '#' }])
  })
})
