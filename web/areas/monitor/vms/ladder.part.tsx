// 升级阶梯: who is told in which order, and how long each has.
import { Button, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { DEFAULT_LADDER, type LadderData, type LadderStepData } from '#contract/monitor/ladderWords'
import { rankName, vms } from '#contract/monitor/vms'
import { AlarmLevel, LadderRank } from '#contract/monitor/words'
import { classes } from '#web/kit/classes'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const WHOM: Readonly<Record<number, string>> = {
  [LadderRank.is.nurse]: '值班表上本部门此时的值班护士，立即通知',
  [LadderRank.is.relief]: '值班表上的接替护士（多为护理组长）',
  [LadderRank.is.head]: '值班表上的护士长；没有排班时按岗位通知',
  [LadderRank.is.phone]: '给护士长打电话：经语音服务，或由护理站人工拨打',
}
const LEAST_S = 5

function whenOf(steps: readonly LadderStepData[], rank: number): number {
  let at = 0
  const on = steps.filter((step) => step.on)
  for (const step of on) {
    if (step !== on[0]) at += step.seconds
    if (step.rank === rank) return at
  }
  return at
}

const inWords = (seconds: number) =>
  seconds === 0
    ? '立即'
    : seconds < 60
      ? `第 ${seconds} 秒`
      : `第 ${Math.floor(seconds / 60)} 分${seconds % 60 > 0 ? ` ${seconds % 60} 秒` : '钟'}`

function Editing({ data }: { data: LadderData & { version: number } }) {
  const mayEdit = useMay()(vms.calls.saveLadder.needs)
  const [ladder, setLadder] = useState<LadderData>(data)
  const [base, setBase] = useState(data)
  const { run, running, error } = useAct(vms.calls.saveLadder, {
    handles: (failure) => failure.refusal === 'CHANGED_MEANWHILE',
    onDone: (saved) => {
      setBase(saved)
      setLadder(saved)
      toast.success('已保存，新的告警按此升级')
    },
  })
  const words = ({ steps, takenMinutes }: LadderData) => JSON.stringify([steps, takenMinutes])
  const dirty = words(ladder) !== words(base)
  const change = (rank: number, more: Partial<LadderStepData>) =>
    setLadder({ ...ladder, steps: ladder.steps.map((step) => (step.rank === rank ? { ...step, ...more } : step)) })
  return (
    <PageCard title="升级阶梯" sub="告警无人接手时逐级通知；呼叫的时间在“呼叫设置”中">
      <ol className="yy-ladder yy-grid yy-gap-8 yy-plain-list">
        {ladder.steps.map((step) => (
          <li key={step.rank} className={classes(!step.on && 'is-off')}>
            <b>{step.rank}</b>
            <div>
              <strong>{rankName(step.rank)}</strong>
              <p className="yy-no-margin yy-second yy-small">{WHOM[step.rank]}</p>
            </div>
            <span className="yy-ladder-field yy-row yy-gap-8 yy-second yy-one-line">
              {step.rank === LadderRank.is.nurse ? '告警发生后' : '上一级无人应答'}
              <InputNumber
                aria-label={`${rankName(step.rank)}等待秒数`}
                min={step.rank === LadderRank.is.nurse ? 0 : LEAST_S}
                max={3600}
                precision={0}
                value={step.seconds}
                disabled={!mayEdit || !step.on || step.rank === LadderRank.is.nurse}
                suffix="秒"
                onChange={(seconds) => change(step.rank, { seconds: seconds ?? LEAST_S })}
              />
            </span>
            <span className="yy-ladder-field yy-row yy-gap-8 yy-second yy-one-line">
              告警级别
              <Select
                aria-label={`${rankName(step.rank)}告警级别`}
                value={step.fromLevel}
                disabled={!mayEdit || !step.on}
                options={AlarmLevel.list.map((one) => ({
                  value: one.value as number,
                  label: one.value === 1 ? '全部' : one.value === 2 ? '中、高' : '只限高',
                }))}
                onChange={(fromLevel) => change(step.rank, { fromLevel })}
              />
            </span>
            <em className="yy-ink yy-strong yy-one-line yy-upright">
              {step.on ? inWords(whenOf(ladder.steps, step.rank)) : '不通知'}
            </em>
            <Switch
              aria-label={`启用${rankName(step.rank)}`}
              checked={step.on}
              disabled={!mayEdit}
              checkedChildren="启用"
              unCheckedChildren="停用"
              onChange={(on) => change(step.rank, { on })}
            />
          </li>
        ))}
      </ol>
      <p className="yy-ladder-taken yy-row yy-gap-8">
        有人点了“我去处理”后停止升级；超过
        <InputNumber
          aria-label="接手后未处理分钟数"
          min={1}
          max={240}
          precision={0}
          value={ladder.takenMinutes}
          disabled={!mayEdit}
          onChange={(minutes) => setLadder({ ...ladder, takenMinutes: minutes ?? DEFAULT_LADDER.takenMinutes })}
        />
        分钟还没有处理结果，继续往上通知。
      </p>
      {error && <p className="yy-ladder-error yy-red">{error.message}</p>}
      {mayEdit && (
        <div className="yy-ladder-foot yy-row yy-gap-8 yy-above-16">
          <Button
            type="primary"
            disabled={!dirty}
            loading={running}
            onClick={() => void run({ steps: ladder.steps, takenMinutes: ladder.takenMinutes, version: base.version })}
          >
            保存阶梯
          </Button>
          <Button disabled={!dirty} onClick={() => setLadder(base)}>
            还原
          </Button>
          {dirty && <span>有改动未保存</span>}
        </div>
      )}
    </PageCard>
  )
}

export function LadderTab() {
  const { data, error, refetch } = useCall(vms.calls.ladder, {})
  if (error) return <ErrorBlock what="升级阶梯没有取到" error={error} onRetry={() => void refetch()} />
  return data ? <Editing key={data.version} data={data} /> : <BlockBones lines={8} />
}
