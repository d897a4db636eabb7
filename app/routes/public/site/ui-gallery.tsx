/** /ui — every component in every state. In a demo only; a live site has no such page. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { GALLERY } from '../../../ui/gallery/gallery.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import type { Route } from './+types/ui-gallery'

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(appContext).config.mode === 'live') throw data(null, 404)
  return null
}

export default function UiGallery() {
  return (
    <ProsePage
      title="Components"
      lead="What the pages are made of, in every state. By day and by night: the footer’s switch."
    >
      <PageHead title="Components" />
      <nav aria-label="Components" className="mt-6">
        <ul className="flex flex-wrap gap-x-5">
          {GALLERY.map((piece) => (
            <li key={piece.id}>
              <a href={`#${piece.id}`} className="tall-link">
                {piece.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {GALLERY.map((piece) => (
        <section key={piece.id} aria-labelledby={piece.id} className="border-t border-hair mt-10 pt-8">
          <h2 id={piece.id} className="scroll-mt-6 text-2xl">
            {piece.title}
          </h2>
          <div className="mt-5 grid max-w-4xl gap-6">{piece.show}</div>
        </section>
      ))}
    </ProsePage>
  )
}
