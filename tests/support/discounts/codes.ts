/** Discount codes for tests. */
import { randomUUID } from 'node:crypto'
import { findEnteredCode, insertCodes, type NewCode } from '#server/discounts/codes-queries'
import type { Db } from '#server/platform/db/connect'

/** The operator's code SCHOLAR: everything off, any number of times, for any session or cohort, from 2030 on. */
const SCHOLAR: Omit<NewCode, 'id'> = {
  code: 'SCHOLAR',
  batch: null,
  mentorId: null,
  percent: 100,
  amount: null,
  currency: null,
  mentorIds: null,
  appliesTo: 'both',
  sessionTypeIds: null,
  cohortIds: null,
  validFrom: new Date('2030-01-01T00:00:00Z'),
  validUntil: null,
  maxRedemptions: null,
  maxPerPerson: null,
  borneBy: 'operator',
  createdBy: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
}

/** A code as it is stored. */
export const findCode = async (db: Db, code: string) =>
  (await findEnteredCode(db, { code, limitKeys: [], limitMaxes: [], now: SCHOLAR.createdAt.toISOString() })).stored

/** Writes a code that differs from `SCHOLAR` by `changed`. Returns its id. */
export async function addCode({ db }: { db: Db }, changed: Partial<NewCode> = {}): Promise<string> {
  const code = { id: randomUUID(), ...SCHOLAR, ...changed }
  await insertCodes(db, [code])
  return code.id
}
