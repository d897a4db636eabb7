/** The shape of a thing that is coming, in the room it will take: `className` says how much. Words for it stand beside it. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      className={`rounded-control bg-shoal-1 motion-safe:animate-pulse forced-colors:border forced-colors:border-[GrayText] ${className}`}
    />
  )
}
