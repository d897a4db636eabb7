/**
 * The structure of the OECD's DPI XML schema 1.0, as far as the seller report uses it, and a check against it. Written from the schema's
 * user guide: names, order, how often an element may occur, and what may be in it.
 */
import { findAll, type Node } from './parse-xml.ts'

type Text = Pick<RegExp, 'test'>
/** Name, least and most times, in the order in which they must stand. */
type Part = [name: string, least: number, most: number]
type Shape = { parts: Part[]; attributes?: Record<string, Text> } | { text: Text; attributes?: Record<string, Text> }

const country = /^[A-Z]{2}$/
const upTo = (most: number): Text => ({ test: (text) => text !== '' && [...text].length <= most })
const [text200, text170, text4000] = [upTo(200), upTo(170), upTo(4_000)]
const integer = /^-?\d+$/
const MANY = Infinity

const quarters = (prefix: string): Part[] => [1, 2, 3, 4].map((n) => [`dpi:${prefix}Q${n}`, 1, 1])
const amounts = (prefix: string) =>
  Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`dpi:${prefix}Q${n}`, { text: integer, attributes: { currCode: /^[A-Z]{3}$/ } }]),
  )
const party = (rest: Part[]): Part[] => [['dpi:ResCountryCode', 0, MANY], ['dpi:TIN', 1, MANY], ...rest]

const SHAPES: Record<string, Shape> = {
  'dpi:DPI_OECD': {
    parts: [
      ['dpi:MessageSpec', 1, 1],
      ['dpi:DPIBody', 0, MANY],
    ],
    attributes: { version: upTo(10) },
  },
  'dpi:MessageSpec': {
    parts: [
      ['dpi:SendingEntityIN', 0, 1],
      ['dpi:TransmittingCountry', 1, 1],
      ['dpi:ReceivingCountry', 1, 1],
      ['dpi:MessageType', 1, 1],
      ['dpi:Warning', 0, 1],
      ['dpi:Contact', 0, 1],
      ['dpi:MessageRefId', 1, 1],
      ['dpi:MessageTypeIndic', 1, 1],
      ['dpi:ReportingPeriod', 1, 1],
      ['dpi:Timestamp', 1, 1],
    ],
  },
  'dpi:SendingEntityIN': { text: text200 },
  'dpi:TransmittingCountry': { text: country },
  'dpi:ReceivingCountry': { text: country },
  'dpi:MessageType': { text: /^(DPI|DAC7)$/ },
  'dpi:Warning': { text: text4000 },
  'dpi:Contact': { text: text4000 },
  'dpi:MessageRefId': { text: text170 },
  'dpi:MessageTypeIndic': { text: /^DPI40[123]$/ },
  'dpi:ReportingPeriod': { text: /^\d{4}-12-31$/ },
  'dpi:Timestamp': { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/ },
  'dpi:DPIBody': {
    parts: [
      ['dpi:PlatformOperator', 1, 1],
      ['dpi:ReportableSeller', 0, MANY],
    ],
  },
  'dpi:PlatformOperator': {
    parts: party([
      ['dpi:IN', 0, MANY],
      ['dpi:VAT', 0, 1],
      ['dpi:Name', 1, MANY],
      ['dpi:PlatformBusinessName', 0, MANY],
      ['dpi:Address', 1, MANY],
      ['dpi:Nexus', 0, 1],
      ['dpi:AssumedReporting', 0, 1],
      ['dpi:DocSpec', 1, 1],
    ]),
  },
  'dpi:PlatformBusinessName': { text: text200 },
  'dpi:Nexus': { text: /^RPONEX[1-5]$/ },
  'dpi:AssumedReporting': { text: /^(true|false)$/ },
  'dpi:ResCountryCode': { text: country },
  'dpi:TIN': { text: upTo(200), attributes: { issuedBy: country, unknown: /^true$/ } },
  'dpi:IN': { text: text200, attributes: { issuedBy: country, INType: /^(LEI|EIN|IIN|BRN|Other)$/ } },
  'dpi:VAT': { text: text200 },
  'dpi:Address': {
    parts: [
      ['dpi:CountryCode', 1, 1],
      ['dpi:AddressFix', 0, 1],
      ['dpi:AddressFree', 0, 1],
    ],
    attributes: { legalAddressType: /^OECD30[1-5]$/ },
  },
  'dpi:CountryCode': { text: country },
  'dpi:AddressFree': { text: text4000 },
  'dpi:AddressFix': {
    parts: [
      ['dpi:Street', 0, 1],
      ['dpi:PostCode', 0, 1],
      ['dpi:City', 1, 1],
    ],
  },
  'dpi:Street': { text: text200 },
  'dpi:PostCode': { text: text200 },
  'dpi:City': { text: text200 },
  'dpi:ReportableSeller': {
    parts: [
      ['dpi:Identity', 1, 1],
      ['dpi:RelevantActivities', 1, 1],
      ['dpi:DocSpec', 1, 1],
    ],
  },
  'dpi:Identity': {
    parts: [
      ['dpi:EntitySeller', 0, 1],
      ['dpi:IndividualSeller', 0, 1],
    ],
  },
  'dpi:EntitySeller': { parts: [['dpi:Standard', 1, 1]] },
  'dpi:IndividualSeller': { parts: [['dpi:Standard', 1, 1]] },
  'dpi:Standard': {
    parts: [
      ['dpi:EntSellerID', 0, 1],
      ['dpi:IndSellerID', 0, 1],
      ['dpi:FinancialIdentifier', 0, MANY],
    ],
  },
  'dpi:EntSellerID': {
    parts: party([
      ['dpi:IN', 1, MANY],
      ['dpi:VAT', 0, 1],
      ['dpi:Name', 1, MANY],
      ['dpi:Address', 1, MANY],
    ]),
  },
  'dpi:IndSellerID': {
    parts: [
      ['dpi:ResCountryCode', 1, MANY],
      ['dpi:TIN', 1, MANY],
      ['dpi:VAT', 0, 1],
      ['dpi:Name', 1, MANY],
      ['dpi:Address', 1, MANY],
      ['dpi:BirthInfo', 1, 1],
    ],
  },
  'dpi:FirstName': { text: text200 },
  'dpi:LastName': { text: text200 },
  'dpi:BirthInfo': {
    parts: [
      ['dpi:BirthDate', 1, 1],
      ['dpi:BirthPlace', 0, 1],
    ],
  },
  'dpi:BirthDate': { text: /^\d{4}-\d\d-\d\d$/ },
  'dpi:BirthPlace': {
    parts: [
      ['dpi:City', 1, 1],
      ['dpi:CountryInfo', 1, 1],
    ],
  },
  'dpi:CountryInfo': { parts: [['dpi:CountryCode', 1, 1]] },
  'dpi:FinancialIdentifier': {
    parts: [
      ['dpi:Identifier', 1, 1],
      ['dpi:AccountHolderName', 0, 1],
      ['dpi:OtherInfo', 0, 1],
    ],
  },
  'dpi:Identifier': { text: text200, attributes: { AccountNumberType: text200 } },
  'dpi:AccountHolderName': { text: text200 },
  'dpi:OtherInfo': { text: upTo(400) },
  'dpi:RelevantActivities': { parts: [['dpi:PersonalServices', 1, 1]] },
  'dpi:PersonalServices': {
    parts: [
      ['dpi:Consideration', 1, 1],
      ['dpi:NumberOfActivities', 1, 1],
      ['dpi:Fees', 1, 1],
      ['dpi:Taxes', 1, 1],
    ],
  },
  'dpi:Consideration': { parts: quarters('Cons') },
  'dpi:NumberOfActivities': { parts: quarters('Numb') },
  'dpi:Fees': { parts: quarters('Fees') },
  'dpi:Taxes': { parts: quarters('Tax') },
  ...amounts('Cons'),
  ...amounts('Fees'),
  ...amounts('Tax'),
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`dpi:NumbQ${n}`, { text: integer }])),
  'dpi:DocSpec': {
    parts: [
      ['stf:DocTypeIndic', 1, 1],
      ['stf:DocRefId', 1, 1],
    ],
  },
  'stf:DocTypeIndic': { text: /^OECD1?[0-3]$/ },
  'stf:DocRefId': { text: text200 },
}

