/** The shape of what is coming, with words for who does not see it. It takes the room that the content will take. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className="grid gap-3">
      <output className="text-ink-2">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="h-20 rounded-card bg-shoal-1 motion-safe:animate-pulse forced-colors:border forced-colors:border-[GrayText]"
        />
      ))}
    </div>
  )
}
