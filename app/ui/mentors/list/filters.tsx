/** The filters of the list: native controls of one form. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../controls/button.tsx'
import { Segmented } from '../../controls/segmented.tsx'
import { rich } from '../../rich.tsx'
import * as m from '#messages/mentors'
import { currencySign, formatCurrencyName } from '#words/prices'
import type { Choice, Facet, MentorList } from './mentor-list.ts'

/** How many choices of a long facet are shown before it is opened. */
const FOLDED_COUNT = 4
/** How many more an open facet shows. Any other country is found by typing it. */
const MAX_UNFOLDED = 60
/** The id of the popover that the filters are on a phone. */
const SHEET = 'filters'

/** A column beside the list; on a narrow window a sheet, which browsers open and close without a script. */
export function Filters({ list, onLeave }: { list: MentorList; onLeave: () => void }) {
  const sheet = useRef<HTMLElement>(null)
  const { criteria, steps, prices, facets, chips, clear, total } = list
  const close = () => sheet.current?.hidePopover?.()
  useEffect(() => {
    const element = sheet.current!
    // Nothing behind the sheet is to take the focus unseen.
    const onLeaving = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.hidePopover?.()
    }
    element.addEventListener('focusout', onLeaving)
    return () => element.removeEventListener('focusout', onLeaving)
  }, [])
  const [first, ...others] = facets
  const renderFacet = (facet: Facet) => (
    <FacetChoices key={facet.filter} facet={facet} chosen={criteria.choices[facet.filter] ?? []} />
  )
  return (
    <>
      <button type="button" popoverTarget={SHEET} className="filters-open">
        {chips.length > 0 ? m.filtersCount({ count: chips.length }) : m.filters()}
      </button>
      <section ref={sheet} id={SHEET} popover="auto" aria-labelledby="filters-title" className="filters">
        <div className="filters-head">
          <h2 id="filters-title" className="text-xl">
            {m.filters()}
          </h2>
          {clear && (
            <Link to={clear} preventScrollReset onClick={onLeave} className="tall-link ms-auto font-semibold">
              {m.clearAll()}
            </Link>
          )}
          <button
            type="button"
            popoverTarget={SHEET}
            popoverTargetAction="hide"
            aria-label={m.close()}
            className="icon-button"
          />
        </div>
        <div className="filters-body">
          {first && renderFacet(first)}
          <Segmented
            legend={m.minimumExperience()}
            name="experience"
            options={stepOptions(steps.experience, criteria.experience, m.stepInYears)}
            defaultValue={String(criteria.experience ?? '')}
          />
          {others.map(renderFacet)}
          <fieldset>
            <legend className="mb-1.5 font-semibold">{m.priceTitle()}</legend>
            <div className="flex items-center gap-2">
              <PriceBound
                currency={list.currency}
                label={m.lowestPrice()}
                name="price_min"
                value={criteria.least}
                hint={prices?.least}
              />
              <span aria-hidden="true">{m.priceTo()}</span>
              <PriceBound
                currency={list.currency}
                label={m.highestPrice()}
                name="price_max"
                value={criteria.most}
                hint={prices?.most}
              />
            </div>
          </fieldset>
          <Segmented
            legend={m.freeWithin()}
            name="free"
            options={stepOptions(steps.free, criteria.free, m.stepInDays)}
            defaultValue={String(criteria.free ?? '')}
          />
        </div>
        <div className="filters-foot">
          <button
            type="submit"
            onClick={(event) => {
              event.preventDefault() // Each choice has been sent already.
              close()
            }}
            className={buttonClass('primary', 'min-h-12 w-full')}
          >
            <span className="scripted:hidden">{m.applyFilters()}</span>
            <span className="hidden scripted:inline">{m.showMentors({ count: total })}</span>
          </button>
        </div>
      </section>
    </>
  )
}

const hidden = (text: string) => <span className="sr-only">{text}</span>

