/**
 * Generated mentors for the search benchmark, written by one statement per table: names, places and choices distributed
 * as in life, many with the common ones. The same numbers give the same mentors, on both databases.
 *
 * Triggers and foreign keys are off (`session_replication_role`, which needs a superuser). So the listings that the
 * product would derive are written too; `expectSameListings` in `search-refresh.ts` checks that they are the same.
 */
import { sql, type RawBuilder } from 'kysely'
import { MIN_RATINGS } from '#domain/mentors/feedback'
import type { Db } from '#server/platform/db/connect'
import { countryNames } from '#server/platform/reference/countries'
import { makePools, sizes, type Pools } from './search-pools.ts'

/** The product's clock during the benchmark, so that no free start passes. */
export const NOW = new Date('2030-01-07T09:00:00Z')

/**
 * Mentors up to this number are complete. Later ones have only what a page shows: no topic rows, feedback or claims.
 */
const WHOLE_UNTIL = 100_000

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Adds the mentors with the numbers after `from` up to `until`. Those that are not whole have what `WHOLE_UNTIL` says. */
export async function growMentors(root: Db, from: number, until: number, whole = until <= WHOLE_UNTIL): Promise<void> {
  await root.transaction().execute(async (db) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(db)
    await run(sql`set local session_replication_role = replica`)
    await run(sql`set local work_mem = '256MB'`)
    // What is picked from is joined as written, one hashed table after the other: the planner expects a row and gets a million.
    await run(sql`set local join_collapse_limit = 1`)
    await run(sql`set local enable_nestloop = off`)
    await run(sql`set local jit = off`)
    await makeHelpers(db, makePools())
    await run(sql`drop table if exists pg_temp.made`)
    await run(madeMentors(from, until))
    await run(sql`analyze pg_temp.made`)
    for (const statement of [mentors, moves, sessions, listings]) await run(statement)
    if (whole) for (const statement of [topics, voices, claims]) await run(statement)
    await run(sql`update listing_version set version = (select max(version) from listings)`)
  })
  for (const table of ['mentors', 'moves', 'session_types', 'mentor_topics', 'feedback', 'listings'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(root)
}

/** Tables to pick from, for the rest of the transaction's connection. */
async function makeHelpers(db: Db, pools: Pools): Promise<void> {
  await sql`create or replace function pg_temp.pick(n int, salt int, size int, skew float) returns int language sql immutable
    as ${sql.raw(`$$ select floor(size * power((hashint8extended(n, salt) & 2147483647) / 2147483648.0, skew))::int $$`)}`.execute(
    db,
  )
  await sql`create temp table if not exists pool on commit drop as
    select kind, (item - 1)::int as place, words from jsonb_each(${json(pools.words)}) as kinds (kind, items),
      jsonb_array_elements_text(items) with ordinality as each (words, item)`.execute(db)
  const cities = Object.entries({ to: pools.destinations, from: pools.origins }).flatMap(([kind, all]) =>
    all.map((city, place) => ({ ...city, kind, place, names: countryNames(city.country).join(' ') })),
  )
  await sql`create temp table if not exists city on commit drop as
    select * from jsonb_to_recordset(${json(cities)})
      as city (kind text, place int, city text, country text, "countryName" text, zone text, names text)`.execute(db)
  // 31 topics: whatever the step, none is met twice.
  await sql`create temp table if not exists topic_set on commit drop as
    select start, step, size, codes, words from generate_series(0, 30) as start, generate_series(1, 5) as step,
      generate_series(2, 5) as size, lateral (
        select array_agg(code order by position, code) as codes,
          string_agg(label || ' ' || topic_group, E'\n' order by position, code) as words
        from (select *, row_number() over (order by position, code) - 1 as place from topics limit 31) as numbered
        where place in (select (start + step * k) % 31 from generate_series(0, size - 1) as k)) as chosen`.execute(db)
  for (const table of ['pool', 'city', 'topic_set']) await sql`analyze ${sql.table(table)}`.execute(db)
}

const pick = (salt: number, size: number, skew = 1) =>
  sql`pg_temp.pick(n, ${sql.lit(salt)}, ${sql.lit(size)}, ${sql.lit(skew)})`

/** The choices of each mentor. `b` is where they live; some moved on to `c`. */
const madeMentors = (from: number, until: number) => sql`
  create temp table made on commit drop as
  select n, md5('mentor ' || n)::uuid as id, f.words || ' ' || l.words as name, r.words as role, u.words as university,
    e.words as employer, h.words as help, a.city as a_city, a.country as a, b.city as b_city, b.country as b,
    c.city as c_city, c.country as c, b.city || ', ' || b."countryName" as location, b.zone, a.names as a_names,
    b.names as b_names, c.names as c_names, ${pick(11, 25, 1.7)} as experience,
    1500 + 500 * ${pick(12, 28, 1.4)} as price,
    case when ${pick(13, 100)} < 60 then '{30,60}'::int[] when ${pick(13, 100)} < 85 then '{45}' else '{30,45,90}' end as minutes,
    array_remove(array[case when ${pick(14, 10)} > 0 then 'en' end, s.words,
      case when ${pick(16, 10)} < 4 then s2.words end], null) as languages,
    t.codes, t.words as topic_words, t.start, t.step, t.size,
    case when ${pick(18, 3)} = 0 then 1 + ${pick(19, 6, 2)} else 0 end as voices,
    ${NOW}::timestamptz - make_interval(hours => 1 + ${pick(20, 30_000)}) as created_at,
    case when ${pick(21, 20)} > 0 then ${NOW}::timestamptz + make_interval(hours => 1 + ${pick(22, 1_439, 2)}) end as free_at
  from generate_series(${sql.lit(from + 1)}, ${sql.lit(until)}) as n
    join pool f on f.kind = 'first' and f.place = ${pick(1, sizes.first, 2)}
    join pool l on l.kind = 'last' and l.place = ${pick(2, sizes.last, 2)}
    join pool r on r.kind = 'role' and r.place = ${pick(3, sizes.role, 1.5)}
    join pool u on u.kind = 'university' and u.place = ${pick(4, sizes.university, 2)}
    join pool e on e.kind = 'employer' and e.place = ${pick(5, sizes.employer, 2)}
    join pool h on h.kind = 'help' and h.place = ${pick(6, sizes.help)}
    join city b on b.kind = 'to' and b.place = ${pick(7, sizes.destinations, 3)}
    join city a on a.kind = 'from' and a.place = ${pick(8, sizes.origins, 3)}
    left join city c on c.kind = 'to' and ${pick(9, 10)} < 3 and c.place = (b.place + 5 * (1 + ${pick(10, 20)})) % ${sql.lit(sizes.destinations)}
    join pool s on s.kind = 'language' and s.place = ${pick(15, sizes.language, 2)}
    join pool s2 on s2.kind = 'language' and s2.place = (s.place + 1 + ${pick(17, sizes.language - 1)}) % ${sql.lit(sizes.language)}
    join topic_set t on t.start = ${pick(23, 31, 2)} and t.step = 1 + ${pick(24, 5)} and t.size = 2 + ${pick(25, 4)}`

const mentors = sql`
  insert into mentors (id, slug, name, role, experience, location, languages, university, education, price_pence, currency,
    about, help_with, time_zone, status, created_at)
  select id, 'made-' || n, name, role, experience, location, languages, university, '', price, 'GBP',
    repeat('I moved, and it was worth it. ', 8), array[help], zone, 'accepted', created_at from made`

const moves = sql`
  insert into moves (mentor_id, position, from_city, from_country, to_city, to_country, purpose, year, institution, looked_up)
  select id, 0, a_city, a, b_city, b, 'study', 2015, university, true from made
  union all select id, 1, b_city, b, c_city, c, 'work', 2020, employer, true from made where c is not null`

const sessions = sql`
  insert into session_types (id, mentor_id, position, title, minutes, price_pence)
  select md5(n || ' session ' || place)::uuid, id, place - 1, length || ' minutes', length,
    case when place > 1 then price * place end
  from made, unnest(minutes) with ordinality as each (length, place)`

const stars = sql`(5 - pg_temp.pick(n, 100 + voice, 3, 2))`

const listings = sql`
  insert into listings (mentor_id, version, listed, name, words, destinations, origins, crossings, languages, topics, location,
    experience, price_pence, minutes, rating, rating_count, created_at, free_at, recheck_at)
  select id, 1 + (n - 1) / 500, true, name, (
      select string_agg(line, E'\n' order by place) from (
        select line, min(place) as place
        from unnest(array[role, university, location, a_city, b_city, case when c is not null then c_city end,
          case when c is not null then employer end, a_names, b_names, c_names, topic_words, help])
          with ordinality as each (line, place) where line <> '' group by line) as lines),
    array_remove(array[b, c], null), case when c is null then array[a] else array[a, b] end,
    case when c is null then array[a || '-' || b] else array[a || '-' || b, b || '-' || c] end,
    languages, codes, location, experience, price, minutes, (
      select case when count(*) >= ${sql.lit(MIN_RATINGS)} then round(avg(${stars}), 1)::float8 end
      from generate_series(1, voices) as voice), voices, created_at, free_at,
    coalesce(free_at, ${NOW}::timestamptz + interval '1 day')
  from made order by n`

const topics = sql`
  insert into mentor_topics (mentor_id, topic) select id, unnest(codes) from made`

const voices = sql`
  insert into feedback (id, booking_id, mentor_id, rating, text, author, published_at, created_at)
  select md5(n || ' voice ' || voice)::uuid, md5(n || ' booking ' || voice)::uuid, id,
    ${stars}, 'It helped.', 'Grace H.', ${NOW}, ${NOW}
  from made, generate_series(1, voices) as voice`

const claims = sql`
  insert into claims (booking_id, mentor_id, during)
  select md5(n || ' booking')::uuid, id, tstzrange(${NOW}::timestamptz + interval '30 hours', ${NOW}::timestamptz + interval '31 hours')
  from made where n % 20 = 0`
