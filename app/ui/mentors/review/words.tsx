/** A text with what changed in it. `review.css` hides the marks where an admin wants to see it clean. */
import type { Words as Parts } from './review-view.ts'

const TAGS = { gone: 'del', new: 'ins', same: 'span' } as const

export function Words({ words }: { words: Parts }) {
  return words.map(({ text, change }, n) => {
    const Tag = TAGS[change]
    // oxlint-disable-next-line react/no-array-index-key -- The runs of a text do not change their order.
    return <Tag key={n}>{text}</Tag>
  })
}
