// One elder's plan: its days, which projects how often, and before it is saved what that changes tomorrow.
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { frequencyFault, plainFrequency } from '#contract/nursing/frequency'
import { minutesPerDay } from '#contract/nursing/levelChange'
import { type CarePlanData, CarePlanState, carePlan } from '#contract/nursing/plan'
import { careProject } from '#contract/nursing/project'
import { useHouseShifts } from '#web/areas/nursing/level/houseShifts'
import {
  type Chosen,
  chosenText,
  frequencyText,
  type More,
  ProjectEditor,
} from '#web/areas/nursing/level/projects.part'
import { FirstBefore, firstBefore, merged } from '#web/areas/nursing/level/twoDesks'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { LeavingFoot } from '#web/kit/parts/LeavingFoot'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { movePlan } from './moves.ts'
import { effectsOf } from './previewWords.ts'
import './plan.css'

interface Draft {
  startDate: string
  endDate: string | null
  remark: string | null
  chosen: Chosen
  own: OwnOf
}

/** Who always does it, and what is to be minded. */
interface Own {
  workerId: string | null
  workerName: string | null
  remark: string | null
}
type OwnOf = ReadonlyMap<string, Own>

/** Of the departments that the reader sees. */
const colleague = lookupOf('staff')

const NOTHING: Own = { workerId: null, workerName: null, remark: null }

const draftOf = (plan: CarePlanData): Draft => ({
  startDate: plan.startDate,
  endDate: plan.endDate,
  remark: plan.remark,
  chosen: new Map(plan.items.map((one) => [one.projectId, plainFrequency(one.frequency)])),
  own: new Map(
    plan.items.map(({ projectId, workerId, workerName, remark }) => [projectId, { workerId, workerName, remark }]),
  ),
})

const itemsOf = ({ chosen, own }: Draft) =>
  [...chosen].map(([projectId, frequency]) => {
    const { workerId, remark } = own.get(projectId) ?? NOTHING
    return { projectId, frequency: plainFrequency(frequency), workerId, remark: remark?.trim() || null }
  })

const textOf = (draft: Draft) => {
  const { startDate, endDate, remark, chosen } = draft
  const own = itemsOf(draft).map((one) => [one.projectId, one.workerId, one.remark])
  return JSON.stringify([startDate, endDate, remark, own.sort()]) + chosenText(chosen)
}

const ownText = ({ workerId, remark }: Own) => JSON.stringify([workerId, remark?.trim() || null])

/** Somebody else saved first: what was changed here stays, of the rest what they saved. */
function followed(base: Draft, mine: Draft, theirs: Draft): Draft {
  const one = <K extends 'startDate' | 'endDate' | 'remark'>(key: K) =>
    mine[key] === base[key] ? theirs[key] : mine[key]
  return {
    startDate: one('startDate'),
    endDate: one('endDate'),
    remark: one('remark'),
    chosen: merged(base.chosen, mine.chosen, theirs.chosen, frequencyText),
    own: merged(base.own, mine.own, theirs.own, ownText),
  }
}

interface OwnInputProps {
  name: string
  own: Own
  onChange(part: Partial<Own>): void
}

/** Whoever is named here does it, whoever is on duty; otherwise the shift decides. */
function OwnInput({ name, own, onChange }: OwnInputProps) {
  return (
    <div className="yy-care-own">
      {colleague.input({
        'aria-label': `${name}的固定护理员`,
        placeholder: '固定护理员；不选按班次安排',
        value: own.workerId,
        onChange: (workerId) => onChange({ workerId, workerName: null }),
      })}
      <Input
        aria-label={`${name}的要求`}
        placeholder="要求，护理员在床旁看得到。如：水温不超过 40 ℃"
        maxLength={200}
        value={own.remark ?? ''}
        onChange={(event) => onChange({ remark: event.target.value || null })}
      />
    </div>
  )
}

const ALL = { page: 1, size: 999 }

interface PlanDrawerProps {
  planId: string
  open: boolean
  onClose(): void
  onClosed(): void
}

