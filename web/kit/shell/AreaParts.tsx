// What areas do on every page of the console: their inShell.part.tsx, fetched after the shell itself is on the screen.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

const files = import.meta.glob<{ default: ComponentType }>('../../areas/*/inShell.part.tsx')
const parts = Object.entries(files).map(([file, load]) => ({ file, Part: lazy(load) }))

/** `children` come after them: what must know first what the areas have on the screen. */
export function AreaParts({ children }: { children?: ReactNode }) {
  return (
    <Suspense fallback={null}>
      {parts.map(({ file, Part }) => (
        <Part key={file} />
      ))}
      {children}
    </Suspense>
  )
}
