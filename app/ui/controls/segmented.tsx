import type { ChangeEvent, ReactNode } from 'react'

type SegmentedProps = {
  legend: string
  /** Shows the legend to screen readers only. */
  quiet?: boolean
  name: string
  options: { value: string; label: ReactNode; disabled?: boolean }[]
  defaultValue: string
  disabled?: boolean
  onChoose?: (value: string) => void
}

/** Radio buttons side by side in one frame. */
export function Segmented({ legend, quiet, name, options, defaultValue, disabled, onChoose }: SegmentedProps) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => onChoose?.(event.target.value)
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={quiet ? 'sr-only' : 'mb-1.5 font-semibold'}>{legend}</legend>
      <div className="segmented">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              onChange={choose}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
