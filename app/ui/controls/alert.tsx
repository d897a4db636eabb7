import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode, Ref } from 'react'

/** Says what went wrong, in an icon and words. Screen readers announce it at once. */
export function Alert({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2.5 rounded-control border-[1.5px] border-danger px-4 py-3 outline-none"
    >
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
      <div className="grid min-w-0 flex-1 gap-3">{children}</div>
    </div>
  )
}
