/** Buttons, and links that look like buttons. At least 44 px high, for thumbs. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type ButtonVariant = 'primary' | 'secondary'

const looks: Record<ButtonVariant, string> = { primary: 'button-primary', secondary: 'button-secondary' }

/** The classes of a button, for other elements. `className` is added, for width and margin. */
export function buttonClass(variant: ButtonVariant = 'primary', className = ''): string {
  return className ? `${looks[variant]} ${className}` : looks[variant]
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
