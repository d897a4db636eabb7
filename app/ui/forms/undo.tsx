import { useEffect, useRef } from 'react'
import * as m from '#messages/site'
import { Button } from '../controls/button.tsx'
import type { TypedFields } from './typed-fields.ts'

type UndoProps<List extends string> = { fields: TypedFields<List>; list: List; what: string }

/**
 * Offers to put back what was just removed from a list. Announced to screen readers at once; takes the focus that went
 * with what was removed; what was put back takes it over.
 */
export function Undo<List extends string>({ fields, list, what }: UndoProps<List>) {
  const removed = fields.removed?.list === list
  const button = useRef<HTMLButtonElement>(null)
  const restored = useRef<number | null>(null)

  useEffect(() => {
    if (document.activeElement !== document.body) return
    if (removed) button.current?.focus()
    else if (restored.current !== null) {
      const entry = `#apply-${list}-${restored.current}`
      document.querySelector<HTMLElement>(`${entry} :is([aria-controls], select), ${entry}.typed-entry input`)?.focus()
    }
    restored.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Also after another removal.
  }, [fields.removed, removed, list])

  return (
    <output className={removed ? 'flex flex-wrap items-center gap-3 rounded-mark bg-shoal-1 px-4 py-2' : ''}>
      {removed && (
        <>
          <span>{what}</span>
          <Button
            ref={button}
            variant="secondary"
            onClick={() => {
              restored.current = fields.removed?.place ?? null
              fields.undo()
            }}
          >
            {m.undo()}
          </Button>
        </>
      )}
    </output>
  )
}
