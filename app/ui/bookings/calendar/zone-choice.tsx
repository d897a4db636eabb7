/** Says in which time zone times are shown, and lets the visitor choose another. Without scripts by a form with a plain list. */
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type MouseEvent,
} from 'react'
import { isTimeZone, zoneCity, type ZoneGroup, type ZonePlaces } from '#domain/time/zone'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { Button } from '../../controls/button.tsx'
import { zoneCookie, type Clock } from '../../time/clock.ts'
import { isPlainClick } from '../../browser/plain-click.ts'
import type { ZoneComboBox } from './zone-combo-box.tsx'

type ZoneChoiceProps = {
  clock: Clock
  /** False while the visitor's zone is unknown: then `clock` is the mentor's. */
  known: boolean
  /** The plain list, if the address asks for it. */
  zones: ZoneGroup[] | null
  /** The address of this step, to come back to without scripts. */
  here: string
  onZone: (zone: string) => void
}

type Search = { places: ZonePlaces[]; Box: ComponentType<ComponentProps<typeof ZoneComboBox>> }

/** The zones and the script that searches them. Both are loaded when a visitor wants to change the zone. */
async function loadSearch(): Promise<Search> {
  const [response, { ZoneComboBox: Box }] = await Promise.all([
    fetch(localPath('/zone')),
    import('./zone-combo-box.tsx'),
  ])
  const places = (await response.json()) as ZonePlaces[]
  return { places: places.filter(({ zone }) => isTimeZone(zone)), Box } // An old browser may not know a new zone.
}

export function ZoneChoice({ clock, known, zones, here, onZone }: ZoneChoiceProps) {
  const [search, setSearch] = useState<Search | null>(null)
  const [state, setState] = useState<'shown' | 'loading' | 'failed' | 'chosen'>('shown')
  const link = useRef<HTMLAnchorElement>(null)

  // The field that had the focus has just gone.
  useEffect(() => {
    if (state === 'chosen') link.current?.focus()
  }, [state])

  const ask = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setState('loading')
    try {
      setSearch(await loadSearch())
      setState('shown')
    } catch {
      setState('failed')
    }
  }
  const choose = (chosen: string) => {
    document.cookie = zoneCookie(chosen)
    setSearch(null)
    setState('chosen')
    onZone(chosen)
  }
  if (search) return <search.Box places={search.places} onZone={choose} />
  if (zones) return <PlainList zone={clock.timeZone} zones={zones} here={here} onChoose={choose} />
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-ink-2">
      <p>{known ? m.yourTimeAt({ place: clock.place }) : m.mentorsTimeAt({ place: clock.place })}</p>
      <p className="text-sm">
        <a
          ref={link}
          href={localPath(`${here}${here.includes('?') ? '&' : '?'}zones=all#booking-zone`)}
          onClick={ask}
          aria-label={known ? m.changeTimeZone() : m.chooseTimeZone()}
          className="link inline-block min-h-6 leading-6"
        >
          {known ? m.change() : m.chooseYours()}
        </a>
      </p>
      {state === 'loading' && <output className="w-full text-sm">{m.loadingTimeZones()}</output>}
      {state === 'failed' && (
        <p role="alert" className="w-full text-sm">
          {m.listNotLoaded()}
        </p>
      )}
    </div>
  )
}

type PlainListProps = { zone: string; zones: ZoneGroup[]; here: string; onChoose: (zone: string) => void }

function PlainList({ zone, zones, here, onChoose }: PlainListProps) {
  const listed = zones.some((group) => group.zones.some((option) => option.zone === zone))
  const use = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('zone')
    if (typeof chosen === 'string') onChoose(chosen)
  }
  return (
    <form method="post" action={localPath('/zone')} onSubmit={use} className="mt-1 grid gap-2">
      <input type="hidden" name="back" value={here} />
      <label htmlFor="booking-zone" className="text-sm font-semibold">
        {m.yourTimeZone()}
      </label>
      <div className="flex gap-2">
        <select id="booking-zone" name="zone" defaultValue={zone} className="text-box min-h-11 min-w-0 px-2">
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
          {m.takeTimeZone()}
        </Button>
      </div>
    </form>
  )
}
