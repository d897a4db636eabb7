import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

/**
 * React Router's scripts, asked for after all that a reader sees. Every page reads without them, but browsers fetch a
 * preloaded module as urgently as a style sheet: on a slow line the two would share it.
 */
export function LateScripts() {
  const scripts = Scripts({}) as ReactElement<{ children: ReactNode }> | null
  return Children.map(scripts?.props.children, (part) =>
    isPreload(part) ? cloneElement(part, { fetchPriority: 'low' }) : part,
  )
}

function isPreload(part: ReactNode): part is ReactElement<{ rel: string; fetchPriority: 'low' }> {
  return isValidElement<{ rel?: string }>(part) && part.props.rel === 'modulepreload'
}
