/** A time zone, found by typing a city or a country. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox'
import type { ZonePlaces } from '#domain/time/zone'
import * as m from '#messages/bookings'
import { ReactAria } from '../../browser/react-aria.tsx'
import { findZones, type FoundZone } from './zone-search.ts'

type ZoneComboBoxProps = { places: ZonePlaces[]; onZone: (zone: string) => void }

export function ZoneComboBox({ places, onZone }: ZoneComboBoxProps) {
  const [typed, setTyped] = useState('')
  const [dialog, setDialog] = useState<Element | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const found = findZones(places, typed)

  useEffect(() => {
    setDialog(box.current?.closest('dialog') ?? null)
    box.current?.scrollIntoView({ block: 'center' }) // The list opens below, where a phone has little room.
  }, [])

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const open = event.currentTarget.querySelector('input[aria-expanded=true]')
    if (!open) return
    // The first Escape closes the list, the next one the dialog around it.
    if (event.key === 'Escape') event.preventDefault()
    // Enter takes the best match while no item of the list is active.
    const [best] = found
    if (event.key !== 'Enter' || !best || !typed.trim() || open.hasAttribute('aria-activedescendant')) return
    event.preventDefault()
    event.stopPropagation()
    onZone(best.zone)
  }
  return (
    <ReactAria>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It hears the keys of the field inside. */}
      <div ref={box} onKeyDownCapture={press} className="mt-1">
        <ComboBox
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The visitor has just opened this field.
          autoFocus
          allowsEmptyCollection
          menuTrigger="input"
          items={found}
          inputValue={typed}
          onInputChange={setTyped}
          onChange={(zone) => {
            if (typeof zone === 'string') onZone(zone)
          }}
          className="grid gap-1.5"
        >
          <Label className="text-sm font-semibold">{m.yourTimeZone()}</Label>
          <div className="relative">
            <Input placeholder={m.typeCityOrCountry()} className="text-box min-h-11 ps-3 pe-11" />
            <Button className="absolute inset-y-0 inset-e-0 flex w-11 cursor-pointer items-center justify-center">
              <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </div>
          <Popover
            offset={4}
            maxHeight={280}
            {...(dialog ? { UNSTABLE_portalContainer: dialog } : {})}
            className="line w-(--trigger-width) overflow-auto rounded-control bg-deep shadow-dialog"
          >
            <ListBox<FoundZone> renderEmptyState={NothingFound} className="outline-none">
              {(found) => <ZoneItem id={found.zone} found={found} />}
            </ListBox>
          </Popover>
        </ComboBox>
      </div>
    </ReactAria>
  )
}

/** React Aria takes the key of an item from its `id`. */
function ZoneItem({ id, found: { name, detail } }: { id: string; found: FoundZone }) {
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      className="grid min-h-11 cursor-pointer content-center border-b border-hair px-3 py-1.5 last:border-0 data-focused:bg-shoal-2 forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText] forced-colors:data-focused:forced-color-adjust-none"
    >
      <span className="font-semibold">{name}</span>
      <span className="note forced-colors:text-inherit">{detail}</span>
    </ListBoxItem>
  )
}

function NothingFound() {
  return <p className="px-3 py-2.5 note">{m.noZoneMatch()}</p>
}
