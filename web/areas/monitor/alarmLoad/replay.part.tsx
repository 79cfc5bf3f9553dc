// 回放试算: the readings of the last days run once more under other values of a rule.

import { Button, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { IN_HOUSE } from '#contract/live/resident'
import { alarmLoad, type ReplayData } from '#contract/monitor/alarmLoad'
import { conditionText, hasLimits, type RuleWindow, windowsText } from '#contract/monitor/ruleWords'
import { ResidentPicker } from '#web/areas/live/public'
import { span, windows as windowsField } from '#web/areas/monitor/ruleFields.part'
import { CallError } from '#web/kit/callError'
import { int } from '#web/kit/fields/number'
import { Loaded } from '#web/kit/parts/Loaded'
import { LongAct } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import { ReplayOutcome } from './outcome.part.tsx'
import './alarmLoad.css'

export interface ReplayStart {
  ruleId: string | null
  oldmanId: string | null
}

type Rule = DataOf<typeof alarmLoad.calls.rules>[number]

const SPANS = [
  { value: 7, label: '近 7 天' },
  { value: 14, label: '近 14 天' },
  { value: 30, label: '近 30 天' },
]

interface DrawerProps {
  start: ReplayStart | null
  onClose(): void
}

export function ReplayDrawer({ start, onClose }: DrawerProps) {
  const [shown, setShown] = useState<{ start: ReplayStart; round: number } | null>(null)
  if (start && start !== shown?.start) setShown({ start, round: (shown?.round ?? 0) + 1 })
  const rules = useCall(alarmLoad.calls.rules, start ? {} : null)
  if (!shown) return null
  return (
    <SideDrawer
      asks={false}
      open={start !== null}
      width={960}
      title="回放试算"
      about={<span className="yy-none">用过去的读数，看换一个数值会有多少告警；不影响正在生效的规则</span>}
      onClose={onClose}
    >
      <Loaded of={rules} what="规则没有取到" lines={8} fresh>
        {(data) => <Trying key={shown.round} start={shown.start} rules={data} />}
      </Loaded>
    </SideDrawer>
  )
}

function Trying({ start, rules }: { start: ReplayStart; rules: readonly Rule[] }) {
  const first = rules.find((rule) => rule.ruleId === start.ruleId) ?? rules.find((rule) => rule.on) ?? rules[0]
  const [rule, setRule] = useState<Rule | undefined>(first)
  const [oldmanId, setOldmanId] = useState(start.oldmanId)
  const [days, setDays] = useState(30)
  const [upper, setUpper] = useState<number | null>(first?.upper ?? null)
  const [lower, setLower] = useState<number | null>(first?.lower ?? null)
  const [durationS, setDurationS] = useState<number | null>(first?.durationS ?? null)
  const [windows, setWindows] = useState<RuleWindow[]>(first?.windows ?? [])
  const [runId, setRunId] = useState<string | null>(null)
  const field = useId()
  const act = useAct(alarmLoad.calls.replay, { onDone: (data) => setRunId(data.runId), handles: () => true })
  const { run } = useRun(runId)
  const over = run !== undefined && isOver(run)
  const choose = (ruleId: string) => {
    const next = rules.find((one) => one.ruleId === ruleId)
    setRule(next)
    setUpper(next?.upper ?? null)
    setLower(next?.lower ?? null)
    setDurationS(next?.durationS ?? null)
    setWindows(next?.windows ?? [])
  }
  if (!rule) return <p className="yy-none">还没有床垫告警规则。</p>
  const limits = hasLimits(rule.kind)
  const tried = {
    kind: rule.kind,
    upper: limits ? upper : null,
    lower: limits ? lower : null,
    durationS: durationS ?? 0,
  }
  const unchanged =
    upper === rule.upper &&
    lower === rule.lower &&
    durationS === rule.durationS &&
    JSON.stringify(windows) === JSON.stringify(rule.windows)
  const error = act.error instanceof CallError ? act.error : null
  const wrong = (name: string) => (error?.field === name ? 'yy-replay-field is-wrong' : 'yy-replay-field')
  return (
    <div className="yy-grid yy-gap-16">
      <div className="yy-replay-form yy-two yy-grid yy-start">
        <div className={wrong('ruleId')}>
          <label htmlFor={`${field}-rule`}>规则</label>
          <Select
            id={`${field}-rule`}
            className="yy-fill"
            value={rule.ruleId}
            options={rules.map((one) => ({
              value: one.ruleId,
              label: one.on ? one.ruleName : `${one.ruleName}（停用）`,
            }))}
            onChange={choose}
          />
        </div>
        <div className={wrong('oldmanId')}>
          <label htmlFor={`${field}-resident`}>老人</label>
          <ResidentPicker
            id={`${field}-resident`}
            value={oldmanId}
            onChange={setOldmanId}
            statuses={IN_HOUSE}
            placeholder="不选则为这条规则适用的全部老人"
          />
        </div>
        {limits && (
          <>
            <div className={wrong('upper')}>
              <label htmlFor={`${field}-upper`}>高于多少告警（现在 {rule.upper ?? '不看'}）</label>
              {int.input({ id: `${field}-upper`, value: upper, onChange: setUpper, ...{ unit: '次/分' } })}
            </div>
            <div className={wrong('lower')}>
              <label htmlFor={`${field}-lower`}>低于多少告警（现在 {rule.lower ?? '不看'}）</label>
              {int.input({ id: `${field}-lower`, value: lower, onChange: setLower, ...{ unit: '次/分' } })}
            </div>
          </>
        )}
        <div className={wrong('durationS')}>
          <label htmlFor={`${field}-duration`}>持续多久才告警（现在 {span.text(rule.durationS)}）</label>
          <span key={rule.ruleId}>
            {span.input({ id: `${field}-duration`, value: durationS, onChange: setDurationS })}
          </span>
        </div>
        <div className="yy-replay-field">
          <span>回放多久</span>
          <Segmented value={days} options={SPANS} onChange={setDays} />
        </div>
        <div className={`${wrong('windows')} is-wide`}>
          <span>生效时段（现在 {windowsText(rule.windows)}）</span>
          {windowsField.input({ value: windows, onChange: (next) => setWindows(next ?? []) })}
        </div>
      </div>
      {error && (
        <p className="yy-no-margin yy-red" role="alert">
          {error.message}
        </p>
      )}
      <div className="yy-line-edge yy-pad-12-16 yy-soft yy-gap-16 yy-strong yy-round yy-row yy-between yy-ink">
        <span>
          试算：{windowsText(windows)} {conditionText(tried)}
          {unchanged && <em className="yy-light yy-warning yy-upright">　与现在的规则相同，可以先改一个数值</em>}
        </span>
        <Button
          type="primary"
          loading={act.running || (runId !== null && !over)}
          disabled={durationS === null}
          onClick={() => {
            setRunId(null)
            void act.run({ ruleId: rule.ruleId, oldmanId, days, upper, lower, durationS: durationS ?? 0, windows })
          }}
        >
          开始回放
        </Button>
      </div>
      {run && (run.state !== 'done' || !run.result) && <LongAct run={run} unit="位" />}
      {run?.state === 'done' && run.result !== null && <ReplayOutcome result={run.result as ReplayData} />}
    </div>
  )
}
