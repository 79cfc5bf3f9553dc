interface Props {
  size: number
  /** A configured picture instead of the product's own mark. */
  picture?: string | null
  /** Ground of the own mark. */
  ground?: string
}

/** The organisation's logo, or the pavilion. */
export function Mark({ size, picture, ground = 'var(--deep)' }: Props) {
  if (picture) return <img className="yy-mark" src={picture} width={size} height={size} alt="" />
  return (
    <svg className="yy-mark" width={size} height={size} viewBox="0 0 44 44" fill="none" aria-hidden="true">
      <rect width="44" height="44" rx="10" style={{ fill: ground }} />
      <g stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 19.8C14.5 18.5 19 15 22 10.7C25 15 29.5 18.5 35.5 19.8" />
        <path d="M12.7 21.5V33.5M31.3 21.5V33.5M9.5 33.9H34.5" />
        <circle cx="22" cy="27.2" r="5.6" />
      </g>
    </svg>
  )
}
