/** The product's mark: the star of a compass rose. Decorative, since the name stands beside it. */
export function Star({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true" className={className}>
      <path
        fillRule="evenodd"
        d="M12 0l2.3 9.7L24 12l-9.7 2.3L12 24l-2.3-9.7L0 12l9.7-2.3zm0 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z"
      />
    </svg>
  )
}
