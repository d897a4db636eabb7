/** The third step: prices, and the sessions that people can book. One is open at a time. */
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import type { RightToEarn } from '#domain/mentors/content'
import { formatPrice } from '#domain/payments/money'
import { buttonClass } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { fieldId, MOST, type ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { SessionSlot } from './session-slot.tsx'
import { Undo } from './undo.tsx'
import { useGrip } from './grip.ts'

type StepSessionsProps = {
  fields: ApplicationFields
  offer: ApplicationOffer
  /** The key of the open session; null when all are closed. */
  open: number | null
  onOpen: (key: number | null) => void
}

export function StepSessions({ fields, offer, open, onOpen }: StepSessionsProps) {
  const { keys, typed } = fields
  const volunteer = typed['rightToEarn'] === 'no' || typed['rightToEarn'] === 'not_sure'
  const [told, setTold] = useState('')
  const added = useRef(false)

  // To the session that was just added.
  useEffect(() => {
    if (!added.current) return
    added.current = false
    const title = document.getElementById(fieldId(`sessions.${keys.sessions.length - 1}.title`))
    title?.focus()
    title?.scrollIntoView({ block: 'center' })
  }, [keys.sessions.length])

  const move = (from: number, to: number) => {
    if (to < 0 || to >= keys.sessions.length || from === to) return
    fields.move('sessions', from, to)
    setTold(`Session ${from + 1} is now number ${to + 1} of ${keys.sessions.length}.`)
  }
  const grip = useGrip(keys.sessions, move)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RightToEarnChoice fields={fields} />
      <div className="max-w-72">
        <Field
          {...fields.field(
            'price',
            volunteer
              ? 'Your sessions are free, whatever stands here.'
              : `0, or ${formatPrice(offer.bounds.least)} to ${formatPrice(offer.bounds.most)}. A session may have its own.`,
          )}
          label="Price of a session (£)"
          inputMode="decimal"
          placeholder="45.00"
          required
          maxLength={12}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {keys.sessions.length} of up to {MOST.sessions} {keys.sessions.length === 1 ? 'session' : 'sessions'}
        </p>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {keys.sessions.map((key, place) => (
          <SessionSlot
            key={key}
            {...{ fields, place, volunteer, grip }}
            open={open === key}
            onOpen={(wanted) => onOpen(wanted ? key : null)}
            onMove={(by) => move(place, place + by)}
          />
        ))}
      </ol>
      <Undo fields={fields} list="sessions" what="The session was removed." />
      <output className="sr-only">{told}</output>
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
            Add a session
          </button>
        </div>
      )}
    </div>
  )
}

const RIGHTS: [RightToEarn, string][] = [
  ['yes', 'Yes'],
  ['not_sure', 'I am not sure'],
  ['no', 'No'],
]

function RightToEarnChoice({ fields }: { fields: ApplicationFields }) {
  const { typed, errors, change } = fields
  const id = fieldId('rightToEarn')
  const error = errors['rightToEarn']
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-hint`} className="min-w-0 outline-none">
      <legend className="mb-1.5 font-semibold">May you earn money where you live?</legend>
      <div className="segmented">
        {RIGHTS.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="rightToEarn"
              value={value}
              checked={typed['rightToEarn'] === value}
              onChange={() => change('rightToEarn', value)}
            />
            {label}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 note">
        A student visa may forbid paid work. Unless you say yes, you mentor as a volunteer: your sessions cost nothing.
      </p>
      {error && <p className="mt-1 text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  )
}
