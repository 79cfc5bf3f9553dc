// Above the grid: which week, where it stands, whose building, and what can be done with the whole of it.
import { Button, Segmented } from 'antd'
import { ChevronLeft, ChevronRight, Copy, LibraryBig, Printer, Send, Settings2, TriangleAlert } from 'lucide-react'
import { type DishWeekData, dishPlan } from '#contract/nursing/dishPlan'
import { DISH_PLAN_NEEDS, DishPlanState } from '#contract/nursing/dishPlanWords'
import { addDays } from '#contract/nursing/dishWeek'
import { date } from '#web/kit/fields/date'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { MenuButton } from '#web/kit/parts/menu'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { act } from './acts.ts'
import { weekWord } from './weekView.ts'

interface BarProps {
  week: DishWeekData
  building: string | null
  onDay(day: string | null): void
  onBuilding(building: string | null): void
  onCopyWeek(): void
  onCopyDay(): void
  onLibrary(): void
  /** Where they do not stand beside the grid. */
  onConflicts?: (() => void) | undefined
  onPrint(): void
  onSetting(): void
}

const minute = (at: string, today: string) => (at.slice(0, 10) === today ? at.slice(11, 16) : at.slice(5, 16))

/** 解宏伟 15:36 改，已自动保存 */
function standing({ plan, today }: DishWeekData): string {
  if (!plan) return '还没有人开始排'
  if (plan.state === DishPlanState.is.PUBLISHED) {
    return `${plan.publishedName} ${minute(plan.publishedAt!, today)} 发布`
  }
  if (plan.state === DishPlanState.is.SUBMITTED) return `${plan.submittedName} ${minute(plan.submittedAt!, today)} 送审`
  return `${plan.changedName ?? ''} ${minute(plan.changedAt, today)} 改，已自动保存`
}

const nameOf = (week: DishWeekData) => `${week.weekStart.slice(5)} 至 ${week.weekEnd.slice(5)}`

async function submit(week: DishWeekData): Promise<void> {
  const plan = week.plan!
  const done = await act(
    dishPlan.calls.submit,
    { planId: plan.planId, version: plan.version },
    { title: `${nameOf(week)} 还没有排齐，就这样送审？`, verb: '仍然送审', safe: '再排一排' },
  )
  if (done) toast.success('已送营养师审核')
}

const publish = (week: DishWeekData) => {
  const plan = week.plan!
  const swaps = week.conflicts.reduce((sum, one) => sum + one.answered, 0)
  return confirmCall(dishPlan.calls.publish, {
    input: { planId: plan.planId, version: plan.version },
    title: `发布 ${nameOf(week)} 的菜谱？`,
    effects: [
      `${week.items.length} 道菜，已处理饮食冲突 ${swaps} 人次`,
      '发布后按菜谱为每位老人生成用餐，厨房按此备餐',
      '不能再退回草稿；以后的日子由审核的人逐道调整，过去的日子不再改',
    ],
    verb: '发布菜谱',
    safe: '先不发布',
    done: '菜谱已发布',
  })
}

const sendBack = (week: DishWeekData) =>
  confirmCall(dishPlan.calls.sendBack, {
    input: (opinion) => ({ planId: week.plan!.planId, opinion, version: week.plan!.version }),
    title: `退回 ${nameOf(week)} 的菜谱？`,
    effects: [`回到草稿，由${week.plan!.submittedName ?? '排餐的人'}修改后重新送审`, '意见会留在菜谱上'],
    verb: '退回修改',
    safe: '不退回',
    reason: { label: '退回意见', placeholder: '如：周三、周五连着吃豆腐，请换一道' },
    done: '已退回',
  })

const remove = (week: DishWeekData) =>
  confirmCall(dishPlan.calls.remove, {
    input: { planId: week.plan!.planId },
    title: `删除 ${nameOf(week)} 的菜谱草稿？`,
    effects: [`排好的 ${week.items.length} 道菜和处理过的冲突都会删除`, '不能撤销'],
    verb: '删除草稿',
    safe: '不删除',
    danger: true,
    done: '草稿已删除',
  })

