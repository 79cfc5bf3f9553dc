/** A person's picture, or the first character of the name on the theme's soft ground. */
export function Photo({ name, picture, size }: { name: string; picture: string | null; size: number }) {
  if (picture)
    return (
      <img className="yy-avatar yy-soft yy-fixed yy-active yy-strong" src={picture} alt="" width={size} height={size} />
    )
  return (
    <span
      className="yy-avatar yy-soft yy-fixed yy-active yy-strong"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.47) }}
      aria-hidden
    >
      {name.slice(0, 1)}
    </span>
  )
}
