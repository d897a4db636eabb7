/**
 * The structure of the OECD's DPI XML schema 1.0, as far as the seller report uses it, and a check against it. Written from the schema's
 * user guide: names, order, how often an element may occur, and what may be in it.
 */
import { findAll, type Node } from './parse-xml.ts'

const PARTY = 'ResCountryCode* TIN+'
const quarters = (prefix: string) => [1, 2, 3, 4].map((n) => `${prefix}Q${n}`).join(' ')

/** What an element consists of, in order, written as a DTD does: "?" at most once, "*" any number of times, "+" at least once. */
const CHILDREN: Record<string, string> = {
  'dpi:DPI_OECD': 'MessageSpec DPIBody*',
  'dpi:MessageSpec':
    'SendingEntityIN? TransmittingCountry ReceivingCountry MessageType Warning? Contact? MessageRefId MessageTypeIndic ReportingPeriod Timestamp',
  'dpi:DPIBody': 'PlatformOperator ReportableSeller*',
  'dpi:PlatformOperator': `${PARTY} IN* VAT? Name+ PlatformBusinessName* Address+ Nexus? AssumedReporting? DocSpec`,
  'dpi:Address': 'CountryCode AddressFix? AddressFree?',
  'dpi:AddressFix': 'Street? PostCode? City',
  'dpi:ReportableSeller': 'Identity RelevantActivities DocSpec',
  'dpi:Identity': 'EntitySeller? IndividualSeller?',
  'dpi:EntitySeller': 'Standard',
  'dpi:IndividualSeller': 'Standard',
  'dpi:Standard': 'EntSellerID? IndSellerID? FinancialIdentifier*',
  'dpi:EntSellerID': `${PARTY} IN+ VAT? Name+ Address+`,
  'dpi:IndSellerID': 'ResCountryCode+ TIN+ VAT? Name+ Address+ BirthInfo',
  'dpi:BirthInfo': 'BirthDate BirthPlace?',
  'dpi:BirthPlace': 'City CountryInfo',
  'dpi:CountryInfo': 'CountryCode',
  'dpi:FinancialIdentifier': 'Identifier AccountHolderName? OtherInfo?',
  'dpi:RelevantActivities': 'PersonalServices',
  'dpi:PersonalServices': 'Consideration NumberOfActivities Fees Taxes',
  'dpi:Consideration': quarters('Cons'),
  'dpi:NumberOfActivities': quarters('Numb'),
  'dpi:Fees': quarters('Fees'),
  'dpi:Taxes': quarters('Tax'),
  'dpi:DocSpec': 'stf:DocTypeIndic stf:DocRefId',
}
/** A person's name has parts, an organization's is a text. */
const PERSON_NAME = 'FirstName LastName'

const country = /^[A-Z]{2}$/
const [upTo200, upTo4000] = [/^.{1,200}$/su, /^.{1,4000}$/su]

/** The elements that are texts. */
const TEXTS: [names: string, text: RegExp][] = [
  ['SendingEntityIN PlatformBusinessName TIN IN VAT Name FirstName LastName Street PostCode City', upTo200],
  ['Identifier AccountHolderName stf:DocRefId', upTo200],
  ['Warning Contact AddressFree', upTo4000],
  ['MessageRefId', /^.{1,170}$/su],
  ['OtherInfo', /^.{1,400}$/su],
  ['TransmittingCountry ReceivingCountry ResCountryCode CountryCode', country],
  ['MessageType', /^(DPI|DAC7)$/],
  ['MessageTypeIndic', /^DPI40[123]$/],
  ['ReportingPeriod', /^\d{4}-12-31$/],
  ['Timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/],
  ['Nexus', /^RPONEX[1-5]$/],
  ['AssumedReporting', /^(true|false)$/],
  ['BirthDate', /^\d{4}-\d\d-\d\d$/],
  [['Cons', 'Numb', 'Fees', 'Tax'].map(quarters).join(' '), /^-?\d+$/],
  ['stf:DocTypeIndic', /^OECD1?[0-3]$/],
]
const textByName = new Map(TEXTS.flatMap(([names, text]) => names.split(' ').map((name) => [withPrefix(name), text])))

const currency = { currCode: /^[A-Z]{3}$/ }
const ATTRIBUTES: Record<string, Record<string, RegExp>> = {
  'dpi:DPI_OECD': { version: /^.{1,10}$/ },
  'dpi:TIN': { issuedBy: country, unknown: /^true$/ },
  'dpi:IN': { issuedBy: country, INType: /^(LEI|EIN|IIN|BRN|Other)$/ },
  'dpi:Address': { legalAddressType: /^OECD30[1-5]$/ },
  'dpi:Identifier': { AccountNumberType: upTo200 },
  ...Object.fromEntries(
    ['Cons', 'Fees', 'Tax'].flatMap((prefix) => [1, 2, 3, 4].map((n) => [`dpi:${prefix}Q${n}`, currency])),
  ),
}

function withPrefix(name: string): string {
  return name.includes(':') ? name : `dpi:${name}`
}

/** Where a message differs from the schema. Empty if it does not. */
export function checkDpiMessage(root: Node): string[] {
  const { version, ...namespaces } = root.attributes
  const expected = { 'xmlns:dpi': 'urn:oecd:ties:dpi:v1', 'xmlns:stf': 'urn:oecd:ties:dpistf:v1' }
  const ids = findAll(root, 'stf:DocRefId').map(({ text }) => text)
  return [
    ...(JSON.stringify(namespaces) === JSON.stringify(expected) ? [] : ['namespaces']),
    ...(new Set(ids).size === ids.length ? [] : ['DocRefId twice']),
    ...checkNode({ ...root, attributes: { version: version ?? '' } }, ''),
  ]
}

function checkNode(node: Node, parent: string): string[] {
  const path = `${parent}/${node.name}`
  const strange = Object.entries(node.attributes).filter(([key, value]) => !ATTRIBUTES[node.name]?.[key]?.test(value))
  const problems = strange.map(([key, value]) => `${path}@${key}: ${value}`)
  const isPersonName = node.name === 'dpi:Name' && parent === 'dpi:IndSellerID'
  const parts = isPersonName ? PERSON_NAME : CHILDREN[node.name]
  if (parts === undefined) {
    if (node.children.length > 0 || !textByName.get(node.name)?.test(node.text)) problems.push(`${path}: ${node.text}`)
    return problems
  }
  const names = node.children.map(({ name }) => `${name} `).join('')
  const inOrder = parts
    .split(' ')
    .map((part) => `(${withPrefix(part.replace(/[?*+]$/, ''))} )${/[?*+]$/.exec(part) ?? ''}`)
  if (!new RegExp(`^${inOrder.join('')}$`).test(names)) problems.push(`${path} has ${names}`)
  return [...problems, ...node.children.flatMap((child) => checkNode(child, node.name))]
}
