// What areas do on every page of the console: their inShell.part.tsx, fetched after the shell itself is on the screen.
import { type ComponentType, lazy, Suspense } from 'react'

const files = import.meta.glob<{ default: ComponentType }>('../../areas/*/inShell.part.tsx')
const parts = Object.entries(files).map(([file, load]) => ({ file, Part: lazy(load) }))

export function AreaParts() {
  return (
    <Suspense fallback={null}>
      {parts.map(({ file, Part }) => (
        <Part key={file} />
      ))}
    </Suspense>
  )
}
