/** Kysely's types of the tables of webhooks. `migrations/` define them; this file follows. */
import type { ColumnType, Generated } from 'kysely'
import type {
  DeliveryProblem,
  DeliveryState,
  EndpointMode,
  OffReason,
  WebhookEvent,
  WebhookKind,
} from '#domain/webhooks/webhook'
import type { Fixed } from '#server/platform/db/column'

export interface WebhookTables {
  webhookEndpoints: {
    id: Fixed<string>
    address: Fixed<string>
    events: WebhookEvent[]
    isOn: Generated<boolean>
    offReason: Generated<OffReason | null>
    secretVersion: Generated<number>
    version: Generated<number>
    failingSince: Generated<Date | null>
    /** Of the installation that it was added in: a copy of another kind does not notify it. */
    mode: Fixed<EndpointMode>
    createdAt: Fixed<Date>
  }
  webhookEvents: {
    id: Fixed<string>
    kind: Fixed<WebhookKind>
    subject: Fixed<string>
    version: Fixed<string>
    body: Fixed<string>
    createdAt: Fixed<Date>
  }
  webhookDeliveries: {
    id: Fixed<string>
    number: ColumnType<number, never, never>
    eventId: Fixed<string>
    endpointId: Fixed<string>
    sending: Generated<number>
    state: Generated<DeliveryState>
    attempts: Generated<number>
    createdAt: Fixed<Date>
    nextAt: Date
    triedAt: Generated<Date | null>
    status: Generated<number | null>
    durationMs: Generated<number | null>
    problem: Generated<DeliveryProblem | null>
    excerpt: Generated<string>
  }
}
