// One elder's plan: its days, which projects how often, and before it is saved what that changes tomorrow.
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { frequencyFault, plainFrequency } from '#contract/nursing/frequency'
import { minutesPerDay } from '#contract/nursing/levelChange'
import { type CarePlanData, type CarePlanPreviewData, CarePlanState, carePlan } from '#contract/nursing/plan'
import { careProject } from '#contract/nursing/project'
import { useHouseShifts } from '#web/areas/nursing/level/houseShifts'
import { type Chosen, chosenText, ProjectEditor } from '#web/areas/nursing/level/projects.part'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { LeavingFoot } from '#web/kit/parts/LeavingFoot'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { movePlan } from './moves.ts'
import './plan.css'

interface Draft {
  startDate: string
  endDate: string | null
  remark: string | null
  chosen: Chosen
}

const draftOf = (plan: CarePlanData): Draft => ({
  startDate: plan.startDate,
  endDate: plan.endDate,
  remark: plan.remark,
  chosen: new Map(plan.items.map((one) => [one.projectId, plainFrequency(one.frequency)])),
})

const textOf = ({ chosen, ...days }: Draft) => JSON.stringify(days) + chosenText(chosen)

/** Who always does it and what is to be minded stay with the item. */
const itemsOf = (plan: CarePlanData, chosen: Chosen) => {
  const known = new Map(plan.items.map((one) => [one.projectId, one]))
  return [...chosen].map(([projectId, frequency]) => ({
    projectId,
    frequency: plainFrequency(frequency),
    workerId: known.get(projectId)?.workerId ?? null,
    remark: known.get(projectId)?.remark ?? null,
  }))
}

const SHOWN = 6
const listed = (what: string, all: readonly string[]) =>
  all.length === 0
    ? []
    : [`${what} ${all.length} 项：${all.slice(0, SHOWN).join('、')}${all.length > SHOWN ? ' …' : ''}`]

/** 10-05 起: 增加 2 项：喂水 09:00 … */
export function effectsOf(seen: CarePlanPreviewData, on: boolean): string[] {
  const when = `${seen.day.slice(5)} 的任务 ${seen.tasksBefore} → ${seen.tasksAfter} 项`
  return [
    on ? when : `启用后，${when}`,
    ...listed(
      '增加',
      seen.added.map((one) => `${one.projectName} ${one.clock}`),
    ),
    ...listed(
      '减少',
      seen.removed.map((one) => `${one.projectName} ${one.clock}`),
    ),
    ...listed(
      '改时间',
      seen.moved.map((one) => `${one.projectName} ${one.from} → ${one.to}`),
    ),
    `平均每天 ${seen.minutesBefore} → ${seen.minutesAfter} 分钟`,
    ...(on ? ['已经记录的任务不变'] : []),
  ]
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
    const items = itemsOf(of, wanted.chosen)
    const { startDate, endDate, remark } = wanted
    const seen = await preview.run({ nursingPlanId: planId, startDate, endDate, items })
    if (!seen) return
    const done = await confirmAct({
      title: `保存${of.oldmanName}的护理计划？`,
      effects: effectsOf(seen, of.state === CarePlanState.is.ON),
      verb: '保存计划',
      safe: '再看看',
      run: (_, options) =>
        send(
          carePlan.calls.save,
          { nursingPlanId: planId, startDate, endDate, remark, items, version: of.version },
          options,
        ),
    })
    if (done === null) return
    toast.success(`${of.oldmanName}的护理计划已保存`)
    setDraft(null)
    void invalidate(carePlan)
  }

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
