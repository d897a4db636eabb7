/** Sends a long form whose draft is saved as one types. */
import { useEffect, useRef } from 'react'
import type { useFetcher } from 'react-router'
import { useUnanswered } from '../browser/unanswered.ts'
import { saysTheSame, type Typed } from './typed-fields.ts'
import type { Draft } from './use-draft.ts'

/**
 * `send` sends the form. `waits`: an attempt got no answer. It is given up by another one, and once the form says something
 * else: trying it again would send what was typed before.
 */
export function useSending(fetcher: ReturnType<typeof useFetcher>, typed: Typed, draft: Draft) {
  const sent = useRef<Typed>({})
  const unanswered = useUnanswered()
  const waits = fetcher.state !== 'idle' && unanswered !== null && !unanswered.reads && !unanswered.trying
  const { reset } = fetcher
  const { stop, goOn } = draft

  useEffect(() => {
    if (!waits || saysTheSame(typed, sent.current)) return
    reset()
    goOn()
    // oxlint-disable-next-line react/exhaustive-deps -- `goOn` is another function each time.
  }, [waits, typed, reset])

  const send = async (more: Typed, action: string) => {
    await stop()
    sent.current = typed
    void fetcher.submit({ ...typed, ...more }, { method: 'post', action })
  }
  return { send, waits }
}
