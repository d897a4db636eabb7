/** Buttons, and links that look like buttons. At least 44 px high, for thumbs. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type ButtonVariant = 'primary' | 'secondary'

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center text-base/6 font-semibold line'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-deep hover:border-ink-2 hover:bg-ink-2',
  secondary: 'bg-deep text-ink hover:bg-shoal-1',
}

const off = 'disabled:cursor-not-allowed disabled:border-hair disabled:bg-hair disabled:text-ink-2'

/** The classes of a button, for other elements. `className` is added, for width and margin. */
export function buttonClass(variant: ButtonVariant = 'primary', className = ''): string {
  return `${shape} ${looks[variant]} ${off} ${className}`
}

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant }

/** Not a submit button unless `type` says so. */
export function Button({ variant, className, type = 'button', ...button }: ButtonProps) {
  // oxlint-disable-next-line react/button-has-type -- It has one: the default stands in the parameters.
  return <button {...button} type={type} className={buttonClass(variant, className)} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant }

export function ButtonLink({ variant, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass(variant, className)} />
}
