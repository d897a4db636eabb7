/** The second step: the moves made, and what the applicant can help with. */
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef } from 'react'
import { MAX_TOPICS, MOVE_PURPOSES, type MovePurpose } from '#domain/mentors/content'
import * as m from '#messages/application'
import { buttonClass } from '../../controls/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../../controls/field.tsx'
import { MOST, type ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { FoundField } from './completing-field.tsx'
import { ListButton } from '../../forms/list-button.tsx'
import { Undo } from '../../forms/undo.tsx'
import { fieldId } from '../../forms/typed-fields.ts'
import { rich } from '../../rich.tsx'

const PURPOSES: Record<MovePurpose, () => string> = {
  study: m.purposeStudy,
  work: m.purposeWork,
  family: m.purposeFamily,
  other: m.purposeOther,
}

export function StepMove({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  const { keys } = fields
  const added = useRef(false)

  // To the move that was just added.
  useEffect(() => {
    if (!added.current) return
    added.current = false
    const first = document.getElementById(fieldId(`moves.${keys.moves.length - 1}.fromCountry`))
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }, [keys.moves.length])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {keys.moves.map((key, place) => (
        <Move key={key} place={place} fields={fields} countries={offer.countries} />
      ))}
      <Undo fields={fields} list="moves" what={m.moveRemoved()} />
      {keys.moves.length < MOST.moves && (
        <div>
          <button
            type="submit"
            name="intent"
            value="add moves"
            onClick={(event) => {
              event.preventDefault()
              added.current = true
              fields.add('moves')
            }}
            className={buttonClass('secondary', 'border-dashed')}
          >
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            {m.addMove()}
          </button>
        </div>
      )}
      <TextArea
        {...fields.field('helpWith', m.helpWithHint())}
        label={m.helpWith()}
        placeholder={m.helpWithExample()}
        rows={2}
        required
      />
      <Topics fields={fields} topics={offer.topics} />
    </div>
  )
}

type MoveProps = { place: number; fields: ApplicationFields; countries: ApplicationOffer['countries'] }

function Move({ place, fields, countries }: MoveProps) {
  const at = (name: string) => `moves.${place}.${name}`
  const { field, typed } = fields
  const end = (which: 'from' | 'to', names: [country: string, city: string]) => (
    <>
      <Select {...field(at(`${which}Country`))} label={names[0]} required>
        <option value="">{m.choose()}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <FoundField
        {...field(at(`${which}City`))}
        label={names[1]}
        required
        maxLength={80}
        from={{ field: 'city', country: typed[at(`${which}Country`)] ?? '' }}
      />
    </>
  )
  return (
    <fieldset
      id={`apply-moves-${place}`}
      aria-labelledby={`apply-moves-${place}-name`}
      className="line min-w-0 rounded-card px-4 pt-2 pb-5 sm:px-5"
    >
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <h3 id={`apply-moves-${place}-name`}>{m.moveNumber({ number: place + 1 })}</h3>
        {fields.keys.moves.length > 1 && (
          <ListButton
            intent={`remove moves ${place}`}
            name={m.removeMove({ number: place + 1 })}
            onPress={() => fields.remove('moves', place)}
          >
            <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
          </ListButton>
        )}
      </div>
      <div className="form-fields sm:grid-cols-2 sm:items-start">
        {end('from', [m.fromCountry(), m.fromCity()])}
        {end('to', [m.toCountry(), m.toCity()])}
        <Select {...field(at('purpose'))} label={m.whyYouMoved()} required>
          {MOVE_PURPOSES.map((purpose) => (
            <option key={purpose} value={purpose}>
              {PURPOSES[purpose]()}
            </option>
          ))}
        </Select>
        <Field {...field(at('year'))} label={m.year()} inputMode="numeric" placeholder="2021" required maxLength={4} />
        <div className="sm:col-span-2">
          <FoundField
            {...field(at('institution'))}
            label={m.institution()}
            optional
            maxLength={160}
            from={{ field: 'institution' }}
          />
        </div>
      </div>
    </fieldset>
  )
}

function Topics({ fields, topics }: { fields: ApplicationFields; topics: ApplicationOffer['topics'] }) {
  const chosen = (fields.typed['topics'] ?? '').split(',').filter(Boolean)
  const toggle = (code: string, on: boolean) =>
    fields.change('topics', (on ? [...chosen, code] : chosen.filter((other) => other !== code)).join(','))
  const error = fields.errors['topics']
  return (
    <fieldset id={fieldId('topics')} tabIndex={-1} className="min-w-0 outline-none">
      <legend className="font-semibold">
        {rich(
          m.topicsUpTo({ most: MAX_TOPICS, note: (text) => <span className="font-normal text-ink-2">{text}</span> }),
        )}
      </legend>
      {error && <p className="mt-1 text-sm font-medium text-danger">{error}</p>}
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {[...Map.groupBy(topics, ({ group }) => group)].map(([group, listed]) => (
          <div key={group} className="mt-2">
            <p className="note">{group}</p>
            {listed.map(({ code, label }) => (
              <Checkbox
                key={code}
                id={`apply-topic-${code}`}
                name="topics"
                value={code}
                label={label}
                checked={chosen.includes(code)}
                disabled={!chosen.includes(code) && chosen.length >= MAX_TOPICS}
                onChange={(event) => toggle(code, event.target.checked)}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
