/** Labelled controls that show a hint and an error, to the eye and to screen readers. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ComponentProps, ReactNode } from 'react'
import * as m from '#messages/site'

type LabelledText = {
  /** Unique in the page: an error summary links to it. */
  id: string
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export const control =
  'text-box px-3.5 py-2.5 text-base/6 text-ink disabled:cursor-not-allowed disabled:border-hair disabled:bg-shoal-1 disabled:text-ink-2 aria-invalid:border-danger'

/** The ARIA attributes that tie a control to its hint and its error. */
export function describedBy({ id, hint, error }: Pick<LabelledText, 'id' | 'hint' | 'error'>) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }
}

type FieldProps = LabelledText & ComponentProps<'input'> & { optional?: boolean }

export function Field({ label, hint, error, optional, ...input }: FieldProps) {
  return (
    <Labelled id={input.id} label={label} hint={hint} error={error} optional={optional}>
      <input {...input} {...describedBy({ id: input.id, hint, error })} className={`${control} min-h-12`} />
    </Labelled>
  )
}

type TextAreaProps = LabelledText & ComponentProps<'textarea'> & { optional?: boolean }

export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Labelled id={area.id} label={label} hint={hint} error={error} optional={optional}>
      <textarea rows={3} {...area} {...describedBy({ id: area.id, hint, error })} className={`${control} resize-y`} />
    </Labelled>
  )
}

type SelectProps = LabelledText & ComponentProps<'select'> & { optional?: boolean }

/** The browser's own list; its options are the children. */
export function Select({ label, hint, error, optional, ...select }: SelectProps) {
  return (
    <Labelled id={select.id} label={label} hint={hint} error={error} optional={optional}>
      <select {...select} {...describedBy({ id: select.id, hint, error })} className={`${control} min-h-12`} />
    </Labelled>
  )
}

type LabelledProps = Pick<LabelledText, 'id' | 'label' | 'hint' | 'error'> & {
  optional?: boolean | undefined
  children: ReactNode
}

export function Labelled({ id, label, hint, error, optional, children }: LabelledProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-2"> {m.optional()}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** A checkbox with its label, both of which can be pressed. */
export function Checkbox({ label, hint, error, ...input }: LabelledText & ComponentProps<'input'>) {
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          {...input}
          {...describedBy({ id: input.id, hint, error })}
          type="checkbox"
          className="checkbox mt-0.5 size-5 shrink-0 cursor-pointer"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${input.id}-hint`} className="ps-8 note">
          {hint}
        </p>
      )}
      <FieldError id={input.id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      {error}
    </p>
  )
}
