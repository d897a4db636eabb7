/** Topics on the settings page, made by `app/views/admin/topics.ts`. */

type Way = { up: boolean; down: boolean }

/** `mentors`: how many have it. */
export type TopicView = { code: string; label: string; retired: boolean; mentors: number; canMove: Way }

export type TopicGroupView = { name: string; canMove: Way; topics: TopicView[] }

/** `version`: of the whole list, from which each form is made. */
export type TopicsView = { version: number; groups: TopicGroupView[] }

/** What comes back when a form did not simply set something. `code`: of the topic; empty for a new one. */
export type TopicResult = {
  code: string
  typed: { label: string; group: string }
  errors: { label?: string; group?: string }
  conflict: string | null
}
