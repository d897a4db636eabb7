import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { CodeFormResult } from './codes.ts'
import { DeskCodes, type DeskCodesPage } from './desk-codes.tsx'
import type { OfferedCodeView } from './offered-codes.tsx'

const CODE = {
  id: '3f1f4f5e-0000-4000-8000-000000000001',
  code: 'SUMMER25',
  discount: '25% off',
  conditions: ['Sessions', 'Once per person'],
  valid: 'Until 31 January 2030',
  used: '3 of 10 used',
  state: 'live' as const,
}

const PAGE: DeskCodesPage = {
  codes: [CODE],
  offered: [],
  offer: { currencies: ['GBP'], sessions: [{ id: 's1', title: 'Leases' }], cohorts: [], place: 'Kolkata' },
  confirming: null,
}

function render(changes: Partial<DeskCodesPage> = {}, result: CodeFormResult | null = null) {
  const Component = () => <DeskCodes page={{ ...PAGE, ...changes }} result={result} done={null} />
  const Stub = createRoutesStub([{ path: '/desk/codes', Component }])
  return renderToStaticMarkup(<Stub initialEntries={['/desk/codes']} />)
}

describe('DeskCodes', () => {
  it('says what a code gives, until when, and how often it was used', () => {
    const page = render()
    expect(page).toContain('25% off')
    expect(page).toContain('Sessions · Once per person · Until 31 January 2030 · 3 of 10 used')
    expect(render({ codes: [] })).toContain('No codes yet.')
  })

  it('asks before a code is disabled, and does not offer it for one that is', () => {
    const question = render({ confirming: CODE })
    expect(question).toContain('Disable SUMMER25?')
    expect(question).toContain(`<input type="hidden" name="id" value="${CODE.id}"/>`)
    expect(question).not.toContain('?disable=')
    expect(render()).toContain(`/desk/codes?disable=${CODE.id}`)
    expect(render({ codes: [{ ...CODE, state: 'disabled' }] })).not.toContain('?disable=')
  })

  it('lists codes to answer with the buttons that their answer leaves', () => {
    const offered = (changes: Partial<OfferedCodeView>) =>
      render({ offered: [{ ...CODE, agreement: 'waiting', isOpen: true, ...changes }] })
    const buttons = (page: string) =>
      [...page.matchAll(/<button[^>]*>([^<]+)<span class="sr-only">/g)].map(([, name]) => name)
    expect(render()).not.toContain('Codes from our team')
    expect(offered({})).toContain('Waiting for your answer')
    expect(buttons(offered({}))).toEqual(['Accept', 'Decline'])
    expect(buttons(offered({ agreement: 'accepted' }))).toEqual(['Turn off'])
    expect(buttons(offered({ agreement: 'declined' }))).toEqual(['Accept'])
    expect(buttons(offered({ agreement: 'accepted', isOpen: false, state: 'ended' }))).toEqual(['Turn off'])
  })

  it('asks for a kind and a currency only where there is a choice', () => {
    const simple = render()
    expect(simple).toContain('<input type="hidden" name="appliesTo" value="sessions"/>')
    expect(simple).toContain('<input type="hidden" name="currency" value="GBP"/>')
    const cohorts = [{ id: 'c1', title: 'First term in Lyon' }]
    const whole = render({ offer: { ...PAGE.offer, currencies: ['GBP', 'EUR'], cohorts } })
    expect(whole).toMatch(/<input type="radio"[^>]*name="appliesTo"[^>]*checked=""[^>]*value="both"/)
    expect(whole).toContain('First term in Lyon')
    expect(whole).toContain('<option value="EUR">Euros (EUR)</option>')
  })

  it('shows again what was typed and ticked, with its errors beside the fields', () => {
    const typed = { kind: 'amount', amount: 'ten', session: 's1', perPerson: '' }
    const form = render({}, { typed, errors: { amount: 'Enter an amount, such as 10.00' } })
    expect(form).toContain('Code not added.')
    expect(form).toMatch(
      /<input[^>]*id="code-amount"[^>]*aria-describedby="code-amount-hint code-amount-error"[^>]*aria-invalid="true"[^>]*value="ten"/,
    )
    expect(form).toMatch(/<input type="radio"[^>]*name="kind"[^>]*checked=""[^>]*value="amount"/)
    expect(form).toMatch(/id="code-session-s1"[^>]*checked=""/)
    expect(form).toMatch(/id="code-perPerson"[^>]*value=""/)
  })
})
