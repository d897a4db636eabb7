import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'

/** Something to know before reading on. For what went wrong use `Alert`. */
export function Notice({ good = false, children }: { good?: boolean; children: ReactNode }) {
  if (!good) return <div className="rounded-mark border-s-4 border-magenta bg-tint px-4 py-3">{children}</div>
  return (
    <div className="flex items-start gap-2.5 rounded-mark bg-green px-4 py-3">
      <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