export function PlanDrawer({ planId, open, onClose, onClosed }: PlanDrawerProps) {
  const own = useLoaded(carePlan.calls.get, { nursingPlanId: planId }, { what: '护理计划', lines: 8, fresh: true })
  const all = useLoaded(careProject.calls.list, ALL, { what: '护理项目', lines: 8 })
  const shifts = useHouseShifts()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [meanwhile, setMeanwhile] = useState<string | null>(null)
  const preview = useAct(carePlan.calls.preview)
  const plan = own.data
  const stored = useMemo(() => (plan ? draftOf(plan) : null), [plan])
  const now = draft ?? stored
  const changed = draft !== null && stored !== null && textOf(draft) !== textOf(stored)
  const mayEdit = plan?.can.includes('edit') ?? false
  const change = (part: Partial<Draft>) => now && setDraft({ ...now, ...part })
  const faults = now ? [...now.chosen.values()].filter((one) => frequencyFault(one)).length : 0
  const minutesOf = (chosen: Chosen) =>
    minutesPerDay(
      (all.data?.list ?? []).flatMap((one) => {
        const frequency = chosen.get(one.projectId)
        return frequency ? [{ ...frequency, minutes: one.minutes }] : []
      }),
      shifts,
    )

  async function save(of: CarePlanData, wanted: Draft): Promise<void> {
    const items = itemsOf(wanted)
    const { startDate, endDate, remark } = wanted
    const seen = await preview.run({ nursingPlanId: planId, startDate, endDate, items })
    if (!seen) return
    const first: { said: string | null } = { said: null }
    const done = await confirmAct({
      title: `保存${of.oldmanName}的护理计划？`,
      effects: effectsOf(seen, of.state === CarePlanState.is.ON),
      verb: '保存计划',
      safe: '再看看',
      run: async (_, options) => {
        const body = { nursingPlanId: planId, startDate, endDate, remark, items, version: of.version }
        first.said = await firstBefore(() => send(carePlan.calls.save, body, options))
      },
    })
    if (done === null) return
    setMeanwhile(first.said)
    if (first.said !== null) {
      const now = await send(carePlan.calls.get, { nursingPlanId: planId })
      setDraft(followed(draftOf(of), wanted, draftOf(now)))
      void invalidate(carePlan)
      return
    }
    toast.success(`${of.oldmanName}的护理计划已保存`)
    setDraft(null)
    void invalidate(carePlan)
  }

  const setOwn = (projectId: string, part: Partial<Own>) => {
    if (now) change({ own: new Map(now.own).set(projectId, { ...(now.own.get(projectId) ?? NOTHING), ...part }) })
  }
  const more: More | undefined = now
    ? {
        words: (projectId) => {
          const { workerId, workerName, remark } = now.own.get(projectId) ?? NOTHING
          if (!workerId) return remark
          return (
            <>
              固定由 {workerName ?? colleague.cell(workerId)} 做{remark && `；${remark}`}
            </>
          )
        },
        input: ({ projectId, projectName }) => (
          <OwnInput
            name={projectName}
            own={now.own.get(projectId) ?? NOTHING}
            onChange={(part) => setOwn(projectId, part)}
          />
        ),
      }
    : undefined
  const move = (state: 'ON' | 'OFF') => plan && void movePlan(plan, state)
  const note = now && stored && (
    <>
      已选 <b>{now.chosen.size}</b> 项，平均每天 <b>{minutesOf(now.chosen)}</b> 分钟
      {changed && `（原来 ${minutesOf(stored.chosen)} 分钟）`}
      {faults > 0 && <span className="yy-red">　{faults} 项的频次还没填对</span>}
      {preview.error && <span className="yy-red">　{preview.error.message}</span>}
    </>
  )
  return (
    <SideDrawer
      open={open}
      title={plan ? `${plan.oldmanName}的护理计划` : '护理计划'}
      about={
        plan && (
          <span className="yy-inline-flex yy-gap-6">
            <StatusTag option={CarePlanState.find(plan.state)!} />
            {plan.levelName}
          </span>
        )
      }
      width={960}
      asks={false}
      onClose={() => (changed ? setLeaving(true) : onClose())}
      onClosed={onClosed}
      foot={
        leaving ? (
          <LeavingFoot onStay={() => setLeaving(false)} onDrop={onClose} />
        ) : (
          <DrawerFoot note={note}>
            {plan?.can.includes('stop') && !changed && <Button onClick={() => move('OFF')}>停用计划</Button>}
            {plan?.can.includes('enable') && !changed && (
              <Button type="primary" disabled={faults > 0} onClick={() => move('ON')}>
                启用计划
              </Button>
            )}
            {mayEdit && (changed || !plan?.can.includes('enable')) && (
              <Button
                type="primary"
                disabled={!changed || faults > 0}
                loading={preview.running}
                onClick={() => plan && draft && void save(plan, draft)}
              >
                看明天的变化并保存
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      {plan && all.data && now ? (
        <>
          <FirstBefore said={meanwhile} />
          <div className="yy-plan-days">
            <div>
              <span>开始日期</span>
              {date.input({
                value: now.startDate,
                disabled: !mayEdit,
                'aria-label': '开始日期',
                onChange: (value) => value && change({ startDate: value }),
              })}
            </div>
            <div>
              <span>结束日期</span>
              {date.input({
                value: now.endDate,
                disabled: !mayEdit,
                placeholder: '一直执行',
                'aria-label': '结束日期',
                onChange: (value) => change({ endDate: value }),
              })}
            </div>
            <div>
              <span>备注</span>
              <Input
                aria-label="备注"
                disabled={!mayEdit}
                value={now.remark ?? ''}
                maxLength={200}
                placeholder="如：左侧偏瘫，翻身先扶右侧"
                onChange={(event) => change({ remark: event.target.value || null })}
              />
            </div>
          </div>
          <ProjectEditor
            projects={all.data.list}
            shifts={shifts}
            chosen={now.chosen}
            mayEdit={mayEdit}
            more={more}
            onChange={(chosen) => change({ chosen })}
          />
        </>
      ) : plan ? (
        all.state
      ) : (
        own.state
      )}
    </SideDrawer>
  )
}
