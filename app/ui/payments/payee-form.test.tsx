import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import type { DeskMoneyPage } from './desk-money.ts'
import { PayeeForm } from './payee-form.tsx'

it('keeps what was typed when the confirmed identity has expired meanwhile', () => {
  const typed = { name: 'Ada Example', country: 'FR', account: 'FR76 3000', bankCode: 'AGRI', address: '1 Quai' }
  const page: DeskMoneyPage = {
    sums: [],
    ahead: null,
    sessions: [],
    more: 0,
    payouts: [],
    account: null,
    payee: null,
    proven: false,
    countries: [{ code: 'FR', name: 'France' }],
  }
  const Component = () => <PayeeForm page={page} result={{ typed, errors: {}, unproven: true }} />
  const Stub = createRoutesStub([{ path: '/desk/money', Component }])
  const markup = renderToStaticMarkup(<Stub initialEntries={['/desk/money']} />)
  for (const value of ['Ada Example', 'FR76 3000', 'AGRI', '1 Quai']) expect(markup).toContain(`value="${value}"`)
  expect(markup).toContain('<option value="FR" selected="">France</option>')
  expect(markup).toMatch(
    /href="\/account\/confirm\?next=%2Fdesk%2Fmoney"[^>]*target="_blank"|target="_blank"[^>]*href="\/account\/confirm/,
  )
})