function MainAct({ week }: { week: DishWeekData }) {
  const open = useAct(dishPlan.calls.open)
  const recall = useAct(dishPlan.calls.recall, { onDone: () => toast.success('已撤回，可以继续排') })
  const { plan } = week
  const can = (move: string) => week.can.includes(move)
  if (!plan) {
    if (week.weekEnd < week.today) return null
    return (
      <Allowed needs={DISH_PLAN_NEEDS.edit}>
        <Button type="primary" loading={open.running} onClick={() => void open.run({ weekStart: week.weekStart })}>
          开始排这一周
        </Button>
      </Allowed>
    )
  }
  return (
    <>
      {can('recall') && (
        <Button loading={recall.running} onClick={() => void recall.run({ planId: plan.planId })}>
          撤回送审
        </Button>
      )}
      {can('sendBack') && <Button onClick={() => void sendBack(week)}>退回…</Button>}
      {can('submit') && (
        <Button
          type="primary"
          icon={<Send size={15} aria-hidden />}
          disabled={week.items.length === 0}
          onClick={() => void submit(week)}
        >
          送营养师审核
        </Button>
      )}
      {can('publish') && (
        <Button type="primary" icon={<Send size={15} aria-hidden />} onClick={() => void publish(week)}>
          发布
        </Button>
      )}
    </>
  )
}

const ALL = ''

export function WeekBar({ week, building, onDay, onBuilding, ...on }: BarProps) {
  const { plan } = week
  const word = weekWord(week.weekStart, week.today)
  const editing = week.can.includes('edit')
  const open = week.conflicts.filter((one) => one.open > 0).length
  return (
    <section className="yy-card yy-row yy-wrap yy-gap-8 yy-pad-8-16 yy-fixed" aria-label="菜谱">
      <span className="yy-row yy-gap-4">
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label="上一周"
          onClick={() => onDay(addDays(week.weekStart, -7))}
        />
        <span className="yy-dishweek-when yy-row yy-middle yy-gap-8 yy-edge yy-round yy-strong" aria-live="polite">
          {word && <span>{word}</span>}
          {nameOf(week)}
        </span>
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label="下一周"
          onClick={() => onDay(addDays(week.weekStart, 7))}
        />
        <span style={{ width: 124 }}>
          {date.input({
            value: null,
            placeholder: '跳到某天',
            onChange: (day) => onDay(day),
            'aria-label': '跳到某天所在的一周',
          })}
        </span>
        {word !== '本周' && <Button onClick={() => onDay(null)}>回到本周</Button>}
      </span>
      {plan ? <StatusTag option={DishPlanState.find(plan.state)!} /> : <StatusTag family="grey">未排</StatusTag>}
      <span className="yy-second yy-one-line">{standing(week)}</span>
      {week.buildings.length > 1 && (
        <Segmented
          aria-label="楼栋"
          value={building ?? ALL}
          options={[{ value: ALL, label: '全院' }, ...week.buildings.map((one) => ({ value: one, label: one }))]}
          onChange={(next) => onBuilding(next === ALL ? null : next)}
        />
      )}
      <span className="yy-row yy-wrap yy-gap-8 yy-push">
        {on.onConflicts && plan && (
          <Button danger={open > 0} icon={<TriangleAlert size={15} aria-hidden />} onClick={on.onConflicts}>
            饮食冲突 {open}
          </Button>
        )}
        {editing && (
          <MenuButton
            className="yy-dishweek-menu yy-inline yy-gap-6 yy-white yy-round yy-press yy-ring"
            menu={() => ({
              items: [
                { key: 'week', label: '复制上周或别的周…', onClick: on.onCopyWeek },
                { key: 'day', label: '复制一天…', onClick: on.onCopyDay },
                { type: 'divider' },
                { key: 'remove', label: '删除草稿…', danger: true, onClick: () => void remove(week) },
              ],
            })}
          >
            <Copy size={15} aria-hidden />
            复制
          </MenuButton>
        )}
        {(editing || week.can.includes('adjust')) && (
          <Button icon={<LibraryBig size={15} aria-hidden />} onClick={on.onLibrary}>
            从菜品库选
          </Button>
        )}
        <Button
          icon={<Printer size={15} aria-hidden />}
          disabled={week.items.length === 0}
          aria-label="打印菜谱"
          onClick={on.onPrint}
        >
          打印
        </Button>
        <Allowed needs={DISH_PLAN_NEEDS.setting}>
          <Button icon={<Settings2 size={15} aria-hidden />} onClick={on.onSetting}>
            设置
          </Button>
        </Allowed>
        <MainAct week={week} />
      </span>
    </section>
  )
}
