// Whether the pop-ups stand on the screen: folded into the pill by the user until another alarm comes.
import { create } from 'zustand'

interface Shown {
  hidden: boolean
  /** The wall is in front and shows the alarms itself. */
  onWall: boolean
  hide(): void
  show(): void
}

export const usePrompts = create<Shown>()((set) => ({
  hidden: false,
  onWall: false,
  hide: () => set({ hidden: true }),
  show: () => set({ hidden: false }),
}))
