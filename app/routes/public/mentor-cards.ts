/** Rows of mentors into what their cards show: only that crosses the wire. Server side, for loaders. */
import { cardPrice } from '#domain/mentor'
import { formatPrice, type Pence } from '#domain/money'
import type { MentorSummary } from '#server/db/mentors'
import type { MentorCard } from '../../ui/mentor-card.tsx'

export function cardOf(row: MentorSummary): MentorCard {
  const { price, from } = cardPrice(
    { price: row.price_pence },
    row.session_prices.map((own) => ({ price: own as Pence | null })),
  )
  const [fromCity, toCity] = row.crossing?.split(' → ') ?? []
  return {
    slug: row.slug,
    name: row.name,
    role: row.role,
    experience: row.experience,
    location: row.location,
    languages: row.languages,
    helpWith: row.help_with,
    picture: row.portrait,
    leg: fromCity && toCity ? { from: fromCity, to: toCity } : null,
    price: formatPrice(price),
    from,
    rating: { average: row.rating_average, count: row.rating_count },
  }
}
