/**
 * A date in the order of the page's language: the browser's own field has the order of its own settings, such as mm/dd/yyyy. The
 * browser's field stands until scripts run, and while it has the focus.
 */
import { lazy, Suspense, useState, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { control, describedBy, Labelled } from './field.tsx'

const DateSegments = lazy(() => import('./date-segments.tsx'))

/** `value`: an ISO date, or empty. `label`: its name, for who does not see the label beside it. */
export type DateControlProps = Pick<ComponentProps<'input'>, 'required' | 'aria-describedby' | 'aria-invalid'> & {
  id: string
  name: string
  label: string
  value: string
  className: string
}

const never = () => () => {}

export function DateControl({ label, value, ...input }: DateControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const isFree = useSyncExternalStore(
    never,
    () => left || document.activeElement?.id !== input.id,
    () => false,
  )
  const leave = (now: string) => {
    setTyped(now)
    setLeft(true)
  }
  const plain = (
    <input {...input} type="date" defaultValue={value} onBlur={({ currentTarget }) => leave(currentTarget.value)} />
  )
  if (!isFree) return plain
  return (
    <Suspense fallback={plain}>
      <DateSegments key={value} {...input} label={label} value={typed ?? value} />
    </Suspense>
  )
}

type DateFieldProps = {
  id: string
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  defaultValue?: string | undefined
  required?: boolean
}

export function DateField({ label, hint, error, defaultValue = '', ...input }: DateFieldProps) {
  const described = describedBy({ id: input.id, hint, error })
  return (
    <Labelled id={input.id} label={label} hint={hint} error={error}>
      <DateControl {...input} {...described} label={label} value={defaultValue} className={`${control} min-h-12`} />
    </Labelled>
  )
}
