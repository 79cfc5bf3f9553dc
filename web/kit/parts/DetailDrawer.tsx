// One record in a drawer: bones while it is on its way, an error that can be tried again, then its face.
import { useState } from 'react'
import { Loaded, type LoadedProps } from './Loaded.tsx'
import { SideDrawer, type SideDrawerProps } from './SideDrawer.tsx'

type DetailDrawerProps<T> = Omit<SideDrawerProps, 'children'> & Omit<LoadedProps<T>, 'card'>

export function DetailDrawer<T>({ of, what, lines, fresh, none, children, ...drawer }: DetailDrawerProps<T>) {
  return (
    <SideDrawer {...drawer}>
      <Loaded of={of} what={what} lines={lines} fresh={fresh} none={none}>
        {children}
      </Loaded>
    </SideDrawer>
  )
}

/** The last value that was there: a drawer keeps its record while it leaves the screen. */
export function useShown<T>(value: T | null | undefined): T | null {
  const [shown, setShown] = useState<T | null>(value ?? null)
  if (value !== null && value !== undefined && value !== shown) setShown(value)
  return value ?? shown
}
