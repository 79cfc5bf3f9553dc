// How dense the tiles must stand so that the last row is in sight: as few steps as it takes, measured on the screen.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** 0 as they are, 1 two lines, 2 the number and the value alone. */
export type Density = 0 | 1 | 2
const MOST: Density = 2

/** `key` names what the room depends on: whenever it changes the tiles begin at `least` again. */
export function useDensity(box: RefObject<HTMLElement | null>, key: string, least: Density): Density {
  const [size, setSize] = useState('')
  const [found, setFound] = useState<{ key: string; density: Density }>({ key: '', density: least })
  const whole = `${key} ${size} ${least}`
  const density = found.key === whole ? found.density : least
  useLayoutEffect(() => {
    const resized = () => setSize(`${window.innerWidth}x${window.innerHeight}`)
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  useLayoutEffect(() => {
    const floors = box.current
    if (!floors || density >= MOST || floors.scrollHeight <= floors.clientHeight + 1) return
    setFound({ key: whole, density: (density + 1) as Density })
  })
  return density
}
