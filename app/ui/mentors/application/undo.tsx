import { Button } from '../../controls/button.tsx'
import type { ApplicationFields, List } from './application-fields.ts'

/** Offers to put back what was just removed from a list. Screen readers are told at once. */
export function Undo({ fields, list, what }: { fields: ApplicationFields; list: List; what: string }) {
  const removed = fields.removed?.list === list
  return (
    <output className={removed ? 'flex flex-wrap items-center gap-3 rounded-mark bg-shoal-1 px-4 py-2' : ''}>
      {removed && (
        <>
          <span>{what}</span>
          <Button variant="secondary" onClick={fields.undo}>
            Undo
          </Button>
        </>
      )}
    </output>
  )
}
