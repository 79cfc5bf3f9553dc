// The takes of the elders on this tablet: asked for with the day, kept on the device, changed by what others press, and what is
// pressed here, which waits in the same queue as care so that everything leaves in its order.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { takesOf } from '#contract/drug/roundAnswer'
import { UNDO_MINUTES } from '#contract/drug/rounds'
import { drugTake, TakeTerminal } from '#contract/drug/take'
import { READ_TAKES } from '#contract/drug/takeMoves'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { allows } from '#contract/kit/permission'
import type { SessionData } from '#contract/platform/session'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { keepAnswer, keptAnswer } from '#web/offline/offlineDb'
import type { Queue } from '#web/offline/queue'
import { type Dose, GIVE, GIVE_LATE, type GiveInput, type GiveLateInput, patchedTakes } from './doses.ts'
import { Asking, type ChangedTakes } from './live.ts'
import { isAway } from './sending.ts'

const QUIET = { silent: true, handles: () => true } as const
const ELDERS_AT_ONCE = 60
/** A little after something changed: several changes are asked for once. */
const SOON_MS = 1_000

export interface Doses {
  takes: readonly DrugTakeData[]
  /** Takes as an answer says they are now. */
  put(takes: readonly DrugTakeData[]): void
  changed(message: ChangedTakes): void
}

async function ask(ids: readonly string[]): Promise<DrugTakeData[]> {
  const takes: DrugTakeData[] = []
  for (let from = 0; from < ids.length; from += ELDERS_AT_ONCE) {
    const oldmanId = ids.slice(from, from + ELDERS_AT_ONCE).join(',')
    takes.push(...takesOf(await send(drugTake.calls.round, { oldmanId, slot: '*' }, QUIET)))
  }
  return takes
}

/** `asked`: another text whenever the day of the tablet was asked for again. `view`: whose elders are shown. */
export function useDoses(user: SessionData, elderIds: readonly string[], asked: string, view: string): Doses {
  const me = user.empInfo.empId
  const may = allows(READ_TAKES, (code) => user.authority.some((one) => one.name === code))
  const [takes, setTakes] = useState<readonly DrugTakeData[]>([])
  const asking = useMemo(() => new Asking<DrugTakeData>((one) => one.takeId), [])
  const ids = [...elderIds].sort().join(',')
  const elders = useMemo(() => new Set(ids.split(',')), [ids])
  const key = `doses ${view}`
  /** The view that the server has answered for: what the device kept of it is older. */
  const answered = useRef('')
  const refresh = useCallback(async () => {
    if (!may || ids === '') return
    const no = asking.begin()
    try {
      const now = asking.end(no, await ask(ids.split(',')))
      if (now === null) return
      answered.current = key
      setTakes(now)
    } catch (error) {
      asking.fail(no)
      // What the device knows stands; that nothing comes through is told by the day.
      if (!(error instanceof CallError)) throw error
    }
  }, [may, ids, me, key, asking])
  useEffect(() => {
    let gone = false
    void keptAnswer<DrugTakeData[]>(me, key).then((kept) => {
      if (kept && !gone && answered.current !== key) setTakes(kept.data)
    })
    return () => {
      gone = true
    }
  }, [me, key])
  // What others have pressed since is kept, too: a device that is opened without network knows it.
  useEffect(() => {
    if (answered.current === key) void keepAnswer(me, key, takes)
  }, [me, key, takes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day of the tablet is the reason to ask
  useEffect(() => void refresh(), [refresh, asked])
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const latest = useRef(refresh)
  latest.current = refresh
  const known = useRef(takes)
  known.current = takes
  const put = useCallback(
    (told: readonly DrugTakeData[]) => {
      asking.told(told)
      setTakes((before) => patchedTakes(before, { takes: [...told], oldmanIds: [] }, new Set()).takes)
    },
    [asking],
  )
  const changed = useCallback(
    (message: ChangedTakes) => {
      asking.told(message.takes)
      setTakes((before) => patchedTakes(before, message, elders).takes)
      if (!patchedTakes(known.current, message, elders).ask) return
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void latest.current(), SOON_MS)
    },
    [asking, elders],
  )
  return { takes, put, changed }
}

export interface DoseActs {
  /** Given or refused, as it was pressed now. */
  give(
    doses: readonly Dose[],
    about: string,
    how: Pick<GiveInput, 'result' | 'reason' | 'opened' | 'scanned'>,
  ): Promise<void>
  /** Of what the clock says was missed: given, and not recorded. */
  giveLate(dose: Dose, about: string, how: Pick<GiveLateInput, 'doneAt' | 'reason'>): Promise<void>
  /** What one press recorded. Why it was not taken back; null: it was. */
  takeBack(doses: readonly Dose[]): Promise<string | null>
}

interface ActParts {
  queue: Queue
  flush(): Promise<unknown>
  nowText(): string
  put(takes: readonly DrugTakeData[]): void
}

export const doseActs = ({ queue, flush, nowText, put }: ActParts): DoseActs => {
  const press = async (what: string, input: object, about: string) => {
    await queue.add({ no: newRequestNo(), what, input, files: [], at: nowText(), about })
    await flush()
  }
  const idsOf = (doses: readonly Dose[]) => doses.map(({ take }) => take.takeId)
  const terminal = TakeTerminal.is.bedside
  return {
    give: (doses, about, how) =>
      press(GIVE, { takeIds: idsOf(doses), doneAt: nowText(), terminal, ...how } satisfies GiveInput, about),
    giveLate: (dose, about, how) => press(GIVE_LATE, { takeIds: idsOf([dose]), ...how } satisfies GiveLateInput, about),
    takeBack: async (doses) => {
      const waits = doses[0]?.waits ?? null
      if (waits !== null) {
        await queue.drop(waits)
        return null
      }
      try {
        const input = { takeIds: idsOf(doses) }
        put((await send(drugTake.calls.undo, input, { ...QUIET, requestNo: newRequestNo() })).takes)
        return null
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return isAway(error.code)
          ? `现在连不上服务器，没有撤回。${UNDO_MINUTES} 分钟内连上后再撤回一次。`
          : error.message
      }
    },
  }
}
