/** `GET /api/v1/bookings`: bookings, for API keys with the scope. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { minutesAfter } from '#domain/time/wall-time'
import { LISTED_BOOKING_EXAMPLE } from '#server/bookings/api-examples'
import { bookingFacts, listedFacts, toListed } from '#server/public-api/booking-state'
import { listMadeBookings, type MadeCursor } from '#server/public-api/operator-queries'
import type { App } from '#server/context'
import { refuseWithout, type ApiEnv } from '#server/public-api/api-key-guard'
import { invalid, problemResponses, refuseInvalid } from '#server/platform/http/problem'
import { API_V1, json } from '#server/mentors/api'
import * as m from '#messages/api'

const PAGE = { least: 1, usual: 50, most: 200 }
/**
 * A booking that is being written now may have an earlier moment than one that was written before it. The list ends a little
 * before now, so that a client that pages on never skips one.
 */
const SETTLED_MINUTES = 0.5

const listedSchema = z.object({ ...bookingFacts, ...listedFacts }).openapi('ListedBooking')

const listRoute = createRoute({
  method: 'get',
  path: `${API_V1}/bookings` as const,
  tags: [m.ownAppsTag()],
  operationId: 'listBookings',
  security: [{ key: [] }],
  summary: m.listBookingsSummary(),
  description: m.listBookingsDescription(),
  request: {
    query: z.object({
      since: z.iso
        .datetime({ offset: true, error: m.writeInstant })
        .default('1970-01-01T00:00:00Z')
        .openapi({ description: m.listBookingsSince(), example: '2030-01-07T00:00:00Z' }),
      cursor: z.string().max(100).optional().openapi({ description: m.listBookingsCursor() }),
      status: bookingFacts.status.optional().openapi({ description: m.listBookingsStatus() }),
      limit: z.coerce
        .number()
        .int()
        .min(PAGE.least)
        .max(PAGE.most)
        .default(PAGE.usual)
        .openapi({ description: m.listBookingsLimit(), example: 50 }),
    }),
  },
  responses: {
    200: json(
      z
        .object({
          bookings: z.array(listedSchema).openapi({ description: m.listBookingsBookings() }),
          cursor: z.string().nullable().openapi({ description: m.listBookingsNextCursor() }),
          next: z.string().nullable().openapi({ description: m.pageNext() }),
        })
        .openapi('BookingPage'),
      m.listBookingsResponse(),
      { bookings: [LISTED_BOOKING_EXAMPLE], cursor: '1893834000000.8e0f7a4c-1d63-4b2f-9c58-3a7d6e5f2b19', next: null },
    ),
    ...problemResponses('invalid', 'key_needed', 'wrong_key', 'missing_scope', 'too_many'),
  },
})

export function bookingListApi(app: App) {
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid })

  api.openapi(listRoute, async (c) => {
    const refused = refuseWithout(c, 'bookings:read')
    if (refused) return refused
    const { since, cursor, status, limit } = c.req.valid('query')
    const after = cursor === undefined ? null : readCursor(cursor)
    if (cursor !== undefined && !after) return invalid({ cursor: m.sendCursor() })
    const until = minutesAfter(app.now(), -SETTLED_MINUTES)
    const page = { since: new Date(since), after, until, status: status ?? null, limit: limit + 1 }
    const found = await listMadeBookings(app.db, page)
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const ended = last ? `${last.createdAt.getTime()}.${last.id}` : null
    const personal = c.get('apiKey')!.scopes.includes('bookings:personal')
    const query = new URLSearchParams({
      ...(ended && { cursor: ended }),
      ...(status && { status }),
      limit: String(limit),
    })
    return c.json(
      {
        bookings: rows.map((row) => toListed(row, personal)),
        cursor: ended,
        next: found.length > limit ? `${API_V1}/bookings?${query}` : null,
      },
      200,
      { 'cache-control': 'no-store' },
    )
  })

  return api
}

const CURSOR = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(text: string): MadeCursor | null {
  const [, at, id] = CURSOR.exec(text) ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}
