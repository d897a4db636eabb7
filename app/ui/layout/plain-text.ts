/** Reads the operator's texts: blank lines separate paragraphs, `#` begins a heading. All else is plain text. */
export type Block = { kind: 'heading' | 'subheading' | 'paragraph'; text: string }

/** Headings with the fewest `#` in the text are headings, the others subheadings. */
export function readPlainText(text: string): Block[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const depths = lines.flatMap((line) => HEADING.exec(line)?.[1]?.length ?? [])
  const outermost = Math.min(...depths)
  const blocks: Block[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', text: open.join(' ') })
    open = []
  }
  for (const line of lines) {
    const [, marks = '', heading = ''] = HEADING.exec(line) ?? []
    if (heading) {
      close()
      blocks.push({ kind: marks.length === outermost ? 'heading' : 'subheading', text: heading })
    } else if (line.trim() === '') close()
    else open.push(line.trim())
  }
  close()
  return blocks
}

const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
