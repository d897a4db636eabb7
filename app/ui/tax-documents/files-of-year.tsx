/** Chooses a year and downloads a file of it. */
import type { ReactNode } from 'react'
import * as m from '#messages/admin'
import { Select } from '../controls/field.tsx'

/** Latest first. `label`: says that the year is not over. */
export type FileYear = { year: number; label: string }

/** `id`: of the list. `children`: the buttons, each a `format` of `/admin-dashboard/payouts/files`. */
export function FilesOfYear(props: { id: string; years: FileYear[]; chosen: number | undefined; children: ReactNode }) {
  const { id, years, chosen, children } = props
  return (
    <form method="post" action="/admin-dashboard/payouts/files" className="flex flex-wrap items-end gap-3">
      <div className="w-56">
        <Select id={id} name="year" label={m.reportYear()} defaultValue={chosen}>
          {years.map(({ year, label }) => (
            <option key={year} value={year}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {children}
    </form>
  )
}
