// Parts that nobody sees at first: a picker before it is opened, the form of a drawer. Their code comes after the page
// stands; until then an empty field of the same size holds their place.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ChunkError } from '#web/kit/shell/pageFiles'

const all = new Set<() => Promise<unknown>>()

/** When the first page stands and nothing else is asked for. Whoever needs one earlier has it come at once. */
export function fetchLater(): void {
  // What fails now is asked for again by whoever needs it, and shown there.
  for (const load of all) load().catch(() => undefined)
}

/** An empty field. */
export const FIELD = <span className="yy-fill yy-later" aria-hidden />

export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ReactNode = null) {
  let here: ComponentType<P> | undefined
  let coming: Promise<{ default: ComponentType<P> }> | undefined
  const fetch = () => {
    coming ??= load().then(
      (component) => {
        here = component
        return { default: component }
      },
      (error: unknown) => {
        coming = undefined
        throw new ChunkError(error instanceof Error ? error.message : String(error))
      },
    )
    return coming
  }
  all.add(fetch)
  return function Later(props: P) {
    // Chosen once: another component in its place would begin anew.
    const [Shown] = useState<ComponentType<P>>(() => here ?? (lazy(fetch) as unknown as ComponentType<P>))
    return Shown === here ? (
      <Shown {...props} />
    ) : (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
}

/** A drawer that is seldom opened: nothing of it is there before. */
export function whenOpened<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Part = later(load)
  return function WhenOpened(props: P) {
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened ? <Part {...props} /> : null
  }
}
