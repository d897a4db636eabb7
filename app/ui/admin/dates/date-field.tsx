/**
 * A date in the order of the page's language: the browser's own field has the order of its own settings, such as mm/dd/yyyy. The
 * browser's field stands until scripts run, and while it has the focus.
 */
import { useEffect, useRef, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { control, describedBy, Labelled } from '../../controls/field.tsx'

/** `value`: an ISO date, or empty. `label`: its name, for who does not see the label beside it. */
export type DateControlProps = Pick<ComponentProps<'input'>, 'required' | 'aria-describedby' | 'aria-invalid'> & {
  id: string
  name: string
  label: string
  value: string
  className: string
}

export function DateControl({ value, ...control }: DateControlProps) {
  const own = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState<{ Segments: ComponentType<DateControlProps> } | null>(null)
  const loaded = useRef<typeof shown>(null)
  useEffect(() => {
    const load = async () => {
      const { default: Segments } = await import('./date-segments.tsx')
      loaded.current = { Segments }
      if (document.activeElement !== own.current) setShown(loaded.current)
    }
    load().catch(() => {}) // Without it, the browser's own field stays.
  }, [])
  if (shown) return <shown.Segments key={value} {...control} value={typed ?? value} />
  const leave = () => {
    setTyped(own.current!.value)
    setShown(loaded.current)
  }
  const { label: _, ...input } = control
  return <input {...input} ref={own} type="date" defaultValue={value} onBlur={leave} />
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
