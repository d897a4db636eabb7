/** The sessions that people can book, as their mentor edits them: one is open at a time. */
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import * as m from '#messages/application'
import { buttonClass } from '../../../controls/button.tsx'
import { MOST, type ApplicationFields } from '../application-fields.ts'
import { useGrip } from './grip.ts'
import { SessionSlot } from './session-slot.tsx'
import { Undo } from '../../../forms/undo.tsx'
import { fieldId } from '../../../forms/typed-fields.ts'

type SessionListProps = {
  fields: ApplicationFields
  volunteer: boolean
  /** The key of the open session; null when all are closed. */
  open: number | null
  onOpen: (key: number | null) => void
}

export function SessionList({ fields, volunteer, open, onOpen }: SessionListProps) {
  const { keys } = fields
  const [announced, setAnnounced] = useState('')
  const added = useRef(false)
  const arrow = useRef<{ place: number; by: -1 | 1 } | null>(null)

  // To the session that was just added.
  useEffect(() => {
    if (!added.current) return
    added.current = false
    const title = document.getElementById(fieldId(`sessions.${keys.sessions.length - 1}.title`))
    title?.focus()
    title?.scrollIntoView({ block: 'center' })
  }, [keys.sessions.length])

  // The arrow that was pressed lost the focus with its place in the document, or at the end of the list as it was disabled.
  useEffect(() => {
    if (!arrow.current) return
    const { place, by } = arrow.current
    arrow.current = null
    const [up, down] = document.querySelectorAll<HTMLElement>(`#apply-sessions-${place} .apply-slot-arrow`)
    const [pressed, other] = by < 0 ? [up, down] : [down, up]
    if (pressed?.matches(':enabled')) pressed.focus()
    else other?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each change of their order.
  }, [keys.sessions])

  const move = (from: number, to: number) => {
    if (to < 0 || to >= keys.sessions.length || from === to) return
    fields.move('sessions', from, to)
    setAnnounced(m.sessionMoved({ from: from + 1, to: to + 1, count: keys.sessions.length }))
  }
  const grip = useGrip(keys.sessions, move)
  return (
    <>
      <p className="font-semibold">{m.sessionCount({ count: keys.sessions.length, most: MOST.sessions })}</p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {keys.sessions.map((key, place) => (
          <SessionSlot
            key={key}
            {...{ fields, place, volunteer, grip }}
            open={open === key}
            onOpen={(wanted) => onOpen(wanted ? key : null)}
            onMove={(by) => {
              arrow.current = { place: place + by, by }
              move(place, place + by)
            }}
          />
        ))}
      </ol>
      <Undo fields={fields} list="sessions" what={m.sessionRemoved()} />
      <output className="sr-only">{announced}</output>
      {keys.sessions.length < MOST.sessions && (
        <div>
          <button
            type="submit"
            name="intent"
            value="add sessions"
            onClick={(event) => {
              event.preventDefault()
              onOpen(Math.max(-1, ...keys.sessions) + 1)
              added.current = true
              fields.add('sessions')
            }}
            className={buttonClass('secondary', 'border-dashed')}
          >
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            {m.addSession()}
          </button>
        </div>
      )}
    </>
  )
}
