// What an elder takes now, at the bedside: what two nurses have set out and checked is given here, or refused with its reason,
// with or without network; what the server did not take is told here until somebody has decided.
import { Check, Pill, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TakeResult } from '#contract/drug/take'
import { TAKE_NEEDS } from '#contract/drug/takeMoves'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState } from '#contract/drug/useWords'
import { allows } from '#contract/kit/permission'
import { LATE_REASONS } from '#contract/nursing/careReasons'
import type { BoardElderData } from '#contract/nursing/task'
import type { SessionData } from '#contract/platform/session'
import type { Waiting } from '#web/offline/queue'
import type { Care } from './care.ts'
import type { Dose } from './doses.ts'
import { clockOf, lateMoment } from './elders.ts'

const REASONS = ['说胃不舒服', '睡着了', '说药苦', '不肯张口']

const lineOf = (one: DrugTakeData) =>
  `${one.drugName} ${one.doseText}　${DrugRoute.label(one.route)}${one.giveHow ? `，${one.giveHow}` : ''}`
const several = (doses: readonly Dose[]) => (doses.length > 1 ? ` ${doses.length} 种` : '')

interface DrugsProps {
  elder: BoardElderData
  user: SessionData
  /** The code that was read at this bed; empty: none yet. */
  scanned: string
  care: Care
}

type PartProps = Pick<DrugsProps, 'elder' | 'care'>

function Line({ take, quiet, children }: { take: DrugTakeData; quiet?: boolean; children?: ReactNode }) {
  return (
    <p className={quiet ? 'is-quiet' : undefined}>
      <b>{clockOf(take.planTime)}</b> {lineOf(take)}
      {take.highAlert && <b className="bed-red">高警示</b>}
      {children}
    </p>
  )
}

function useBusy() {
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/** One press for everything that is ready; a refusal asks why, and whether it goes back into its box. */
function Ready({ ready, elder, scanned, care }: PartProps & { ready: readonly Dose[]; scanned: string }) {
  const [asking, setAsking] = useState<string | null>(null)
  const { busy, run } = useBusy()
  const about = `${elder.oldmanName} 服药 ${ready.map(({ take }) => take.drugName).join('、')}`
  const code = scanned === '' ? {} : { scanned }
  const mustScan = scanned === '' && ready.some(({ take }) => take.highAlert !== null)
  const refuse = (reason: string, opened: boolean) =>
    void run(async () => {
      await care.dose.give(ready, `${about}，拒服`, { result: TakeResult.is.refused, reason, opened, ...code })
      setAsking(null)
    })
  const back = (
    <button type="button" className="bed-button" onClick={() => setAsking(null)}>
      <span>返回</span>
    </button>
  )
  if (asking === null)
    return (
      <>
        {scanned === '' && (
          <p className={mustScan ? 'bed-red' : 'is-quiet'}>
            {mustScan ? '有高警示药品，先扫床头码或腕带核对本人，再给药。' : '还没扫床头码，请先核对本人。'}
          </p>
        )}
        <div className="bed-drug-acts">
          <button
            type="button"
            className="bed-button is-main"
            disabled={busy || mustScan}
            onClick={() => void run(() => care.dose.give(ready, about, { result: TakeResult.is.given, ...code }))}
          >
            <Check size={24} aria-hidden />
            <span>已服{several(ready)}</span>
          </button>
          <button type="button" className="bed-button" disabled={busy} onClick={() => setAsking('')}>
            <span>拒服</span>
          </button>
        </div>
      </>
    )
  if (asking === '')
    return (
      <div className="bed-drug-acts">
        {REASONS.map((one) => (
          <button key={one} type="button" className="bed-button" onClick={() => setAsking(one)}>
            <span>{one}</span>
          </button>
        ))}
        {back}
      </div>
    )
  return (
    <div className="bed-drug-acts">
      <button type="button" className="bed-button" disabled={busy} onClick={() => refuse(asking, false)}>
        <span>
          未拆封<small>退回药盒</small>
        </span>
      </button>
      <button type="button" className="bed-button" disabled={busy} onClick={() => refuse(asking, true)}>
        <span>
          已拆封<small>不能退回</small>
        </span>
      </button>
      {back}
    </div>
  )
}

/** Set out and checked, and its time is over: when it was given, and why it was not recorded. Marked for good. */
function Late({ dose, elder, care }: PartProps & { dose: Dose }) {
  const { take } = dose
  const [open, setOpen] = useState(false)
  const [clock, setClock] = useState(clockOf(take.planTime))
  const { busy, run } = useBusy()
  const moment = lateMoment(take, clock, care.now)
  const doneAt = moment !== null && moment <= take.lateUntil ? moment : null
  if (!open)
    return (
      <Line take={take}>
        <b className="bed-red">时限 {clockOf(take.dueUntil)} 已过</b>
        <button type="button" className="bed-button" onClick={() => setOpen(true)}>
          <span>补记</span>
        </button>
      </Line>
    )
  return (
    <>
      <Line take={take}>
        <b className="bed-red">时限 {clockOf(take.dueUntil)} 已过</b>
      </Line>
      <div className="bed-late">
        <label>
          实际服药时间
          <input type="time" value={clock} onChange={(event) => setClock(event.target.value)} />
        </label>
        {doneAt === null && (
          <b className="bed-red">
            不早于 {clockOf(take.openFrom)}，不晚于现在和 {clockOf(take.lateUntil)}
          </b>
        )}
      </div>
      <div className="bed-drug-acts">
        {LATE_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className="bed-button"
            disabled={busy || doneAt === null}
            onClick={() =>
              void run(() =>
                care.dose.giveLate(dose, `${elder.oldmanName} 补记服药 ${take.drugName}`, { doneAt: doneAt!, reason }),
              )
            }
          >
            <span>{reason}</span>
          </button>
        ))}
        <button type="button" className="bed-button" onClick={() => setOpen(false)}>
          <span>返回</span>
        </button>
      </div>
    </>
  )
}

