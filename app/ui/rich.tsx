/** A message with components in it, as one node: `rich(m.acceptTerms({ terms: (text) => <Link to="/terms">{text}</Link> }))`. */
import { createElement, Fragment, type ReactNode } from 'react'

/** `parts`: of a compiled message, in the order of the language. Spread, so that they need no keys. */
export const rich = (parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
