// Who lives here without an enabled plan, and one made from the level for all who are ticked.
import { Button, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { CarePlanState, carePlan, type LackingPlanData, type MadePlansData, MOST_PLANS } from '#contract/nursing/plan'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { LongActOf } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'

interface LackingProps {
  open: boolean
  needs: string
  /** A draft to go on with. */
  onOpen(planId: string): void
  onClose(): void
}

const ready = (row: LackingPlanData) => row.levelItems > 0
const whyNot = (row: LackingPlanData) => (row.levelId === null ? '还没有护理等级' : '等级里还没有项目')

function Rows({ rows, chosen, onChoose, onOpen }: RowsProps) {
  const all = rows.filter(ready)
  const every = all.length > 0 && all.every((row) => chosen.has(row.oldmanId))
  const toggle = (row: LackingPlanData) => {
    const next = new Set(chosen)
    if (!next.delete(row.oldmanId)) next.add(row.oldmanId)
    onChoose(next)
  }
  return (
    <table className="yy-plain-table yy-lined" aria-label="缺护理计划的老人">
      <thead>
        <tr>
          <th>
            <Checkbox
              aria-label="全选"
              checked={every}
              indeterminate={!every && chosen.size > 0}
              onChange={() => onChoose(new Set(every ? [] : all.map((row) => row.oldmanId)))}
            />
          </th>
          <th>老人</th>
          <th>床位</th>
          <th>护理等级</th>
          <th>入住日期</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.oldmanId}>
            <td>
              <Checkbox
                aria-label={`选择 ${row.oldmanName}`}
                checked={chosen.has(row.oldmanId)}
                disabled={!ready(row)}
                onChange={() => toggle(row)}
              />
            </td>
            <td>
              <ResidentCell row={row} link notes={false} />
            </td>
            <td>
              <BedPath path={row.bedPath} />
            </td>
            <td>{row.levelName ?? <span className="yy-none">未定</span>}</td>
            <td>{row.checkInDate}</td>
            <td>
              {row.draftId && row.draftState ? (
                <Button type="link" size="small" onClick={() => onOpen(row.draftId!)}>
                  打开{CarePlanState.label(row.draftState)}的计划
                </Button>
              ) : ready(row) ? (
                `按等级 ${row.levelItems} 项`
              ) : (
                <StatusTag family="amber">{whyNot(row)}</StatusTag>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RowsProps {
  rows: readonly LackingPlanData[]
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
  onOpen(planId: string): void
}

/** Who got one and who not, and why: those without stand first, something is to be done for them. */
function Outcome({ result }: { result: MadePlansData | null }) {
  const elders = [...(result?.elders ?? [])].sort((a, b) => Number(a.reason === null) - Number(b.reason === null))
  if (elders.length === 0) return null
  return (
    <table className="yy-plain-table yy-lined" aria-label="生成结果">
      <thead>
        <tr>
          <th>老人</th>
          <th>结果</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {elders.map((one) => (
          <tr key={one.oldmanId}>
            <td>{one.oldmanName || '所选老人'}</td>
            <td>
              <StatusTag family={one.reason === null ? 'green' : 'amber'}>
                {one.reason === null ? '已启用' : '没有生成'}
              </StatusTag>
            </td>
            <td>{one.reason ?? `按“${one.levelName}”${one.itemCount} 项`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

export function LackingPlans({ open, needs, onOpen, onClose }: LackingProps) {
  const may = useMay()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NOBODY)
  const [runId, setRunId] = useState<string | null>(null)
  const { run } = useRun(runId)
  const over = run !== undefined && isOver(run)
  useEffect(() => {
    if (over) void invalidate(carePlan)
  }, [over])
  const asked = useLoaded(carePlan.calls.lacking, open ? { page: 1, size: MOST_PLANS } : null, {
    what: '缺计划的老人',
    lines: 8,
    fresh: true,
  })
  const close = () => {
    setChosen(NOBODY)
    setRunId(null)
    onClose()
  }

  async function make(): Promise<void> {
    const oldmanIds = [...chosen]
    let answer: { runId: string } | null = null
    const done = await confirmAct({
      title: `为 ${oldmanIds.length} 位老人按护理等级生成计划？`,
      effects: ['每位老人按自己的护理等级得到项目和频次，马上启用', '从现在起生成护理任务；之后可以逐位修改'],
      verb: '生成并启用',
      safe: '先不生成',
      run: async (_, options) => {
        answer = await send(carePlan.calls.addMany, { oldmanIds }, options)
      },
    })
    if (done === null || answer === null) return
    setRunId((answer as { runId: string }).runId)
    setChosen(NOBODY)
  }

  const rows = asked.data?.list
  return (
    <SideDrawer
      open={open}
      title="缺护理计划的老人"
      about={rows && `${asked.data?.total} 人`}
      width={960}
      asks={false}
      onClose={close}
      foot={
        <DrawerFoot note={rows && rows.length > 0 ? `已选 ${chosen.size} 人` : null}>
          {may(needs) && (
            <Button
              type="primary"
              disabled={chosen.size === 0 || (runId !== null && !over)}
              onClick={() => void make()}
            >
              按等级生成计划
            </Button>
          )}
        </DrawerFoot>
      }
    >
      {runId !== null && (
        <div className="yy-stack yy-gap-12 yy-below-12">
          <LongActOf runId={runId} unit="人" />
          {over && <Outcome result={run.result as MadePlansData | null} />}
        </div>
      )}
      {!rows ? (
        asked.state
      ) : rows.length === 0 ? (
        <Empty title="在住老人都有启用的护理计划" text="新入住的老人会按护理等级自动得到计划。" />
      ) : (
        <Rows rows={rows} chosen={chosen} onChoose={setChosen} onOpen={onOpen} />
      )}
    </SideDrawer>
  )
}
