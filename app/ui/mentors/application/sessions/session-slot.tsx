/** One session of an application: its title and length when closed, its fields when open. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import { currencyIn, readPrice } from '#domain/mentors/price'
import * as m from '#messages/application'
import { currencySign, formatMoney } from '#words/prices'
import { formatDuration } from '#words/time'
import { Checkbox, Field, TextArea } from '../../../controls/field.tsx'
import { type ApplicationFields } from '../application-fields.ts'
import type { Grip } from './grip.ts'
import { ListButton } from '../../../forms/list-button.tsx'
import { type Typed, entryAt, fieldId } from '../../../forms/typed-fields.ts'
import { rich } from '../../../rich.tsx'

const USUAL_MINUTES = ['30', '45', '60', '90']

type SessionSlotProps = {
  fields: ApplicationFields
  place: number
  volunteer: boolean
  grip: Grip
  open: boolean
  onOpen: (open: boolean) => void
  /** Moves it up (−1) or down (+1). */
  onMove: (by: -1 | 1) => void
}

export function SessionSlot({ fields, place, volunteer, grip, open, onOpen, onMove }: SessionSlotProps) {
  const session = entryAt(fields.typed, 'sessions', place)
  const count = fields.keys.sessions.length
  const number = place + 1
  const key = fields.keys.sessions[place]!
  const wrong = Object.keys(fields.errors).some((name) => name.startsWith(`sessions.${place}.`))
  const body = `apply-sessions-${place}-fields`
  return (
    <li
      id={`apply-sessions-${place}`}
      data-open={open || undefined}
      className={`apply-slot line rounded-card ${grip.dragged === key ? 'bg-shoal-1' : ''} ${wrong ? 'border-danger' : ''}`}
    >
      <div className="flex min-h-14 items-center gap-1 ps-2 pe-1 sm:ps-3">
        <span
          {...grip.of(key)}
          aria-hidden="true"
          className="hidden h-11 cursor-grab touch-none items-center px-1 text-ink-2 scripted:flex"
        >
          <GripVertical size={18} strokeWidth={1.75} />
        </span>
        <span className="w-5 text-center font-semibold text-magenta">{number}</span>
        <span className="min-w-0 flex-1 py-1.5 ps-1">
          <span dir="auto" className="block truncate font-semibold">
            {session['title']?.trim() || m.sessionNumber({ number })}
          </span>
          <span className="apply-slot-facts block note">{describeSession(session, fields.typed, volunteer)}</span>
        </span>
        {count > 1 && (
          <>
            <ListButton
              intent={`up sessions ${place}`}
              name={m.moveSessionUp({ number })}
              disabled={place === 0}
              onPress={() => onMove(-1)}
              className="apply-slot-arrow"
            >
              <ArrowUp size={20} strokeWidth={1.75} aria-hidden="true" />
            </ListButton>
            <ListButton
              intent={`down sessions ${place}`}
              name={m.moveSessionDown({ number })}
              disabled={place === count - 1}
              onPress={() => onMove(1)}
              className="apply-slot-arrow"
            >
              <ArrowDown size={20} strokeWidth={1.75} aria-hidden="true" />
            </ListButton>
            <ListButton
              intent={`remove sessions ${place}`}
              name={m.removeSession({ number })}
              onPress={() => fields.remove('sessions', place)}
              className="apply-slot-arrow"
            >
              <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
            </ListButton>
          </>
        )}
        <button
          type="button"
          aria-label={open ? m.closeSession({ number }) : m.openSession({ number })}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => onOpen(!open)}
          className="hidden icon-button shrink-0 scripted:flex"
        >
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" className={open ? 'rotate-180' : ''} />
        </button>
      </div>
      <div id={body} className="apply-slot-fields border-t border-hair p-3 sm:p-4">
        <SlotFields fields={fields} place={place} volunteer={volunteer} />
      </div>
    </li>
  )
}

function SlotFields({ fields, place, volunteer }: { fields: ApplicationFields; place: number; volunteer: boolean }) {
  const at = (name: string) => `sessions.${place}.${name}`
  const { field, box, typed } = fields
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <input type="hidden" name={at('id')} value={typed[at('id')] ?? ''} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
        <div className="max-sm:col-span-2">
          <Field {...field(at('title'))} label={m.sessionTitle()} required maxLength={80} />
        </div>
        <Minutes fields={fields} name={at('minutes')} />
        <Field
          {...field(at('price'))}
          label={m.sessionPrice({ sign: currencySign(currencyIn(typed)) })}
          inputMode="decimal"
          placeholder={volunteer ? m.free() : (typed['price'] ?? '')}
          maxLength={12}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextArea {...field(at('description'))} label={m.sessionDescription()} optional rows={3} maxLength={1_000} />
        <TextArea {...field(at('leaveWith'))} label={m.whatYouLeaveWith()} optional rows={3} maxLength={300} />
      </div>
      <Checkbox
        {...box(at('touchesVisas'))}
        label={rich(m.touchesVisas({ note: (text) => <span className="text-ink-2">{text}</span> }))}
      />
    </div>
  )
}

/** The usual lengths, and the one that the session has. */
function Minutes({ fields, name }: { fields: ApplicationFields; name: string }) {
  const minutes = fields.typed[name] ?? '60'
  const choices = [...new Set([...USUAL_MINUTES, minutes])]
  const error = fields.errors[name]
  return (
    <fieldset id={fieldId(name)} tabIndex={-1} className="min-w-0 outline-none">
      <legend className="mb-1.5 font-semibold">
        {rich(m.duration({ unit: (text) => <span className="sr-only sm:not-sr-only">{text}</span> }))}
      </legend>
      <div className="segmented apply-minutes">
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === minutes}
              onChange={() => fields.change(name, choice)}
            />
            {choice}
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  )
}

/** "60 minutes, £50.00" */
function describeSession(session: Typed, typed: Typed, volunteer: boolean): string {
  const currency = currencyIn(typed)
  const price = volunteer ? 0 : readPrice(session['price']?.trim() || (typed['price'] ?? ''), currency)
  const words = price === 0 ? m.freeSession() : price && formatMoney(price, currency)
  return [formatDuration(Number(session['minutes'] ?? 60)), words].filter(Boolean).join(', ')
}
