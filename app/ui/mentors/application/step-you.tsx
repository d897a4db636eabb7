/** The first step: personal details. */
import { zoneCity } from '#domain/time/zone'
import { Field, Select, TextArea } from '../../controls/field.tsx'
import type { ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { CompletingField, completeLast, FoundField } from './completing-field.tsx'

export function StepYou({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  const { field, typed } = fields
  return (
    <div className="form-fields sm:grid-cols-2 sm:items-start">
      <Field {...field('name')} label="Name" autoComplete="name" required maxLength={120} />
      <Field {...field('experience')} label="Experience, in years" inputMode="numeric" required maxLength={2} />
      <Field
        {...field('role')}
        label="Role"
        autoComplete="organization-title"
        placeholder="Civil Engineer"
        required
        maxLength={120}
      />
      <FoundField {...field('company')} label="Company" optional maxLength={120} from={{ field: 'institution' }} />
      <Field {...field('location')} label="Where you live" placeholder="Berlin, Germany" required maxLength={120} />
      <ZoneSelect fields={fields} zones={offer.zones} />
      <div className="sm:col-span-2">
        <CompletingField
          {...field('languages', 'Separated by commas.')}
          label="Languages you mentor in"
          options={completeLast(offer.languages, typed['languages'] ?? '')}
          required
          maxLength={500}
        />
      </div>
      <FoundField
        {...field('university')}
        label="University"
        optional
        maxLength={160}
        from={{ field: 'institution' }}
      />
      <Field {...field('education')} label="Education" placeholder="BSc Physiotherapy" optional maxLength={160} />
      <div className="sm:col-span-2">
        <Field
          {...field('linkedin')}
          label="LinkedIn"
          type="url"
          inputMode="url"
          placeholder="https://www.linkedin.com/in/ada"
          optional
          maxLength={2_048}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          {...field('about', 'Your story in a few sentences. It’s the first thing people read.')}
          label="About you"
          rows={5}
          required
          maxLength={4_000}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea {...field('whyMentor')} label="Why you want to mentor" rows={3} required maxLength={2_000} />
      </div>
    </div>
  )
}

function ZoneSelect({ fields, zones }: { fields: ApplicationFields; zones: ApplicationOffer['zones'] }) {
  const zone = fields.typed['timeZone'] ?? ''
  const listed = zones.some((group) => group.zones.some((each) => each.zone === zone))
  return (
    <Select {...fields.field('timeZone')} label="Time zone" required>
      <option value="">Choose</option>
      {zone && !listed && <option value={zone}>{zoneCity(zone)}</option>}
      {zones.map((group) => (
        <optgroup key={group.region} label={group.region}>
          {group.zones.map((each) => (
            <option key={each.zone} value={each.zone}>
              {each.city}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
