const line = { fill: 'none', stroke: '#fff', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** A K that is a door, a wire and a knock. Its class stands in theme/wordmark.css. */
export const Wordmark = () => (
  <span className="kw-wordmark">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#2f4fd0" />
      <path d="M10 7v18" {...line} />
      <path d="M23 8.5 16.5 16 23 23.5" {...line} />
      <circle cx="14" cy="16" r="2.2" fill="#9fd3ff" />
    </svg>
    <span>Knockwire</span>
  </span>
)
