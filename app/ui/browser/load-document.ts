/**
 * Loads a page as a whole document once the server can be reached. A plain link would leave the page at once, and without a
 * connection the browser then shows an error of its own. Decision 0017.
 */
import { useEffect, useRef, useState } from 'react'
import { localPath } from '#words/local-path'
import { fetchUntilAnswered } from './unanswered.ts'

/** `load` takes a path of this site, without its language. Aborted when the requesting component unmounts. */
export function useLoadDocument(): { isLoading: boolean; load: (path: string) => void } {
  const [isLoading, setLoading] = useState(false)
  const left = useRef<AbortController | null>(null)
  useEffect(() => () => left.current?.abort(), [])
  const load = (path: string) => {
    setLoading(true)
    left.current?.abort()
    const { signal } = (left.current = new AbortController())
    fetchUntilAnswered(new Request(localPath(path), { signal })).then(
      () => window.location.assign(localPath(path)),
      () => {}, // The visitor went on to another page.
    )
  }
  return { isLoading, load }
}
