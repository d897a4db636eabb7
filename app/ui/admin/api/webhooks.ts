/** The data of the page of webhooks. Instants and outcomes are words. */

export type EventChoice = { name: string; words: string }

/** `state`: on, off or failing, with why and since when. */
export type EndpointView = {
  id: string
  version: number
  address: string
  events: string[]
  isOn: boolean
  isWell: boolean
  state: string
}

/** `response`: the status and the beginning of the body, or why there was none. */
export type DeliveryView = {
  id: string
  at: string
  kind: string
  eventId: string
  subject: string
  address: string
  sending: number
  state: string
  isDelivered: boolean
  attempts: number
  next: string | null
  response: string
  excerpt: string
  duration: string | null
  canReplay: boolean
}

/** `only`: the endpoint whose deliveries are shown; null: all. */
export type WebhooksPage = {
  choices: EventChoice[]
  endpoints: EndpointView[]
  max: number
  only: { id: string; address: string } | null
  deliveries: DeliveryView[]
  older: string | null
}

/** What came of a form. `secret`: shown this once. `added`: what was typed to add an endpoint. */
export type WebhooksResult = {
  secret: { address: string; secret: string } | null
  refused: string | null
  added: { typed: { address: string; events: string[] }; errors: { address?: string; events?: string } } | null
}
