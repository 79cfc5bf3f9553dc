/** Numbered steps of a path; the present one is marked for screen readers too. */
export function Stepper({ steps, now }: { steps: readonly string[]; now: number }) {
  return (
    <ol className="yy-steps yy-row yy-gap-12">
      {steps.map((title, i) => (
        <li
          key={title}
          className={i === now ? 'now' : i < now ? 'done' : undefined}
          aria-current={i === now ? 'step' : undefined}
        >
          <b className="yy-inline yy-middle yy-light yy-text-13 yy-circle">{i < now ? '✓' : i + 1}</b>
          {title}
        </li>
      ))}
    </ol>
  )
}
