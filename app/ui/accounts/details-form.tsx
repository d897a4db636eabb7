/** The form for name, time zone and destination. It works without scripts. */
import { Form, useNavigation } from 'react-router'
import type { ZoneGroup } from '#domain/time/zone'
import { zoneCity } from '#domain/time/zone'
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import { Button } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import { useFocusFirst } from './focus-first.ts'

type DetailsFormProps = {
  typed: { name: string; timeZone: string; destination: string }
  fields: Record<string, string>
  zones: ZoneGroup[]
  countries: { code: string; name: string }[]
  /** True if the form shows what was typed earlier and is not saved yet. */
  draft: boolean
}

export function DetailsForm({ typed, fields, zones, countries, draft }: DetailsFormProps) {
  const form = useFocusFirst(fields)
  const { formAction, state } = useNavigation()
  const busy = state !== 'idle' && formAction === localPath('/account')
  const listed = zones.some((group) => group.zones.some(({ zone }) => zone === typed.timeZone))
  return (
    <Form ref={form} method="post" action="/account" noValidate className="form-fields">
      <Field
        id="account-name"
        name="name"
        label={m.name()}
        autoComplete="name"
        defaultValue={typed.name}
        error={fields['name']}
        required
        maxLength={120}
      />
      <Select
        id="account-zone"
        name="timeZone"
        label={m.timeZone()}
        hint={m.timeZoneHint()}
        defaultValue={typed.timeZone}
        error={fields['timeZone']}
      >
        <option value="">{m.sameAsBrowser()}</option>
        {typed.timeZone && !listed && <option value={typed.timeZone}>{zoneCity(typed.timeZone)}</option>}
        {zones.map((group) => (
          <optgroup key={group.region} label={group.region}>
            {group.zones.map(({ zone, city }) => (
              <option key={zone} value={zone}>
                {city}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Select
        id="account-destination"
        name="destination"
        label={m.whereMovingTo()}
        optional
        defaultValue={typed.destination}
        error={fields['destination']}
      >
        <option value="">{m.notDecided()}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <div className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? m.saving() : m.save()}
        </Button>
        {draft && (
          <Button type="submit" name="intent" value="discard" variant="secondary">
            {m.discardChanges()}
          </Button>
        )}
      </div>
    </Form>
  )
}
