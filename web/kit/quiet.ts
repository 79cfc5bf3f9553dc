// While an alarm is open or the wall is in front, nothing that can wait comes over the screen: news of a release, drafts,
// questions about slow requests. Whoever needs the screen holds it; whoever has a notice asks first.
import { create } from 'zustand'

/** `busy`: somebody needs the screen. `asking`: it is not known yet whether somebody does. */
export type Hold = 'busy' | 'asking'

export const useQuiet = create<{ holds: ReadonlyMap<string, Hold> }>()(() => ({ holds: new Map() }))

/** Answers how to let go. A name holds once; the later word counts. */
export function holdQuiet(name: string, hold: Hold): () => void {
  const put = (change: (holds: Map<string, Hold>) => void) => {
    const holds = new Map(useQuiet.getState().holds)
    change(holds)
    useQuiet.setState({ holds })
  }
  put((holds) => holds.set(name, hold))
  return () => put((holds) => holds.get(name) === hold && holds.delete(name))
}

export type Room = 'free' | Hold

export const roomOf = (holds: ReadonlyMap<string, Hold>): Room => {
  const all = [...holds.values()]
  return all.includes('busy') ? 'busy' : all.includes('asking') ? 'asking' : 'free'
}

/** Whether a notice may come up now. */
export const useRoom = (): Room => useQuiet((state) => roomOf(state.holds))
