import { expect, it } from 'vitest'
import { COHORT_FIELDS } from '#domain/cohorts/content'
import { MENTOR_FIELDS } from '#domain/mentors/content'
import { COHORT_FIELD_NAMES } from '#words/cohort-fields'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'

it('names every field that the domain lists, and the domain lists every field', () => {
  expect(Object.keys(FIELD_NAMES)).toEqual(MENTOR_FIELDS)
  expect(Object.keys(COHORT_FIELD_NAMES)).toEqual(COHORT_FIELDS)
})
