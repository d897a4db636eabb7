import type { ZoneGroup } from '#domain/time/zone'

/** Every zone by its city, grouped by region, for a plain list. */
export function ZoneOptions({ zones }: { zones: ZoneGroup[] }) {
  return zones.map((group) => (
    <optgroup key={group.region} label={group.region}>
      {group.zones.map(({ zone, city }) => (
        <option key={zone} value={zone}>
          {city}
        </option>
      ))}
    </optgroup>
  ))
}
