/** Saving a mentor for later and passing their page on, at the top of it. Saving is a form, which needs no scripts. */
import Heart from 'lucide-react/icons/heart'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { useSite } from '../../layout/site.ts'
import { useSaved } from './saved.ts'
import type { Said } from './ways.ts'

const SAID_MS = 8_000

export function SaveAndShare({ mentor }: { mentor: { slug: string; name: string } }) {
  const { slug, name } = mentor
  const { saved, toggle } = useSaved(slug)
  const [said, setSaid] = useState<Said>({ words: '' })
  const address = `${useSite()?.origin ?? ''}/mentors/${slug}` // Without what the visitor searched for.
  const report = async (request: Promise<Said>) => {
    // The script of it may not arrive.
    setSaid(await request.catch(() => ({ words: m.shareFailed({ address }) })))
    setTimeout(setSaid, SAID_MS, { words: '' })
  }
  return (
    <div className="mentor-ways">
      <form
        method="post"
        action={localPath('/saved/change')}
        onSubmit={(event) => {
          event.preventDefault()
          void report(toggle())
        }}
      >
        <input type="hidden" name="mentor" value={slug} />
        <input type="hidden" name="keep" value={saved ? 'no' : 'yes'} />
        <input type="hidden" name="back" value={`/mentors/${slug}`} />
        <button type="submit" className="mentor-way" data-saved={saved}>
          <Heart size={18} strokeWidth={1.75} />
          {/* As wide as the longer of both words. */}
          <span className="grid text-start">
            <span className="col-start-1 row-start-1">{saved ? m.mentorSaved() : m.saveMentor()}</span>
            <span aria-hidden="true" className="invisible col-start-1 row-start-1">
              {m.mentorSaved()}
            </span>
          </span>
          <span className="sr-only"> {name}</span>
        </button>
      </form>
      <button
        type="button"
        onClick={() => void report(import('./ways.ts').then(({ share }) => share(name, address)))}
        className="mentor-way mentor-share"
      >
        <Share size={18} strokeWidth={1.75} />
        {m.share()}
      </button>
      <output className="mentor-said">
        {said.words}
        {said.leads && (
          <>
            {' '}
            <Link to="/saved" className="link">
              {m.seeSaved()}
            </Link>
          </>
        )}
      </output>
    </div>
  )
}
