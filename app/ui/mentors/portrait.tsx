/** A mentor's picture, or their initials where there is none. */
import { initialsOf } from '#domain/accounts/initials'

type PortraitProps = {
  name: string
  /** The key of the picture in storage. */
  picture: string | null
  /** Its width in pixels on a wide screen. `className` sets the width on each. */
  size: 104 | 168
  /** Loads it at once, for the first pictures of a page. Others load when they come near the window. */
  eager?: boolean
  className?: string
}

const WIDTHS = [96, 192, 384]

/** The widths that `className` gives each size, so that a phone loads no larger picture than it shows. */
const SIZES = { 104: '(width < 48rem) 80px, 104px', 168: '(width < 48rem) 112px, 168px' }

const GROUNDS = ['bg-shoal-2', 'bg-land', 'bg-green', 'bg-tint']

/** Hidden from screen readers, since the name always stands beside it. */
export function Portrait({ name, picture, size, eager = false, className }: PortraitProps) {
  const frame = className ? `portrait ${className}` : 'portrait'
  if (picture === null) {
    return (
      <span
        aria-hidden="true"
        className={`flex items-center justify-center text-2xl font-semibold ${frame} ${chooseGround(name)}`}
      >
        {initialsOf(name)}
      </span>
    )
  }
  const widths = WIDTHS.map((width) => `/pictures/${picture}/${width}.avif ${width}w`).join(', ')
  return (
    <picture className={frame}>
      <source type="image/avif" srcSet={widths} sizes={SIZES[size]} />
      {/* One width only, for the few browsers that show no AVIF: a page has dozens of pictures. */}
      <img
        src={`/pictures/${picture}/${size === 168 ? 384 : 192}.webp`}
        width={size}
        height={size}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}

/** One of four backgrounds, always the same for a name. */
function chooseGround(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return GROUNDS[sum % GROUNDS.length] ?? 'bg-shoal-2'
}
