/** The first step: personal details. */
import { zoneCity } from '#domain/time/zone'
import * as m from '#messages/application'
import { Field, Select, TextArea } from '../../controls/field.tsx'
import type { ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { CompletingField, completeLast, FoundField } from './completing-field.tsx'

export function StepYou({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  const { field, typed } = fields
  return (
    <div className="form-fields sm:grid-cols-2 sm:items-start">
      <Field {...field('name')} label={m.name()} autoComplete="name" required maxLength={120} />
      <Field {...field('experience')} label={m.experience()} inputMode="numeric" required maxLength={2} />
      <Field
        {...field('role')}
        label={m.role()}
        autoComplete="organization-title"
        placeholder={m.roleExample()}
        required
        maxLength={120}
      />
      <FoundField {...field('company')} label={m.company()} optional maxLength={120} from={{ field: 'institution' }} />
      <Field
        {...field('location')}
        label={m.whereYouLive()}
        placeholder={m.whereYouLiveExample()}
        required
        maxLength={120}
      />
      <ZoneSelect fields={fields} zones={offer.zones} />
      <div className="sm:col-span-2">
        <CompletingField
          {...field('languages', m.languagesHint())}
          label={m.languages()}
          options={completeLast(offer.languages, typed['languages'] ?? '')}
          required
          maxLength={500}
        />
      </div>
      <FoundField
        {...field('university')}
        label={m.university()}
        optional
        maxLength={160}
        from={{ field: 'institution' }}
      />
      <Field
        {...field('education')}
        label={m.education()}
        placeholder={m.educationExample()}
        optional
        maxLength={160}
      />
      <div className="sm:col-span-2">
        <Field
          {...field('linkedin')}
          label={m.linkedin()}
          type="url"
          inputMode="url"
          placeholder={m.linkedinExample()}
          optional
          maxLength={2_048}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea {...field('about', m.aboutHint())} label={m.about()} rows={5} required maxLength={4_000} />
      </div>
      <div className="sm:col-span-2">
        <TextArea {...field('whyMentor')} label={m.whyMentor()} rows={3} required maxLength={2_000} />
      </div>
    </div>
  )
}

function ZoneSelect({ fields, zones }: { fields: ApplicationFields; zones: ApplicationOffer['zones'] }) {
  const zone = fields.typed['timeZone'] ?? ''
  const listed = zones.some((group) => group.zones.some((each) => each.zone === zone))
  return (
    <Select {...fields.field('timeZone')} label={m.timeZone()} required>
      <option value="">{m.choose()}</option>
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
