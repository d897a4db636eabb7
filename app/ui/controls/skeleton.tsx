/** A placeholder with the size of what is loading, set by `className`. The caller adds words for screen readers. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      className={`rounded-control bg-shoal-1 motion-safe:animate-pulse forced-colors:border forced-colors:border-[GrayText] ${className}`}
    />
  )
}