/** What one press recorded, with the way back where there is one. */
function Recorded({ doses, mine, care }: { doses: readonly Dose[]; mine: boolean; care: Care }) {
  const [told, setTold] = useState<string | null>(null)
  const { busy, run } = useBusy()
  const first = doses[0]!
  const { take, waits } = first
  return (
    <>
      <p className="is-quiet">
        <b>{clockOf(take.planTime)}</b> {doses.map((one) => one.take.drugName).join('、')}　
        {DrugTakeState.label(take.state)} {take.doneAt && clockOf(take.doneAt)}
        {take.late && '　补记'}
        {waits !== null && '　待上传'}
        {mine && (
          <button
            type="button"
            className="bed-button"
            disabled={busy}
            onClick={() => void run(async () => setTold(await care.dose.takeBack(doses)))}
          >
            <Undo2 size={22} aria-hidden />
            <span>撤回{several(doses)}</span>
          </button>
        )}
      </p>
      {told && (
        <b className="bed-red" role="alert">
          {told}
        </b>
      )}
    </>
  )
}

function Refused({ one, care }: { one: Waiting; care: Care }) {
  const drop = () => {
    if (window.confirm(`不要这条记录了吗？\n${one.at} ${one.about}\n${one.refused}`)) care.drop(one.no)
  }
  return (
    <div className="bed-dose-refused" role="alert">
      <p>
        <b>
          {clockOf(one.at)} {one.about}，未被接受：{one.refused}
        </b>
      </p>
      <div className="bed-drug-acts">
        <button type="button" className="bed-button" onClick={() => care.retry(one.no)}>
          <span>再传一次</span>
        </button>
        <button type="button" className="bed-button" onClick={drop}>
          <span>不要了</span>
        </button>
      </div>
    </div>
  )
}

/** What one press recorded stands in one line: it is taken back together. */
function together(doses: readonly Dose[]): Dose[][] {
  const presses = new Map<string, Dose[]>()
  for (const one of doses) {
    const { planTime, state, recordedAt, doneBy, late } = one.take
    const key = one.waits ?? [planTime, state, recordedAt, doneBy, late].join(' ')
    presses.set(key, [...(presses.get(key) ?? []), one])
  }
  return [...presses.values()]
}

const WORDS = { notSetOut: '等护士摆药', notChecked: '等护士核对', missed: '已过时限，请护士处理' } as const

/** Without a right to it, or with nothing to be taken now, nothing is there. */
export function Drugs({ elder, user, scanned, care }: DrugsProps) {
  const may = (needs: string) => allows(needs, (code) => user.authority.some((one) => one.name === code))
  const doses = care.doses.filter(({ take }) => take.oldmanId === elder.oldmanId)
  const refused = care.refusedDoses(elder.oldmanId)
  if (doses.length === 0 && refused.length === 0) return null
  const of = (face: Dose['face']) => doses.filter((one) => one.face === face)
  const ready = may(TAKE_NEEDS.give) ? of('ready') : []
  const mayLate = may(TAKE_NEEDS.late)
  const rest = doses.filter(
    ({ face }) => face === 'notSetOut' || face === 'notChecked' || face === 'missed' || (face === 'late' && !mayLate),
  )
  return (
    <section className="bed-card bed-drugs" aria-label="服药">
      <h2>
        <Pill size={22} aria-hidden /> 服药
      </h2>
      {care.offlineSince && doses.length > 0 && (
        <p className="bed-red">没有网络：先对纸质发药单，确认没有发过再给药；照常记录，连上后自动上传。</p>
      )}
      {ready.map(({ take }) => (
        <Line key={take.takeId} take={take} />
      ))}
      {ready.length > 0 && <Ready ready={ready} elder={elder} scanned={scanned} care={care} />}
      {mayLate && of('late').map((one) => <Late key={one.take.takeId} dose={one} elder={elder} care={care} />)}
      {rest.map(({ take, face }) => (
        <Line key={take.takeId} take={take} quiet>
          <span>{WORDS[face as keyof typeof WORDS] ?? WORDS.missed}</span>
        </Line>
      ))}
      {together(of('over')).map((one) => (
        <Recorded
          key={one[0]!.take.takeId}
          doses={one}
          mine={one[0]!.waits !== null || one[0]!.take.undoBy === user.empInfo.empId}
          care={care}
        />
      ))}
      {refused.map((one) => (
        <Refused key={one.no} one={one} care={care} />
      ))}
    </section>
  )
}
