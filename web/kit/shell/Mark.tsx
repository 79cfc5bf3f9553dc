// The product's mark: a pavilion roof over a moon gate.
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="颐园">
      <rect width="32" height="32" rx="7" fill="var(--brand)" />
      <g fill="none" stroke="var(--mark-line, #fff)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6 14.5c3.6-.6 7-3 10-7.5 3 4.5 6.4 6.9 10 7.5" />
        <path d="M9 14.5V24M23 14.5V24M6.5 24.5h19" />
        <circle cx="16" cy="19.5" r="4" />
      </g>
    </svg>
  )
}
