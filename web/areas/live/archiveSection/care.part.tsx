// The care of one elder: today by the figures of the board, the last days, the plan, and what was measured last.
import { Button } from 'antd'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { IN_HOUSE } from '#contract/live/resident'
import { type CareDayData, type CareOfElderData, careToday } from '#contract/nursing/careToday'
import { frequencyWords } from '#contract/nursing/frequency'
import { READ_MEALS } from '#contract/nursing/mealStates'
import { carePlan, READ_CARE_PLANS } from '#contract/nursing/plan'
import { careRecord } from '#contract/nursing/record'
import { careTask } from '#contract/nursing/task'
import { READ_VITALS, VitalAlertState, vital } from '#contract/nursing/vital'
import { VITAL_FIELDS, VitalGrade, vitalFields, vitalText } from '#contract/nursing/vitalKinds'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { KeyFigures } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { FactTable, Section } from './facts.part.tsx'
import { Meals } from './meals.part.tsx'

const Link = ({ title, onClick }: { title: string; onClick(): void }) => (
  <button type="button" className="yy-link" onClick={onClick}>
    {title}
  </button>
)

function Today({ care }: { care: CareOfElderData }) {
  const { counts, next } = care
  const board = () => openPage(careTask.pages.board.path, { oldmanId: care.oldmanId })
  return (
    <KeyFigures
      figures={[
        {
          label: '今日已执行',
          value: `${counts.done} / ${counts.total}`,
          unit: '项',
          note: next ? `下一项 ${next.time} ${next.projectName}` : counts.total > 0 ? '没有待做的' : '今日没有安排',
          onOpen: board,
        },
        { label: '迟做', value: counts.late, ...(counts.late > 0 && { tone: 'amber' as const, onOpen: board }) },
        { label: '漏做', value: counts.missed, ...(counts.missed > 0 && { tone: 'red' as const, onOpen: board }) },
        { label: '拒绝', value: counts.refused },
        { label: '外出、住院免做', value: counts.away },
      ]}
    />
  )
}

function Days({ days }: { days: readonly CareDayData[] }) {
  return (
    <FactTable>
      <thead>
        <tr>
          <th>日期</th>
          <th className="yy-arc-number">应做</th>
          <th className="yy-arc-number">已执行</th>
          <th className="yy-arc-number">拒绝</th>
          <th className="yy-arc-number">漏做</th>
          <th className="yy-arc-number">外出、住院</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, total, done, refused, missed, away }, at) => {
          const number = (count: number) =>
            total + away === 0 ? <span className="yy-none">—</span> : <span>{count}</span>
          return (
            <tr key={day}>
              <td className="yy-one-line">{at === 0 ? `${day.slice(5)} 今天` : day.slice(5)}</td>
              <td className="yy-arc-number">{number(total)}</td>
              <td className="yy-arc-number">{number(done)}</td>
              <td className="yy-arc-number">{number(refused)}</td>
              <td className="yy-arc-number">{missed > 0 ? <b className="yy-red">{missed}</b> : number(missed)}</td>
              <td className="yy-arc-number">{number(away)}</td>
            </tr>
          )
        })}
      </tbody>
    </FactTable>
  )
}

function Plan({ plan }: { plan: NonNullable<CareOfElderData['plan']> }) {
  return (
    <>
      <p className="yy-none">
        {plan.levelName}　{plan.startDate} 起{plan.endDate && `，至 ${plan.endDate}`}　{plan.items.length} 项
      </p>
      <FactTable>
        <thead>
          <tr>
            <th>护理项目</th>
            <th>分类</th>
            <th>频次</th>
            <th>要求</th>
          </tr>
        </thead>
        <tbody>
          {plan.items.map((item) => (
            <tr key={`${item.projectName}${frequencyWords(item.frequency)}`}>
              <td>{item.projectName}</td>
              <td>{item.categoryName}</td>
              <td>{frequencyWords(item.frequency)}</td>
              <td>{item.remark ?? <span className="yy-none">—</span>}</td>
            </tr>
          ))}
        </tbody>
      </FactTable>
    </>
  )
}

