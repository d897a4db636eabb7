import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

type Inline = { type?: string; dangerouslySetInnerHTML?: { __html: string } }

/**
 * React Router's scripts, asked for once the page has been drawn. Every page reads, and its links and forms work, without
 * them; asked for at once they would share a slow line with the style sheet and the fonts that the reader waits for.
 */
export function LateScripts() {
  const scripts = Scripts({}) as ReactElement<{ children: ReactNode }> | null
  const preloads: string[] = []
  const parts = Children.toArray(scripts?.props.children).filter((part) => {
    if (!isValidElement<{ rel?: string; href: string }>(part) || part.props.rel !== 'modulepreload') return true
    preloads.push(part.props.href)
    return false
  })
  // The browser takes the text as it came; what makes it stays out of the browser's script.
  return import.meta.env.SSR ? parts.map((part) => inlineScripts(part, (text) => afterDrawing(text, preloads))) : parts
}

/** The same part with the text of its module scripts changed. */
function inlineScripts(part: ReactNode, change: (text: string) => string): ReactNode {
  if (!isValidElement<Inline & { children?: ReactNode }>(part)) return part
  const { type, dangerouslySetInnerHTML, children } = part.props
  if (type === 'module' && dangerouslySetInnerHTML)
    return cloneElement(part, { dangerouslySetInnerHTML: { __html: change(dangerouslySetInnerHTML.__html) } })
  return children === undefined ? part : Children.map(children, (child) => inlineScripts(child, change))
}

const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/**
 * A module's text that waits for the first drawing before it imports anything: `import * as name from "file"` and
 * `import "file"`, which a module begins with, become an import in its course. A page opened in the background is not drawn and does not wait.
 */
export function afterDrawing(text: string, preloads: string[]): string {
  const imports = [...text.matchAll(IMPORT)]
  if (imports.length === 0) return text
  const rest = text.replaceAll(IMPORT, '')
  return `if (!document.hidden) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
for (const href of ${JSON.stringify(preloads)}) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
const [${imports.map(([, name = '']) => name).join(', ')}] = await Promise.all([${imports.map(([, , file]) => `import(${file})`).join(', ')}]);
${rest}`
}
