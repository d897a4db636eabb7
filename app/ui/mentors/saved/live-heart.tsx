import Heart from 'lucide-react/icons/heart'
import * as m from '#messages/mentors'
import { useSaved } from './saved.ts'

export function LiveHeart({ slug, name }: { slug: string; name: string }) {
  const { saved, toggle } = useSaved(slug)
  return (
    <button
      type="button"
      aria-pressed={saved}
      aria-label={m.saveNamed({ name })}
      onClick={() => void toggle().catch(() => {})}
      className="heart"
    >
      <Heart size={20} strokeWidth={1.75} />
    </button>
  )
}
