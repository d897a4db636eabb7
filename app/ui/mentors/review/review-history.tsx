/** What happened to a record, newest first. */
import * as m from '#messages/application'
import type { HistoryEntry } from './review-view.ts'

export function ReviewHistory({ history }: { history: HistoryEntry[] }) {
  return (
    <section aria-labelledby="history" className="review-part">
      <h2 id="history" className="text-lg">
        {m.history()}
      </h2>
      {history.length === 0 ? (
        <p className="mt-2 text-ink-2">{m.noHistory()}</p>
      ) : (
        <ol className="review-history mt-3">
          {history.map(({ id, at, words, text }) => (
            <li key={id}>
              <span className="text-ink-2 tabular-nums">{at}</span> <span className="wrap-anywhere">{words}</span>
              {text && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{m.quoted({ text })}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