/** A person's name has parts, an organization's is a text. */
const PERSON_NAME: Shape = {
  parts: [
    ['dpi:FirstName', 1, 1],
    ['dpi:LastName', 1, 1],
  ],
}
const ORGANIZATION_NAME: Shape = { text: text200 }

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
  const isName = node.name === 'dpi:Name'
  const shape = isName ? (parent === 'dpi:IndSellerID' ? PERSON_NAME : ORGANIZATION_NAME) : SHAPES[node.name]
  const path = `${parent}/${node.name}`
  if (!shape) return [`${path} is unknown`]
  const strange = Object.entries(node.attributes).filter(([key, value]) => !shape.attributes?.[key]?.test(value))
  const problems = strange.map(([key, value]) => `${path}@${key}: ${value}`)
  if ('text' in shape) {
    if (node.children.length > 0 || !shape.text.test(node.text)) problems.push(`${path}: ${node.text}`)
    return problems
  }
  const names = node.children.map(({ name }) => name)
  const counts = shape.parts.map(([name]) => names.filter((each) => each === name).length)
  const inOrder = shape.parts.flatMap(([name], at) => Array.from({ length: counts[at]! }, () => name))
  if (names.join() !== inOrder.join()) problems.push(`${path} has ${names.join(' ')}`)
  shape.parts.forEach(([name, least, most], at) => {
    if (counts[at]! < least || counts[at]! > most) problems.push(`${path} has ${counts[at]} ${name}`)
  })
  return [...problems, ...node.children.flatMap((child) => checkNode(child, node.name))]
}
