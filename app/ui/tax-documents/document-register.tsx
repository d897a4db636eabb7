/** Downloads the register of all tax documents of a year. */
import * as m from '#messages/admin'
import { Button } from '../controls/button.tsx'
import { Select } from '../controls/field.tsx'
import type { SellerReportPart } from './seller-report.tsx'

export const DocumentRegister = ({ years }: Pick<SellerReportPart, 'years'>) => (
  <form method="post" action="/admin-dashboard/payouts/files" className="flex flex-wrap items-end gap-3">
    <div className="w-56">
      <Select id="register-year" name="year" label={m.reportYear()} defaultValue={years[0]?.year}>
        {years.map(({ year, label }) => (
          <option key={year} value={year}>
            {label}
          </option>
        ))}
      </Select>
    </div>
    <Button type="submit" name="format" value="documents" variant="secondary">
      {m.downloadRegister()}
    </Button>
  </form>
)
