import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { PayoutAccountPart, PayoutAccountProblem } from './payout-account.ts'
import { SetUpPayouts } from './set-up-payouts.tsx'

const fresh: PayoutAccountPart = {
  sentence: 'Set up a Stripe account.',
  reason: null,
  required: [],
  requiredHead: 'Still required',
  setUp: 'Set up payouts',
  countries: [
    { code: 'FR', name: 'France' },
    { code: 'GB', name: 'United Kingdom' },
  ],
  country: 'FR',
  notServed: null,
  hasDashboard: false,
  takesTransfers: false,
  proven: true,
}
const running = { ...fresh, setUp: null, countries: null, hasDashboard: true, takesTransfers: true }
const unavailable = { sentence: 'We can’t reach Stripe right now.', unproven: false, country: 'GB', field: null }

function render(part: PayoutAccountPart, problem: PayoutAccountProblem | null = null, notice: string | null = null) {
  const Component = () => <SetUpPayouts part={part} problem={problem} notice={notice} />
  const Stub = createRoutesStub([{ path: '/desk/money', Component }])
  return renderToStaticMarkup(<Stub initialEntries={['/desk/money']} />)
}
const listForms = (markup: string) => markup.split('<form').slice(1)

describe('SetUpPayouts', () => {
  it('is a form that works without scripts, with the prefilled country', () => {
    const [form = '', ...others] = listForms(render(fresh))
    expect(others).toEqual([])
    expect(form).toContain('action="/desk/money" method="post"')
    expect(form).toContain('<option value="FR" selected="">France</option>')
    expect(form).toMatch(/<button value="set-up" type="submit"[^>]* name="intent">Set up payouts</)
  })

  it('opens the dashboard by a form, too, and asks for no country then', () => {
    const [form = '', ...others] = listForms(render(running))
    expect(others).toEqual([])
    expect(form).toMatch(/method="post"[^>]*>.*value="dashboard"[^>]*>Open Stripe dashboard/)
    expect(form).not.toContain('<select')
  })

  it('leads to confirming identity instead of opening anything', () => {
    for (const markup of [
      render({ ...fresh, proven: false }),
      render(fresh, { ...unavailable, unproven: true }),
      render({ ...running, proven: false }),
    ]) {
      expect(listForms(markup)).toEqual([])
      expect(markup).toContain('href="/account/confirm?next=%2Fdesk%2Fmoney"')
    }
  })

  it('lists what is required under its deadline, and keeps the choice after an error', () => {
    const required = ['your date of birth', 'a selfie']
    const listed = render({ ...running, required, requiredHead: 'Required by 1 February 2030' })
    expect(listed).toMatch(/Required by 1 February 2030<\/h3>.*your date of birth<\/li>.*a selfie<\/li>/)
    const failed = render(fresh, unavailable)
    expect(failed).toMatch(/role="alert".*We can’t reach Stripe right now\./)
    expect(failed).toContain('<option value="GB" selected="">')
    expect(render(running, null, 'You’ve opened Stripe too often.')).toContain('too often')
  })

  it('says at the list of countries that none was chosen', () => {
    const problem = { ...unavailable, country: '', sentence: 'Choose the country', field: 'Choose the country' }
    const markup = render(fresh, problem)
    expect(markup).not.toContain('role="alert" tabindex')
    expect(markup).toMatch(/<select[^>]*aria-invalid="true"/)
  })
})
