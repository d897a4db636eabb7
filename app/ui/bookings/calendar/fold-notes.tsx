import { foldWords } from '#words/clock-changes'
import type { Clock } from '../../time/clock.ts'

type FoldNotesProps = { at: Date; clock: Clock; mentor: Clock; className: string }

/** Where a clock goes back and shows this time twice: which of the two is meant. A line of its own in a flex row. */
export function FoldNotes({ at, clock, mentor, className }: FoldNotesProps) {
  const words = [clock, mentor].map(({ timeZone, place }) => foldWords(at, timeZone, place))
  const shown = words.filter((word, index) => word && !(index === 1 && clock.timeZone === mentor.timeZone))
  return shown.map((word) => (
    <span key={word} className={`w-full ${className}`}>
      {word}
    </span>
  ))
}
