/** A list of a proposal as its proposer edits it: add, remove, and move up or down, with and without scripts. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import * as m from '#messages/cohorts'
import { buttonClass } from '../../controls/button.tsx'
import { Field, TextArea } from '../../controls/field.tsx'
import { ListButton } from '../../forms/list-button.tsx'
import { Undo } from '../../forms/undo.tsx'
import { rich } from '../../rich.tsx'
import { LIST_WORDS, type ProposalFields, type ProposalList } from './proposal-fields.ts'

type EntryListProps = { fields: ProposalFields; list: ProposalList }

export function EntryList({ fields, list }: EntryListProps) {
  const { title, hint, max } = LIST_WORDS[list]
  const keys = fields.keys[list]
  const [announced, setAnnounced] = useState('')
  const next = useRef<{ place: number; arrow: -1 | 0 | 1 } | null>(null)

  // Into the entry that was added, or back to the arrow that was pressed: it lost the focus when it moved or was disabled.
  useEffect(() => {
    if (!next.current) return
    const { place, arrow } = next.current
    next.current = null
    const at = document.getElementById(`apply-${list}-${place}`)
    if (arrow === 0) at?.querySelector<HTMLElement>('input, textarea')?.focus()
    const [up, down] = at?.querySelectorAll<HTMLElement>('.typed-entry-arrow') ?? []
    const [pressed, other] = arrow < 0 ? [up, down] : [down, up]
    if (arrow !== 0) (pressed?.matches(':enabled') ? pressed : other)?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each change of their order.
  }, [keys, list])

  const move = (from: number, arrow: -1 | 1) => {
    next.current = { place: from + arrow, arrow }
    fields.move(list, from, from + arrow)
    setAnnounced(m.entryMoved({ list, number: from + arrow + 1, count: keys.length }))
  }
  return (
    <section id={`apply-${list}`} aria-labelledby={`apply-${list}-title`} className="grid scroll-mt-6 gap-4">
      <div>
        <h3 id={`apply-${list}-title`} className="text-xl">
          {title()}
        </h3>
        <p className="mt-1 note">{hint()}</p>
      </div>
      <ol className="grid gap-3">
        {keys.map((key, place) => (
          <li key={key} id={`apply-${list}-${place}`} className="typed-entry line scroll-mt-6 rounded-card">
            <div className="flex min-h-12 items-center gap-1 border-b border-hair ps-4 pe-1">
              <span className="min-w-0 flex-1 font-semibold">{m.entryTitle({ list, number: place + 1 })}</span>
              <ListButton
                intent={`up ${list} ${place}`}
                name={m.moveEntryUp({ list, number: place + 1 })}
                disabled={place === 0}
                onPress={() => move(place, -1)}
                className="typed-entry-arrow"
              >
                <ArrowUp size={20} strokeWidth={1.75} aria-hidden="true" />
              </ListButton>
              <ListButton
                intent={`down ${list} ${place}`}
                name={m.moveEntryDown({ list, number: place + 1 })}
                disabled={place === keys.length - 1}
                onPress={() => move(place, 1)}
                className="typed-entry-arrow"
              >
                <ArrowDown size={20} strokeWidth={1.75} aria-hidden="true" />
              </ListButton>
              <ListButton
                intent={`remove ${list} ${place}`}
                name={m.removeEntry({ list, number: place + 1 })}
                onPress={() => fields.remove(list, place)}
              >
                <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
              </ListButton>
            </div>
            <EntryFields fields={fields} list={list} place={place} />
          </li>
        ))}
      </ol>
      <Undo fields={fields} list={list} what={m.entryRemoved({ list })} />
      <output className="sr-only">{announced}</output>
      {keys.length < max && (
        <div>
          <button
            type="submit"
            name="intent"
            value={`add ${list}`}
            onClick={(event) => {
              event.preventDefault()
              next.current = { place: keys.length, arrow: 0 }
              fields.add(list)
            }}
            className={buttonClass('secondary', 'border-dashed')}
          >
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            {m.addEntry({ list })}
          </button>
        </div>
      )}
    </section>
  )
}

function EntryFields({ fields, list, place }: EntryListProps & { place: number }) {
  return (
    <div className="grid items-start gap-4 p-4 sm:grid-cols-2">
      {LIST_WORDS[list].fields.map(({ name, label, kind, max }) => {
        const at = fields.field(`${list}.${place}.${name}`)
        const shown = {
          ...at,
          maxLength: max,
          label: rich(
            m.entryField({
              field: label(),
              list,
              number: place + 1,
              hidden: (text) => <span className="sr-only">{text}</span>,
            }),
          ),
        }
        if (kind !== 'text') {
          const type = { line: 'text', date: 'date', address: 'url' }[kind]
          return (
            <Field
              key={name}
              {...shown}
              type={type}
              placeholder={kind === 'address' ? m.addressExample() : undefined}
            />
          )
        }
        return (
          <div key={name} className="sm:col-span-2">
            <TextArea {...shown} optional rows={2} />
          </div>
        )
      })}
    </div>
  )
}
