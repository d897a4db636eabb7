/** A page's discount code: what the server said last, and then what is entered. */
import { useState } from 'react'
import { NO_CODE, type CodeEntry } from './code-entry.ts'

export function useCodeEntry(answered: CodeEntry | undefined): [CodeEntry, (entry: CodeEntry) => void] {
  const [state, setState] = useState({ answered, entry: answered ?? NO_CODE })
  if (answered && state.answered !== answered) setState({ answered, entry: answered })
  return [state.entry, (entry) => setState({ answered, entry })]
}
