import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'

/** What is wrong, in red, with an icon. */
export const NeedsAttention = ({ children }: { children: ReactNode }) => (
  <span className="admin-attention">
    <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </span>
)
