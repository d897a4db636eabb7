import type { ReactNode } from 'react'

type ListButtonProps = {
  /** What it asks for where scripts do not run: "up sessions 2". */
  intent: string
  name: string
  disabled?: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}

/** A button that changes a list: at once, or without scripts by posting the form. */
export function ListButton({ intent, name, disabled = false, onPress, className = '', children }: ListButtonProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      aria-label={name}
      disabled={disabled}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
      className={`icon-button shrink-0 disabled:cursor-not-allowed disabled:text-shoal-3 ${className}`}
    >
      {children}
    </button>
  )
}
