/** The report about sellers as files that an admin downloads: a table with everyone, and the message for the tax authority. */
import { randomUUID } from 'node:crypto'
import { toMajorUnits } from '#domain/payments/money'
import { writeCsv } from '#domain/payments/csv'
import { writeDpiMessage } from '#domain/tax-documents/dpi-message'
import {
  identify,
  listMissing,
  stateInXml,
  type Missing,
  type QuarterSums,
  type ReportedSeller,
} from '#domain/tax-documents/seller-report'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import { recordPayoutEvent } from '#server/payouts/payouts'
import { transact } from '#server/platform/db/connect'
import { readOperator } from '#server/tax-documents/seller-report/operator'
import { readSellers } from '#server/tax-documents/seller-report/seller-report'
import * as m from '#messages/admin'

type FileContext = Pick<App, 'db' | 'now' | 'secretFor' | 'config'>

/** As CSV: a row for each mentor who was paid in a year, and each currency. Who downloads it is recorded. */
export async function writeSellerTable(app: FileContext, actor: Actor, year: number): Promise<string> {
  const sellers = await readSellers(app, year)
  await recordDownload(app, actor, year, 'csv')
  const country = app.config.SELLER_COUNTRY ?? null
  return writeCsv(
    COLUMNS.map(([head]) => head()).concat(QUARTERS.flatMap(headsOf)),
    sellers.map((seller) => [
      ...COLUMNS.map(([, cellOf]) => cellOf(seller, country)),
      ...seller.quarters.flatMap((sums) => quarterCells(sums, seller.currency)),
    ]),
  )
}

/**
 * As XML. Sellers are in it if their tax details are complete, and the operator's country wants them. Null while the settings do not
 * say who the operator is. Who downloads it is recorded.
 */
export async function writeSellerMessage(app: FileContext, actor: Actor, year: number): Promise<string | null> {
  const operator = readOperator(app)
  if (!operator) return null
  const sellers = await readSellers(app, year)
  await recordDownload(app, actor, year, 'xml')
  return writeDpiMessage({
    operator,
    year,
    sellers: sellers.filter((seller) => stateInXml(seller, operator.country) === 'given'),
    id: randomUUID(),
    madeAt: app.now(),
  })
}

const recordDownload = (app: FileContext, actor: Actor, year: number, format: 'csv' | 'xml') =>
  transact(app.db, (tx) =>
    recordPayoutEvent(app, tx, toAuditActor(actor), 'payouts.sellers_downloaded', String(year), { format }),
  )

const MISSING: Record<Missing, () => string> = {
  name: m.missingName,
  address: m.missingAddress,
  country: m.missingCountry,
  birth_or_registration: m.missingBirth,
  tax_number: m.missingTaxNumber,
}

const KINDS = { individual: m.sellerPerson, business: m.sellerBusiness }

const IN_XML: Record<ReturnType<typeof stateInXml>, () => string> = {
  given: m.inXml,
  incomplete: m.notInXmlIncomplete,
  elsewhere: m.notInXmlElsewhere,
}

type Cell = (seller: ReportedSeller, operatorCountry: string | null) => string

/** Of a seller without tax details, name, address and country are those of their bank details. */
const COLUMNS: [head: () => string, cell: Cell][] = [
  [m.sellerKind, ({ details }) => (details ? KINDS[details.kind]() : '')],
  [m.legalName, (seller) => identify(seller).name],
  [m.displayName, ({ displayName }) => displayName],
  [m.birthDate, ({ details }) => details?.birthDate ?? ''],
  [
    m.birthPlace,
    ({ details }) => (details?.birthPlace ? `${details.birthPlace.city}, ${details.birthPlace.country}` : ''),
  ],
  [m.registrationNumber, ({ details }) => details?.registrationNumber ?? ''],
  [m.sellerAddress, (seller) => identify(seller).address],
  [m.sellerCountry, (seller) => identify(seller).country],
  [m.taxNumber, ({ details }) => (details ? (details.tin ?? m.noTaxNumber()) : '')],
  [m.taxNumberCountry, ({ details }) => details?.tinCountry ?? ''],
  [m.vatNumber, ({ details }) => details?.vatNumber ?? ''],
  [m.financialAccount, ({ accounts }) => accounts.map(({ identifier }) => identifier).join('; ')],
  [m.accountHolder, ({ accounts }) => [...new Set(accounts.flatMap(({ holder }) => holder ?? []))].join('; ')],
  [
    m.missing,
    (seller) =>
      listMissing(seller)
        .map((item) => MISSING[item]())
        .join('; '),
  ],
  [m.xmlColumn, (seller, operatorCountry) => IN_XML[stateInXml(seller, operatorCountry)]()],
  [m.currencyColumn, ({ currency }) => currency],
]

const QUARTERS = [1, 2, 3, 4]

const headsOf = (n: number): string[] => [
  m.quarterActivities({ n }),
  m.quarterConsideration({ n }),
  m.quarterFees({ n }),
  m.quarterTaxes({ n }),
]

/** Numbers are written as such, so that a negative one is not taken for a formula. No taxes are withheld. */
const quarterCells = ({ activities, consideration, fees }: QuarterSums, currency: string): number[] => [
  activities,
  toMajorUnits(consideration, currency),
  toMajorUnits(fees, currency),
  0,
]