function Signs({ signs, alert }: Pick<CareOfElderData, 'alert'> & { signs: NonNullable<CareOfElderData['signs']> }) {
  const known = VITAL_FIELDS.flatMap((field) => {
    const last = signs.find((one) => one.field === field)
    return last ? [{ ...last, field }] : []
  })
  return (
    <>
      {alert && (
        <p className={alert.grade === 'red' ? 'yy-red' : 'yy-amber'} role="note">
          {alert.state === VitalAlertState.is.OPEN ? '异常体征还没有人处理' : '异常体征待复测'}：{alert.reasons}
        </p>
      )}
      {known.length === 0 ? (
        <Empty title="近五周没有测过体征" text="到“体征管理”录入，或在护理计划里安排测量项目。" />
      ) : (
        <FactTable>
          <thead>
            <tr>
              <th>指标</th>
              <th className="yy-arc-number">最近一次</th>
              <th>判断</th>
              <th>测量时间</th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ field, value, at, grade }) => (
              <tr key={field}>
                <td>{vitalFields[field].title}</td>
                <td className="yy-arc-number">
                  {vitalText(field, value)} {vitalFields[field].unit}
                </td>
                <td>
                  <StatusTag option={VitalGrade.find(grade)!} />
                </td>
                <td className="yy-one-line">{at.slice(0, 16)}</td>
              </tr>
            ))}
          </tbody>
        </FactTable>
      )}
    </>
  )
}

export function Care({ one }: { one: ArchiveWholeData }) {
  const { oldmanId } = one
  const asked = useCall(careToday.calls.elder, { oldmanId })
  const { data, refetch } = asked
  useEvent(careTask.events.changed, ({ tasks, oldmanIds }) => {
    const mine = tasks.some((task) => task.oldmanId === oldmanId) || oldmanIds.includes(oldmanId)
    if (mine || (tasks.length === 0 && oldmanIds.length === 0)) void refetch()
  })
  useEvent(vital.events.changed, () => void refetch())
  useEvent(vital.events.alert, () => void refetch())
  if (!data) return <Loaded of={asked} what="护理情况" lines={8} />
  const plans = () => openPage(carePlan.pages.list.path, { keyword: one.oldmanName })
  const lives = IN_HOUSE.includes(one.status)
  return (
    <>
      <Section
        title={`今日护理${data.levelName ? `　${data.levelName}` : ''}`}
        act={<Link title="今日任务" onClick={() => openPage(careTask.pages.board.path, { oldmanId })} />}
      >
        <Today care={data} />
      </Section>
      <Section
        title="近七天"
        act={
          <Allowed needs={careRecord.pages.list.needs}>
            <Link title="月度矩阵" onClick={() => openPage(careRecord.pages.list.path, { oldmanId })} />
          </Allowed>
        }
      >
        <Days days={data.days} />
      </Section>
      {data.signs && (
        <Section
          title="最近体征"
          act={
            <Allowed needs={READ_VITALS}>
              <Link title="体征曲线" onClick={() => openPage(vital.pages.list.path, { view: 'elder', oldmanId })} />
            </Allowed>
          }
        >
          <Signs signs={data.signs} alert={data.alert} />
        </Section>
      )}
      <Allowed needs={READ_MEALS}>
        <Meals one={one} />
      </Allowed>
      <Section
        title="护理计划"
        act={
          <Allowed needs={READ_CARE_PLANS}>
            <Link title="护理计划" onClick={plans} />
          </Allowed>
        }
      >
        {data.plan ? (
          <Plan plan={data.plan} />
        ) : (
          <Empty
            title="没有启用的护理计划"
            text={lives ? '没有计划就没有任务。到“护理计划”为老人生成并启用。' : '老人不在住，没有护理计划。'}
            acts={
              lives && (
                <Allowed needs={READ_CARE_PLANS}>
                  <Button onClick={plans}>去护理计划</Button>
                </Allowed>
              )
            }
          />
        )}
      </Section>
    </>
  )
}
