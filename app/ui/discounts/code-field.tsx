/**
 * "Have a code?" opens a field with a button. Once a code is applied, the price before and after stand there. Without scripts the
 * button posts the form around it, with `intent=code`.
 */
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import * as m from '#messages/discounts'
import { describePrice, formatMoney } from '#words/prices'
import { useHydrated } from '../browser/hydrated.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { checkCode, NO_CODE, type AppliedCode, type CodeEntry, type CodeFor } from './code-entry.ts'

type CodeFieldProps = { item: CodeFor; entry: CodeEntry; onChange: (entry: CodeEntry) => void }

export function CodeField({ item, entry, onChange }: CodeFieldProps) {
  const scripted = useHydrated()
  /** What was focused is gone once a code is applied or removed: then what stands in its place is focused. */
  const [changed, setChanged] = useState(false)
  const { applied } = entry
  const change = (next: CodeEntry) => {
    setChanged(true)
    onChange(next)
  }
  return (
    <div className="grid gap-3">
      <output className={applied ? 'grid gap-1' : 'sr-only'}>{applied && <PriceLines {...applied} />}</output>
      {applied && scripted ? (
        <Applied code={applied.code} focused={changed} onRemove={() => change(NO_CODE)} />
      ) : (
        <Entry {...{ item, entry, scripted }} focused={changed} onChange={change} />
      )}
    </div>
  )
}

function Applied({ code, focused, onRemove }: { code: string; focused: boolean; onRemove: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusAtFirst(button, focused)
  return (
    <p>
      <input type="hidden" name="code" value={code} />
      <button
        ref={button}
        type="button"
        aria-label={m.removeThisCode({ code })}
        onClick={onRemove}
        className="tall-link"
      >
        {m.removeCode()}
      </button>
    </p>
  )
}

function useFocusAtFirst(element: { current: HTMLElement | null }, focused: boolean): void {
  const focus = useEffectEvent(() => focused && element.current?.focus())
  useEffect(() => void focus(), [])
}

function Entry({ item, entry, scripted, focused, onChange }: CodeFieldProps & { scripted: boolean; focused: boolean }) {
  const id = useId()
  const summary = useRef<HTMLElement>(null)
  useFocusAtFirst(summary, focused && entry.typed === '')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    const typed = input.current?.value.trim() ?? ''
    if (busy || typed === '') return input.current?.focus()
    setBusy(true)
    const checked = await checkCode(item, typed)
    setBusy(false)
    onChange(checked)
    if (checked.error) input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !scripted) return
    event.preventDefault() // Enter in a field is to press Pay, but here it is to apply the code.
    void apply()
  }
  return (
    <details open={entry.typed !== '' || undefined}>
      <summary ref={summary} className="tall-link">
        {m.haveCode()}
      </summary>
      <div className="flex flex-wrap items-end gap-3 pt-2">
        {entry.applied && <input type="hidden" name="appliedCode" value={entry.applied.code} />}
        <div className="min-w-40 flex-1">
          <Field
            id={id}
            ref={input}
            name="code"
            label={m.discountCode()}
            defaultValue={entry.typed}
            error={entry.error ?? undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          type={scripted ? 'button' : 'submit'}
          variant="secondary"
          name="intent"
          value="code"
          disabled={busy}
          onClick={() => scripted && void apply()}
        >
          {m.applyCode()}
        </Button>
      </div>
    </details>
  )
}

function PriceLines({ code, list, price, discount, currency }: AppliedCode) {
  const before = formatMoney(list, currency)
  return (
    <>
      <span className="text-ink-2">
        <span className="sr-only">{m.fullPrice({ price: before })}</span>
        <s aria-hidden="true">{before}</s>
      </span>
      <span>{m.codeTakesOff({ code, amount: formatMoney(discount, currency) })}</span>
      <span className="font-semibold">
        {price === 0 ? m.freeWithCode() : m.youPay({ price: describePrice(price, currency) })}
      </span>
    </>
  )
}
