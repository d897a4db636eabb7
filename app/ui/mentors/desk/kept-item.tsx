/**
 * A start, a date or a trip that is kept while its box is ticked. Taking it away strikes it through, and it can come
 * back until the hours are saved.
 */
import Undo from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { HoursItem, NamedItem } from './hours-page.ts'

type List = 'starts' | 'dates' | 'trips'

/** `name`: for screen readers, which hear whether it is ticked. */
export function KeptChip({
  list,
  item,
  name,
  children,
}: {
  list: List
  item: HoursItem
  name: string
  children: ReactNode
}) {
  return (
    <label className={`start-chip ${item.isNew ? 'new' : ''}`}>
      <Box list={list} item={item} name={name} />
      <span className="text" aria-hidden="true">
        {children}
      </span>
      <Signs size={14} />
    </label>
  )
}

export function KeptRow({ list, item, place = false }: { list: List; item: NamedItem; place?: boolean }) {
  return (
    <label className={`kept-row ${item.isNew ? 'new' : ''}`}>
      <Box list={list} item={item} name={`${item.name}, ${item.text}`} />
      <span aria-hidden="true" className={place ? 'name font-place text-base italic' : 'name font-semibold'}>
        {item.name}
      </span>
      <span aria-hidden="true" className="text">
        {item.text}
      </span>
      <Signs size={16} />
    </label>
  )
}

function Box({ list, item, name }: { list: List; item: HoursItem; name: string }) {
  return (
    <>
      <input type="checkbox" name={list} value={item.value} defaultChecked={item.kept} aria-label={name} />
      {item.isNew && <input type="hidden" name={`added-${list}`} value={item.value} />}
    </>
  )
}

function Signs({ size }: { size: number }) {
  return (
    <>
      <X size={size} strokeWidth={1.75} aria-hidden="true" className="cross shrink-0" />
      <Undo size={size} strokeWidth={1.75} aria-hidden="true" className="back directional shrink-0" />
    </>
  )
}
