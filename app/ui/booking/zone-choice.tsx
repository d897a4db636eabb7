/** In whose time the times are, and a way to choose another. A form that works by itself. */
import { useState, type FormEvent, type MouseEvent } from 'react'
import { zoneCity } from '#domain/zone'
import { Button } from '../button.tsx'
import { isPlainClick } from './book-link.tsx'
import type { ZoneGroup } from './zones.ts'

const YEAR = 31_536_000 // Seconds.

type ZoneChoiceProps = {
  zone: string
  /** False: nobody told the visitor's zone, so this is the mentor's. */
  known: boolean
  /** The list, where the address already asked for it. */
  zones: ZoneGroup[] | null
  /** This place's address, to come back to without scripts. */
  here: string
  onZone: (zone: string) => void
}

export function ZoneChoice({ zone, known, zones: given, here, onZone }: ZoneChoiceProps) {
  const [fetched, setFetched] = useState<ZoneGroup[] | null>(null)
  const [failed, setFailed] = useState(false)
  const zones = fetched ?? given

  const ask = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setFailed(false)
    try {
      setFetched((await (await fetch('/zone')).json()) as ZoneGroup[])
    } catch {
      setFailed(true)
    }
  }
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('zone')
    if (typeof chosen !== 'string') return
    rememberZone(chosen)
    setFetched(null)
    onZone(chosen)
  }
  if (!zones) {
    return (
      <p className="text-sm text-ink-2">
        {known ? `Not in ${zoneCity(zone)}? ` : `${zoneCity(zone)} is the mentor’s time. `}
        <a
          href={`${here}${here.includes('?') ? '&' : '?'}zones=all#booking-zone`}
          onClick={ask}
          className="link inline-flex min-h-6 items-center"
        >
          {known ? 'Change time zone' : 'Choose your time zone'}
        </a>
        {failed && <span role="alert"> The list could not be loaded. Try again.</span>}
      </p>
    )
  }
  const listed = zones.some((group) => group.zones.some((option) => option.zone === zone))
  return (
    <form method="post" action="/zone" onSubmit={choose} className="grid gap-2">
      <input type="hidden" name="back" value={here} />
      <label htmlFor="booking-zone" className="text-sm font-semibold">
        Your time zone
      </label>
      <div className="flex gap-2">
        <select
          id="booking-zone"
          name="zone"
          defaultValue={zone}
          className="line min-h-11 w-full min-w-0 rounded-control bg-deep px-2"
        >
          {!listed && <option value={zone}>{zoneCity(zone)}</option>}
          {zones.map((group) => (
            <optgroup key={group.region} label={group.region}>
              {group.zones.map((option) => (
                <option key={option.zone} value={option.zone}>
                  {option.city}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Button type="submit" variant="secondary">
          Use
        </Button>
      </div>
    </form>
  )
}

function rememberZone(zone: string): void {
  document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
}
