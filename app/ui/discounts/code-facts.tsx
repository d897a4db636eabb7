/** A code in a mentor's list: what it takes off, its conditions, and beside them its state. */
import type { ReactNode } from 'react'
import type { CodeView } from './codes.ts'

type CodeFactsProps = { view: Omit<CodeView, 'id' | 'state'>; children: ReactNode }

export function CodeFacts({ view: { code, discount, conditions, valid, used }, children }: CodeFactsProps) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <h3 className="text-base font-semibold wrap-anywhere">{code}</h3>
        <p>{discount}</p>
        <p className="desk-aside">{[...conditions, valid, used].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
