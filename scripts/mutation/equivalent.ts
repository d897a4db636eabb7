/**
 * Mutants that change no observable behaviour, each with its reason. `from` and `to` are the lines without indentation,
 * as the run prints them. An entry whose lines are no longer in the file fails a test.
 */
type Equivalent = { file: string; from: string; to: string; why: string }

const TUNING = 'A tuning value: it changes how much is done at once, and no result.'

export const equivalents: Equivalent[] = [
  {
    file: 'server/search/engine/ranking.ts',
    from: ';[worstKey, worstNumber] = [keys[count - 1]!, tied[count - 1]!]',
    to: ';[worstKey, worstNumber] = [keys[count - 1]!, tied[count - 0]!]',
    why: 'Only the last row may differ among equals, and it is never shown: it only says that there is a next page.',
  },
  {
    file: 'server/search/engine/ranking.ts',
    from: 'if (wanted.length === 0) return null',
    to: 'if (wanted.length === -1) return null',
    why: 'Without preferences all mentors are in one tier, which orders them as no tiers do. It only takes longer.',
  },
  {
    file: 'server/search/engine/lists.ts',
    from: 'pool: new Int32Array(capacity * 2),',
    to: 'pool: new Int32Array(capacity * 3),',
    why: TUNING,
  },
  {
    file: 'server/mentors/availability/availability-queries.ts',
    from: 'return (await readAvailabilities(db, [mentorId])).get(mentorId) ?? null',
    to: 'return (await readAvailabilities(db, [mentorId])).get(mentorId)',
    why: 'Callers only test for its presence, so null and undefined are the same to them.',
  },
  {
    file: 'domain/time/wall-time.ts',
    from: 'day = Math.floor(instant.getTime() / DAY_MS) * DAY_MS',
    to: ';',
    why: 'Then no day is remembered and each instant is formatted by itself, which only takes longer.',
  },
  {
    file: 'server/search/engine/interned.ts',
    from: 'const MAX_STRINGS = 50_000',
    to: 'const MAX_STRINGS = 49999',
    why: TUNING,
  },
  {
    file: 'domain/search/words.ts',
    from: 'while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {',
    to: 'while (endA > start && a[endA - 1] === b[endB - 1]) {',
    why: 'Words whose lengths differ by one at most: where only the second has ended, either way one letter is left.',
  },
  {
    file: 'server/bookings/holds/hold-request.ts',
    from: ': minutesAfter(now, price > 0 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)',
    to: ': minutesAfter(now, price > 1 ? CHECKOUT_MINUTES : CONFIRM_MINUTES)',
    why: 'No session costs a penny: a price is zero, or at least PRICE_LEAST.',
  },
  {
    file: 'server/bookings/holds/hold-request.ts',
    from: 'holdExpiresAt: minutesAfter(payBefore, price > 0 ? HOLD_GRACE_MINUTES : 0),',
    to: 'holdExpiresAt: minutesAfter(payBefore, price > 1 ? HOLD_GRACE_MINUTES : 0),',
    why: 'No session costs a penny: a price is zero, or at least PRICE_LEAST.',
  },
  {
    file: 'server/bookings/holds/hold-request.ts',
    from: 'reference: bookingReference(randomBytes(8)),',
    to: 'reference: bookingReference(randomBytes(9)),',
    why: 'A reference is made of the first eight bytes, however many there are.',
  },
  {
    file: 'server/bookings/holds/retake-claim.ts',
    from: 'if (!availability || !(await isAccepted(tx, booking.mentorId))) return false',
    to: 'if (!(await isAccepted(tx, booking.mentorId))) return false',
    why: 'A mentor who is accepted is in the database, and so has an availability. Only the types do not know it.',
  },
  {
    file: 'server/mentors/availability/slots.ts',
    from: 'if (!starts[0] || !last) return []',
    to: 'if (!last) return []',
    why: 'Where nothing is on offer, there is neither a first start nor a last. Only the types ask for both.',
  },
  {
    file: 'server/mentors/availability/slots.ts',
    from: 'if (!starts[0] || !last) return []',
    to: 'if (!starts[0]) return []',
    why: 'Where nothing is on offer, there is neither a first start nor a last. Only the types ask for both.',
  },
  {
    file: 'server/mentors/availability/slots.ts',
    from: 'if (!starts[0] || !last) return []',
    to: 'if ((!starts[0] && !last)) return []',
    why: 'Where nothing is on offer, there is neither a first start nor a last. Only the types ask for both.',
  },
  {
    file: 'server/accounts/sign-in/attempts.ts',
    from: 'const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)',
    to: 'const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 0)',
    why: 'A count whose end has come begins anew and refuses nothing, so that at least a moment is left, rounded up.',
  },
  {
    file: 'server/bookings/holds/moves.ts',
    from: "const secret = randomBytes(32).toString('base64url')",
    to: "const secret = randomBytes(31).toString('base64url')",
    why: 'A secret of 31 bytes cannot be guessed either.',
  },
  {
    file: 'server/bookings/holds/moves.ts',
    from: "const secret = randomBytes(32).toString('base64url')",
    to: "const secret = randomBytes(33).toString('base64url')",
    why: 'A secret of 31 bytes cannot be guessed either.',
  },
  {
    file: 'server/search/engine/directory.ts',
    from: 'const end = Math.min(block * 32 + 32, directory.size)',
    to: 'const end = Math.min(block * 33 + 32, directory.size)',
    why: 'Then the bounds of a block also cover rows of the next, so a search looks into it more often and finds the same.',
  },
  {
    file: 'server/search/engine/directory.ts',
    from: 'const end = Math.min(block * 32 + 32, directory.size)',
    to: 'const end = Math.min(block * 32 + 33, directory.size)',
    why: 'Then the bounds of a block also cover rows of the next, so a search looks into it more often and finds the same.',
  },
  {
    file: 'server/search/engine/directory.ts',
    from: `count(tallies.years, -columns.experience[position]!)
count(tallies.price, columns.price[position]!)`,
    to: `count(tallies.price, columns.price[position]!)
count(tallies.years, -columns.experience[position]!)`,
    why: 'Two tallies of their own.',
  },
  {
    file: 'domain/bookings/hold-limits.ts',
    from: 'if (near.length === 0 || !isNear(request)) return []',
    to: 'if (near.length === -1 || !isNear(request)) return []',
    why: 'Without holds nearby no limit is reached, which is only found out later.',
  },
  {
    file: 'server/search/engine/ranking.ts',
    from: 'while (stride > 1 && commonDivisor(stride, words) > 1) stride -= 1',
    to: 'while (stride > 0 && commonDivisor(stride, words) > 1) stride -= 1',
    why: 'A stride of one has no common divisor with anything.',
  },
  {
    file: 'server/search/engine/ranking.ts',
    from: 'while (stride > 1 && commonDivisor(stride, words) > 1) stride -= 1',
    to: 'while (stride > 1 && commonDivisor(stride, words) > 1) stride -= 2',
    why: 'A stride is odd at first and stays so: another one that also visits every block.',
  },
  {
    file: 'server/accounts/passwords.ts',
    from: 'await endFirstSteps(tx, accountId)\nawait resetDailyCodeLimits(tx, accountId, client)',
    to: 'await resetDailyCodeLimits(tx, accountId, client)\nawait endFirstSteps(tx, accountId)',
    why: 'Two tables in one transaction: no reader sees one change without the other.',
  },
  {
    file: 'domain/time/clock.ts',
    from: 'const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts',
    to: 'const { year = 0, month = 0, day = 1, hour = 0, minute = 0 } = parts',
    why: 'The format always gives all five parts. The default is for the type.',
  },
  {
    file: 'server/search/engine/directory.ts',
    from: 'const FIRST_CAPACITY = 1024',
    to: 'const FIRST_CAPACITY = 1023',
    why: TUNING,
  },
  {
    file: 'server/search/sync.ts',
    from: 'const REFRESH_BATCH = 500',
    to: 'const REFRESH_BATCH = 499',
    why: TUNING,
  },
  {
    file: 'server/mentors/record/idle-queries.ts',
    from: ".where('mentors.accountId', 'is not', null)\n.where((row) => row.or([row('listings.freeAt', 'is', null), row('listings.freeAt', '>', until)]))",
    to: ".where('mentors.accountId', 'is not', null)",
    why: 'Then the starts of every mentor are calculated, and those who have one stay. It only takes longer.',
  },
  {
    file: 'server/mentors/record/edit.ts',
    from: "if (edited.ok && edited.value.live.includes('moves')) await placeMoves(app)",
    to: 'if (edited.ok) await placeMoves(app)',
    why: 'Without new moves there is nothing to look up. It only costs a query.',
  },
  {
    file: 'messages/words/time.ts',
    from: 'return days === 0 ? null : m.briefDayShift({ ahead: days > 0, days: Math.abs(days) })',
    to: 'return days === 0 ? null : m.briefDayShift({ ahead: days >= 0, days: Math.abs(days) })',
    why: 'Zero days have returned before, so ahead or not is the same for them.',
  },
  {
    file: 'server/site/middleware.ts',
    from: "const MAX_EVENT_BYTES = 256 * 1024 // Stripe's events are a few KB.",
    to: "const MAX_EVENT_BYTES = 255 * 1024 // Stripe's events are a few KB.",
    why: TUNING,
  },
  {
    file: 'server/site/pages-in-languages.ts',
    from: "const isDocument = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false",
    to: "const isDocument = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html')",
    why: 'Undefined is as false to its only caller as false.',
  },
  {
    file: 'server/site/launch-queries.ts',
    from: 'and (created_at < ${eventsSince} or exists (select from payment_events))) as has_payment,',
    to: 'and (created_at <= ${eventsSince} or exists (select from payment_events))) as has_payment,',
    why: 'At that very millisecond the event is still there, so the other condition holds.',
  },
  {
    file: 'server/mentors/busy-calendars/busy-calendars.ts',
    from: "const timeZone = (await findMentorZone(app.db, mentorId)) ?? 'UTC'",
    to: 'const timeZone = (await findMentorZone(app.db, mentorId))',
    why: 'The owner of a calendar is a mentor, who has a zone. Only the types do not know it.',
  },
  {
    file: 'server/bookings/messages/messages.ts',
    from: 'const ROUND = 200',
    to: 'const ROUND = 199',
    why: TUNING,
  },
]
