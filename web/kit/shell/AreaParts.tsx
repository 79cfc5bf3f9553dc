// What areas do on every page of the console: their inShell.part.tsx, fetched after the shell itself is on the screen.
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const files = import.meta.glob<{ default: ComponentType }>('../../areas/*/inShell.part.tsx')
const parts = Object.entries(files).map(([file, load]) => ({ file, Part: lazy(load) }))

/** The page in front comes first; an alarm is on the screen a moment later all the same. */
const AFTER_MS = 300
const LATEST_MS = 1_000

/** `children` come after them: what must know first what the areas have on the screen. */
export function AreaParts({ children }: { children?: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const now = () => setDue(true)
    const timer = setTimeout(
      () => ('requestIdleCallback' in window ? window.requestIdleCallback(now, { timeout: LATEST_MS }) : now()),
      AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
  if (!due) return null
  return (
    <Suspense fallback={null}>
      {parts.map(({ file, Part }) => (
        <Part key={file} />
      ))}
      {children}
    </Suspense>
  )
}
