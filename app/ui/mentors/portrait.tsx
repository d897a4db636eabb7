/** A mentor's picture, or their initials where there is none. */

type PortraitProps = {
  name: string
  /** The key of the picture in storage. */
  picture: string | null
  /** Pixels across, on the widest screen it is shown on. `className` says what it is on each. */
  size: 104 | 168
  /** The first pictures of a page are wanted at once, the rest when they come near. */
  eager?: boolean
  className: string
}

const WIDTHS = [96, 192, 384]

/** What `className` makes of each size, so that a phone fetches no more than it shows. */
const SIZES = { 104: '(width < 48rem) 80px, 104px', 168: '(width < 48rem) 112px, 168px' }

const GROUNDS = ['bg-shoal-2', 'bg-land', 'bg-green', 'bg-tint']

/** Decorative: the name always stands beside it. */
export function Portrait({ name, picture, size, eager = false, className }: PortraitProps) {
  const frame = `line shrink-0 overflow-hidden rounded-control ${className}`
  if (picture === null) {
    return (
      <span
        aria-hidden="true"
        className={`flex items-center justify-center text-2xl font-semibold ${frame} ${groundOf(name)}`}
      >
        {initialsOf(name)}
      </span>
    )
  }
  const at = (format: string) => WIDTHS.map((width) => `/pictures/${picture}/${width}.${format} ${width}w`).join(', ')
  const sizes = SIZES[size]
  return (
    <picture className={frame}>
      <source type="image/avif" srcSet={at('avif')} sizes={sizes} />
      <img
        src={`/pictures/${picture}/192.webp`}
        srcSet={at('webp')}
        sizes={sizes}
        width={size}
        height={size}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}

/** First letters of the first and the last name: "Ananya Rao" is AR. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** One of four grounds, always the same for one name. */
function groundOf(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return GROUNDS[sum % GROUNDS.length] ?? 'bg-shoal-2'
}
