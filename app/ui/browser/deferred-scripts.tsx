import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

type Inline = { type?: string; dangerouslySetInnerHTML?: { __html: string } }

/**
 * React Router's `<Scripts>`, loaded only once the page has been drawn. Every page reads, and its links and forms work,
 * without them. Loaded at once, as React Router does it without a setting, 130 KB of script share a slow line with the style
 * sheet and the fonts that the reader waits for: the home page's largest contentful paint would be 2.73 s, not 1.75 s.
 * Decision 0017.
 */
export function DeferredScripts() {
  const scripts = Scripts({}) as ReactElement<{ children: ReactNode }> | null
  const preloads: string[] = []
  const parts = Children.toArray(scripts?.props.children).filter((part) => {
    if (!isValidElement<{ rel?: string; href: string }>(part) || part.props.rel !== 'modulepreload') return true
    preloads.push(part.props.href)
    return false
  })
  // Hydration keeps the server's text, so the code that rewrites it need not be in the browser's script.
  return import.meta.env.SSR
    ? parts.map((part) => inlineScripts(part, (text) => afterFirstPaint(text, preloads)))
    : parts
}

/** The same element with the text of its module scripts changed. */
function inlineScripts(part: ReactNode, change: (text: string) => string): ReactNode {
  if (!isValidElement<Inline & { children?: ReactNode }>(part)) return part
  const { type, dangerouslySetInnerHTML, children } = part.props
  if (type === 'module' && dangerouslySetInnerHTML)
    return cloneElement(part, { dangerouslySetInnerHTML: { __html: change(dangerouslySetInnerHTML.__html) } })
  return children === undefined ? part : Children.map(children, (child) => inlineScripts(child, change))
}

const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/**
 * Makes a module wait for the first paint before it imports anything: the static imports that it begins with,
 * `import * as name from "file"` and `import "file"`, become dynamic ones. A page that is opened in the background is not
 * painted and does not wait. A text without such imports is returned unchanged, so scripts then load as React Router does.
 */
export function afterFirstPaint(text: string, preloads: string[]): string {
  const imports = [...text.matchAll(IMPORT)]
  if (imports.length === 0) return text
  const rest = text.replaceAll(IMPORT, '')
  return `if (!document.hidden) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
for (const href of ${JSON.stringify(preloads)}) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
const [${imports.map(([, name = '']) => name).join(', ')}] = await Promise.all([${imports.map(([, , file]) => `import(${file})`).join(', ')}]);
${rest}`
}
