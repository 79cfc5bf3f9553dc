// 审批: from which day, everything that happens, what happened so far, and the decision with one button that carries the day.
import { Alert, Button, Input, Segmented } from 'antd'
import { Printer } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Family } from '#contract/kit/options'
import { type RegradeData, type RegradeRehearsal, regrade } from '#contract/live/regrade'
import { REGRADE_OPEN, RegradeState } from '#contract/live/regradeWords'
import { residence } from '#contract/live/residence'
import { carePlan } from '#contract/nursing/plan'
import { date } from '#web/kit/fields/date'
import { openPage } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { PageCard } from '#web/kit/parts/PageCard'
import { Timeline } from '#web/kit/parts/Timeline'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { dayBefore, monthDay } from './words.ts'

const TOUCHES = [residence, carePlan]
const GROUND_CHANGED = 40_908

/** The first of the month after. */
function nextMonth(today: string): string {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
function tomorrowOf(today: string): string {
  const at = new Date(`${today}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + 1)
  return at.toISOString().slice(0, 10)
}

interface DayProps {
  today: string
  value: string
  onChange(day: string): void
}

function EffectiveDay({ today, value, onChange }: DayProps) {
  const [tomorrow, first] = [tomorrowOf(today), nextMonth(today)]
  const [other, setOther] = useState(false)
  const chosen = !other && value === tomorrow ? 'tomorrow' : !other && value === first ? 'first' : 'other'
  return (
    <div className="yy-stack yy-gap-6">
      <span>
        <i className="yy-red yy-upright">* </i>生效日
      </span>
      <div className="yy-row yy-gap-8">
        {date.input({
          'aria-label': '生效日',
          value,
          onChange: (day) => {
            if (!day) return
            setOther(day !== tomorrow && day !== first)
            onChange(day)
          },
        })}
        <span className="yy-second yy-small">{value.endsWith('-01') ? '整月计费，不拆天' : '本月按天折算'}</span>
      </div>
      <Segmented
        size="small"
        aria-label="生效日快选"
        value={chosen}
        options={[
          { value: 'tomorrow', label: `明天 ${monthDay(tomorrow)}` },
          { value: 'first', label: '下月 1 日' },
          { value: 'other', label: '另选' },
        ]}
        onChange={(next) => {
          setOther(next === 'other')
          if (next === 'tomorrow') onChange(tomorrow)
          if (next === 'first') onChange(first)
        }}
      />
    </div>
  )
}

interface PaneProps {
  one: RegradeData
  seen: RegradeRehearsal | undefined
  day: string
  onDay(day: string): void
  /** The figures shown are for another day than the one chosen, or are being asked for again. */
  stale: boolean
  onAgain(): void
  onEdit(): void
  onPrint(): void
}

export function DecisionPane({ one, seen, day, onDay, stale, onAgain, onEdit, onPrint }: PaneProps) {
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [changed, setChanged] = useState<string | null>(null)
  const approve = useAct(regrade.calls.approve, {
    touches: TOUCHES,
    handles: () => true,
  })
  const sendBack = useAct(regrade.calls.sendBack, { handles: () => true })
  const submit = useAct(regrade.calls.submit, { handles: () => true })
  const may = (move: string) => one.can.includes(move)
  const { regradeId, version, oldmanName } = one
  const busy = approve.running || sendBack.running || submit.running
  const words = problem ?? approve.error?.message ?? sendBack.error?.message ?? submit.error?.message

  async function agree(): Promise<void> {
    if (!seen || stale || busy) return
    setProblem(null)
    setChanged(null)
    sendBack.reset()
    const done = await approve.run(
      { regradeId, version, effectiveDate: seen.effectiveDate, opinion: opinion.trim() || null, seen: seen.basis },
      {
        handles: (error) => {
          if (error.code !== GROUND_CHANGED) return true
          setChanged(error.message)
          onAgain()
          return true
        },
      },
    )
    if (done) toast.success(`${oldmanName}的等级变更已批准，${done.effectiveDate} 生效`)
  }

  async function refuse(): Promise<void> {
    if (opinion.trim() === '') return setProblem('退回时请填写意见，提出人照着修改')
    setProblem(null)
    approve.reset()
    const done = await sendBack.run({ regradeId, version, opinion: opinion.trim() })
    if (!done) return
    setOpinion('')
    toast.success(`已退回${oldmanName}的等级变更`)
  }

  async function send(): Promise<void> {
    setProblem(null)
    const done = await submit.run({ regradeId, version })
    if (done) toast.success('已提交，等待审批')
  }

  const withdraw = () =>
    confirmCall(regrade.calls.withdraw, {
      title: `撤回${oldmanName}的等级变更？`,
      effects: ['回到草稿，可以修改后再提交', '审批人不再看到它'],
      verb: '撤回',
      safe: '不撤回',
      input: { regradeId, version },
      done: '已撤回，可以修改',
    })
  const discard = () =>
    confirmCall(regrade.calls.discard, {
      title: `作废${oldmanName}的等级变更？`,
      effects: ['这份等级变更不再办理', '护理等级、计划和费用都不变'],
      verb: '作废',
      safe: '不作废',
      danger: true,
      input: { regradeId, version },
      done: '已作废',
    })
  const takeBack = () =>
    confirmCall(regrade.calls.takeBack, {
      title: `撤销${oldmanName}已批准的等级变更？`,
      effects: ['护理等级、护理计划、任务和费用恢复成批准前的样子', '补充协议随之作废，提出人会收到通知'],
      verb: '撤销',
      safe: '不撤销',
      danger: true,
      reason: { label: '撤销原因' },
      input: (reason) => ({ regradeId, version, reason }),
      touches: TOUCHES,
      done: '已撤销，一切恢复原样',
    })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey && may('approve')) void agree()
  }
  const decides = may('approve')
  const over = !REGRADE_OPEN.includes(one.state)
  return (
    <PageCard title="审批" className="yy-regrade-pane">
      <div className="yy-stack yy-gap-16" onKeyDown={onKeyDown} role="presentation">
        {(decides || may('submit')) && seen ? (
          <EffectiveDay today={seen.today} value={day} onChange={onDay} />
        ) : (
          <div>
            <span className="yy-second">生效日</span>　<b>{one.effectiveDate}</b>
          </div>
        )}
        {seen && (
          <div className="yy-regrade-happens">
            <b>{over ? '批准时同时办理' : '批准后同时发生'}</b>
            <ul>
              {seen.happens.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {!over && <small>任何一步失败，全部不生效。没有执行、没有出账之前可以撤销。</small>}
          </div>
        )}
        {!seen && one.state === RegradeState.is.approved && (
          <div className="yy-regrade-happens">
            <b>已经生效的内容</b>
            <ul>
              <li>
                护理等级 {one.oldLevelName ?? '未定级'} → {one.newLevelName}，{one.effectiveDate} 起
              </li>
              <li>旧计划止于 {dayBefore(one.effectiveDate)}，任务和护理费从生效日起按新等级</li>
              {one.contractNo && (
                <li>
                  补充协议《{one.contractTitle}》{one.contractNo}
                </li>
              )}
            </ul>
          </div>
        )}
        {one.contractId && (
          <button
            type="button"
            className="yy-link yy-left"
            onClick={() => openPage('/live/contractDocument', { keyword: one.contractNo ?? '' })}
          >
            补充协议《{one.contractTitle}》 ›
          </button>
        )}
        <div>
          <b>经过</b>
          <Timeline
            entries={one.steps.map((step, at) => ({
              key: `${step.at} ${at}`,
              family: step.tone as Family,
              kind: step.what,
              time: step.at,
              who: step.who,
              text: step.opinion ?? '',
            }))}
          />
        </div>
        {changed && (
          <Alert type="warning" showIcon title={changed} role="alert" closable onClose={() => setChanged(null)} />
        )}
        {decides && (
          <div className="yy-stack yy-gap-6">
            <span>
              意见 <span className="yy-second yy-small">退回时必填</span>
            </span>
            <Input.TextArea
              aria-label="审批意见"
              maxLength={200}
              autoSize={{ minRows: 2, maxRows: 5 }}
              value={opinion}
              disabled={busy}
              status={problem ? 'error' : ''}
              onChange={(event) => {
                setOpinion(event.target.value)
                setProblem(null)
              }}
            />
          </div>
        )}
        {words && !changed && (
          <small className="yy-red yy-strong" role="alert">
            {words}
          </small>
        )}
        {one.state === RegradeState.is.waiting && !decides && one.whyNot && (
          <p className="yy-no-margin">{one.whyNot}</p>
        )}
        {one.state === RegradeState.is.waiting && one.reviewers.length > 0 && !decides && (
          <p className="yy-second yy-small yy-no-margin">审批人：{one.reviewers.join('、')}</p>
        )}
        <div className="yy-stack yy-gap-8">
          {decides && (
            <Button
              type="primary"
              size="large"
              block
              loading={approve.running}
              disabled={!seen || stale || busy}
              onClick={() => void agree()}
            >
              同意，{monthDay(day)} 生效 <kbd className="yy-regrade-kbd">Ctrl+Enter</kbd>
            </Button>
          )}
          {may('submit') && (
            <Button
              type="primary"
              size="large"
              block
              loading={submit.running}
              disabled={!seen || busy}
              onClick={() => void send()}
            >
              提交审批
            </Button>
          )}
          <div className="yy-regrade-buttons">
            {decides && (
              <Button loading={sendBack.running} disabled={busy} onClick={() => void refuse()}>
                退回修改…
              </Button>
            )}
            {may('edit') && <Button onClick={onEdit}>修改</Button>}
            {may('withdraw') && <Button onClick={() => void withdraw()}>撤回修改</Button>}
            {may('takeBack') && one.whyNotBack === null && (
              <Button danger onClick={() => void takeBack()}>
                撤销…
              </Button>
            )}
            {may('discard') && (
              <Button danger onClick={() => void discard()}>
                作废…
              </Button>
            )}
            <Button
              icon={<Printer size={15} aria-hidden />}
              onClick={onPrint}
              disabled={!seen && one.state !== RegradeState.is.approved}
            >
              打印
            </Button>
          </div>
          {one.whyNotBack !== null && may('takeBack') && (
            <small className="yy-second">不能撤销：{one.whyNotBack}。</small>
          )}
        </div>
      </div>
    </PageCard>
  )
}