type StepWords = (step: { count: number; hidden: typeof hidden }) => ReactNode[]

function stepOptions(steps: [number, number][], chosen: number | null, words: StepWords) {
  return [
    { value: '', label: m.any() },
    ...steps.map(([step, count]) => ({
      value: String(step),
      label: rich(words({ count: step, hidden })),
      disabled: count === 0 && chosen !== step,
    })),
  ]
}

type PriceBoundProps = { currency: string; label: string; name: string; value: number | null; hint: number | undefined }

function PriceBound({ currency, label, name, value, hint }: PriceBoundProps) {
  const sign = currencySign(currency)
  return (
    <label className="relative flex-1">
      <span className="sr-only">{m.inCurrency({ label, currency: formatCurrencyName(currency) })}</span>
      <span aria-hidden="true" className="absolute top-1/2 inset-s-3 -translate-y-1/2 text-ink-2">
        {sign}
      </span>
      <input
        type="number"
        name={name}
        min={0}
        max={999_999_999}
        defaultValue={value ?? ''}
        placeholder={hint?.toString()}
        className={`text-box min-h-11 pe-2 tabular-nums ${sign.length > 1 ? 'ps-12' : 'ps-7'}`}
      />
    </label>
  )
}

type FacetChoicesProps = { facet: Facet; chosen: string[] }

function FacetChoices({ facet: { filter, title, choices, groups, isOpen = false }, chosen }: FacetChoicesProps) {
  // Which choices are above the fold is decided when the page opens, so that nothing moves while a reader chooses.
  const [pinned] = useState(chosen)
  const isPinned = ([value]: Choice) => pinned.includes(value)
  const items = (within: Choice[]) => (
    <ul>
      {within.map((choice) => (
        <FacetChoice key={choice[0]} name={filter} choice={choice} chosen={chosen.includes(choice[0])} />
      ))}
    </ul>
  )
  const fold = (summary: string, within: Choice[], open: boolean) => (
    <Fold key={summary} name={filter} summary={summary} open={open || isOpen}>
      {() => items(within)}
    </Fold>
  )
  const sorted = choices.toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
  const folded = Math.max(FOLDED_COUNT, pinned.length)
  const rest = sorted.slice(folded, folded + MAX_UNFOLDED)
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {groups
        ? groups.map(([heading, within]) => fold(heading, within, within.some(isPinned)))
        : items(sorted.slice(0, folded))}
      {rest.length > 0 && fold(m.showMore({ count: rest.length }), rest, false)}
    </fieldset>
  )
}

type FoldProps = { name: string; summary: string; open: boolean; children: () => ReactNode }

/**
 * Choices behind one line. They are a fifth of the page, and so drawn only when it is opened: by a script, or without one
 * by the server, which the button asks.
 */
function Fold({ name, summary, open, children }: FoldProps) {
  const [state, setState] = useState(open ? 'drawn' : 'shut')
  if (state === 'shut') {
    return (
      <button
        type="submit"
        name="open"
        value={name}
        aria-expanded="false"
        onClick={(event) => {
          event.preventDefault()
          setState('pressed')
        }}
        className="facet-more"
      >
        {summary}
      </button>
    )
  }
  return (
    <details open>
      <summary ref={state === 'pressed' ? focus : null} className="facet-more">
        {summary}
      </summary>
      {children()}
    </details>
  )
}

/** What replaces a button keeps its focus. */
const focus = (element: HTMLElement | null) => element?.focus()

function FacetChoice({
  name,
  choice: [value, label, count],
  chosen,
}: {
  name: string
  choice: Choice
  chosen: boolean
}) {
  return (
    <li>
      <label>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={chosen}
          disabled={count === 0 && !chosen}
          className="checkbox"
        />
        <span>{label}</span>
        <span className="facet-count">{rich(m.mentorCountHidden({ count, hidden }))}</span>
      </label>
    </li>
  )
}
