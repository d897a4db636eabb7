/** Day, month and year as parts that arrow keys and digits change, in the order of the page's language. */
import { parseDate } from '@internationalized/date'
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { ReactAria } from '../../browser/react-aria.tsx'
import type { DateControlProps } from './date-field.tsx'

export default function DateSegments({ id, name, label, value, className, ...described }: DateControlProps) {
  return (
    <ReactAria>
      <DateField
        id={id}
        name={name}
        aria-label={label}
        {...(described['aria-describedby'] && { 'aria-describedby': described['aria-describedby'] })}
        defaultValue={value ? parseDate(value) : null}
        isRequired={described.required ?? false}
        isInvalid={described['aria-invalid'] === true}
        validationBehavior="aria"
        shouldForceLeadingZeros
      >
        <DateInput className={`${className} inline-flex items-center whitespace-nowrap`}>
          {(segment) => <DateSegment segment={segment} className="admin-date-segment" />}
        </DateInput>
      </DateField>
    </ReactAria>
  )
}
