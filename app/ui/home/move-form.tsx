/**
 * “I am moving from … to …”: a form to the list of mentors. With scripts each choice also redraws the chart above and says how
 * many made that move, by an address of the home page, so that it is drawn where all charts are.
 */
import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import * as m from '#messages/home'
import { Button, ButtonLink } from '../controls/button.tsx'
import type { Hero, PlaceChoice } from './hero.ts'

export function MoveForm({ hero: { from, to, origins, destinations, count, note } }: { hero: Hero }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const isTakenUp = useRef(false)
  useEffect(() => {
    const { moving_from: origin, moving_to: destination } = form.current!.elements as unknown as Selects
    const differs = origin.value !== (from ?? '') || destination.value !== (to ?? '')
    if (differs && !isTakenUp.current) redraw() // Chosen before the scripts ran.
    if (differs && isTakenUp.current) {
      // The address was left by a link.
      origin.value = from ?? ''
      destination.value = to ?? ''
    }
    isTakenUp.current = true
    // oxlint-disable-next-line react/exhaustive-deps -- `redraw` reads the form as it is.
  }, [from, to])

  function redraw() {
    const named = [...new FormData(form.current!)].filter(([, value]) => value !== '') as [string, string][]
    void submit(new URLSearchParams(named), { action: '/', replace: true, preventScrollReset: true })
  }

  return (
    <Form action="/mentors" ref={form} onChange={redraw} className="hero-move">
      <Place label={m.movingFrom()} name="moving_from" choices={origins} chosen={from} />
      <Place label={m.movingTo()} name="moving_to" choices={destinations} chosen={to} />
      <output className="hero-count">
        <b>{count}</b>
        <span>{note}</span>
      </output>
      <div className="grid gap-3 sm:flex">
        <Button type="submit" className="px-5">
          {m.findAMentor()}
        </Button>
        <ButtonLink to="/mentors?open=how-it-works" variant="secondary" className="px-5">
          {m.howItWorks()}
        </ButtonLink>
      </div>
    </Form>
  )
}

type Selects = { moving_from: HTMLSelectElement; moving_to: HTMLSelectElement }
type PlaceProps = { label: string; name: string; choices: PlaceChoice[]; chosen: string | null }

function Place({ label, name, choices, chosen }: PlaceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen ?? ''}>
        <option value="">{m.anywhere()}</option>
        {choices.map(([code, country]) => (
          <option key={code} value={code}>
            {country}
          </option>
        ))}
      </select>
    </label>
  )
}
