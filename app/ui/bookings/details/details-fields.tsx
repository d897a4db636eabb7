import type { ChangeEvent } from 'react'
import { Field, TextArea } from '../../controls/field.tsx'
import { TEXT_FIELDS, type MenteeDetails } from './mentee-details.ts'

type DetailsFieldsProps = {
  typed: MenteeDetails
  /** What is wrong, by field name. */
  errors: Record<string, string>
  onType: (change: Partial<MenteeDetails>) => void
}

/** Name, email, phone and topic. */
export function DetailsFields({ typed, errors, onType }: DetailsFieldsProps) {
  const field = (name: (typeof TEXT_FIELDS)[number]) => ({
    id: `booking-${name}`,
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType({ [name]: event.target.value }),
  })
  return (
    <div className="form-fields sm:grid-cols-2 sm:items-start">
      <div className="sm:col-span-2">
        <Field {...field('name')} label="Full name" autoComplete="name" required maxLength={120} />
      </div>
      <Field
        {...field('email')}
        label="Email"
        hint="For your booking’s link. Your mentor never sees it."
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <Field
        {...field('phone')}
        label="Phone"
        hint="In case the video fails. Only your mentor sees it, from 24 hours before the session until 90 days after."
        type="tel"
        autoComplete="tel"
        required
        maxLength={40}
      />
      <div className="sm:col-span-2">
        <TextArea {...field('topic')} label="What would you like to talk about?" optional maxLength={500} rows={2} />
      </div>
    </div>
  )
}
