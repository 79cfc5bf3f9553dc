// 个人规则: what differs for single residents, and for one resident the rules that hold, kind by kind.

import { Button, Input, Radio } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { useId, useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { IN_HOUSE } from '#contract/live/resident'
import { type AlarmOverrideRow, alarmRule } from '#contract/monitor/alarmRule'
import { hasLimits, spanText } from '#contract/monitor/ruleWords'
import { RuleKind } from '#contract/monitor/words'
import { BedPath, ResidentCell, ResidentPicker } from '#web/areas/live/public'
import { span } from '#web/areas/monitor/ruleFields.part'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { int } from '#web/kit/fields/number'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './alarmRule.css'

type Kind = DataOf<typeof alarmRule.calls.resident>['kinds'][number]

interface DrawerProps {
  /** null: closed; with a resident: that resident's rules at once. */
  at: { oldmanId: string | null } | null
  onClose(): void
}

export function OverridesDrawer({ at, onClose }: DrawerProps) {
  const [shown, setShown] = useState(at)
  const [oldmanId, setOldmanId] = useState<string | null>(at?.oldmanId ?? null)
  if (at && at !== shown) {
    setShown(at)
    setOldmanId(at.oldmanId)
  }
  if (!shown) return null
  return (
    <SideDrawer
      open={at !== null}
      width={720}
      title="个人规则"
      about={<span className="yy-none">只对一位老人不同的界限、时间，或不告警</span>}
      onClose={onClose}
    >
      <div className="yy-own-pick yy-flex yy-gap-8 yy-below-16">
        {oldmanId && (
          <Button icon={<ChevronLeft size={15} aria-hidden />} onClick={() => setOldmanId(null)}>
            全部个人规则
          </Button>
        )}
        <ResidentPicker
          value={oldmanId}
          onChange={setOldmanId}
          statuses={IN_HOUSE}
          placeholder="选择老人，查看或设置其个人规则"
          aria-label="选择老人"
        />
      </div>
      {oldmanId ? <ResidentRules key={oldmanId} oldmanId={oldmanId} /> : <AllOverrides onOpen={setOldmanId} />}
    </SideDrawer>
  )
}

function AllOverrides({ onOpen }: { onOpen(oldmanId: string): void }) {
  const answer = useCall(alarmRule.calls.overrides, { page: 1, size: 200 })
  if (answer.error || !answer.data) return <Loaded of={answer} what="个人规则没有取到" lines={6} fresh />
  const { list } = answer.data
  if (list.length === 0) {
    return (
      <Empty title="还没有个人规则" text="所有老人都按院内规则告警。在上面选择一位老人，可以为其设置不同的界限。" />
    )
  }
  return (
    <ul className="yy-own-list yy-grid yy-gap-12 yy-plain-list">
      {list.map((row) => (
        <Listed key={`${row.oldmanId}:${row.kind}`} row={row} onOpen={() => onOpen(row.oldmanId)} />
      ))}
    </ul>
  )
}

function Listed({ row, onOpen }: { row: AlarmOverrideRow; onOpen(): void }) {
  return (
    <li>
      <div className="yy-row yy-gap-10">
        <ResidentCell row={row} onOpen={onOpen} />
        <BedPath path={row.bedPath} />
      </div>
      <p>
        <StatusTag family={row.off ? 'red' : 'blue'}>{RuleKind.label(row.kind)}</StatusTag>
        <b>{row.words}</b>
      </p>
      <p className="yy-none">
        {row.reason}　{row.byName} {row.updateTime.slice(0, 16)}
      </p>
    </li>
  )
}

function ResidentRules({ oldmanId }: { oldmanId: string }) {
  const answer = useCall(alarmRule.calls.resident, { oldmanId })
  const [editing, setEditing] = useState<string | null>(null)
  if (answer.error || !answer.data) return <Loaded of={answer} what="老人的规则没有取到" lines={8} fresh />
  const { kinds, oldmanName } = answer.data
  return (
    <ul className="yy-own-kinds yy-grid yy-gap-12 yy-plain-list">
      {kinds.map((kind) => (
        <li key={kind.kind} className={kind.override ? 'is-own' : undefined}>
          {editing === kind.kind ? (
            <Edit oldmanId={oldmanId} kind={kind} onDone={() => setEditing(null)} />
          ) : (
            <Shown oldmanId={oldmanId} oldmanName={oldmanName} kind={kind} onEdit={() => setEditing(kind.kind)} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ShownProps {
  oldmanId: string
  oldmanName: string
  kind: Kind
  onEdit(): void
}

function Shown({ oldmanId, oldmanName, kind, onEdit }: ShownProps) {
  const may = useMay()(alarmRule.calls.saveOverride.needs)
  const { override } = kind
  const takeBack = async () => {
    const done = await confirmAct({
      title: `取消${oldmanName}的个人${RuleKind.label(kind.kind)}规则？`,
      effects: [
        override?.words ?? '',
        kind.words ? `恢复院内规则：${kind.words}` : '院内没有这一内容的规则，将不再告警',
      ],
      verb: '取消个人规则',
      safe: '保留',
      run: (_, options) => send(alarmRule.calls.removeOverride, { oldmanId, kind: kind.kind }, options),
    })
    if (done === null) return
    toast.success('已恢复院内规则')
    void invalidate(alarmRule)
  }
  return (
    <>
      <div className="yy-row yy-gap-10">
        <b>{RuleKind.label(kind.kind)}</b>
        {override ? (
          <StatusTag family={override.off ? 'red' : 'blue'}>{override.off ? '不告警' : '个人规则'}</StatusTag>
        ) : kind.words ? (
          <StatusTag family={kind.active ? 'green' : 'amber'}>{kind.active ? '现在生效' : '未到时段'}</StatusTag>
        ) : (
          <StatusTag family="grey">没有规则</StatusTag>
        )}
        {may && (
          <span className="yy-flex yy-gap-8 yy-push">
            {override && (
              <Button size="small" onClick={() => void takeBack()}>
                取消个人规则
              </Button>
            )}
            <Button size="small" onClick={onEdit} disabled={!override && !kind.words}>
              {override ? '修改' : '设置个人规则'}
            </Button>
          </span>
        )}
      </div>
      {override && (
        <p>
          <b>{override.words}</b>
          <span className="yy-none">
            {override.reason}　{override.byName} {override.updateTime.slice(0, 16)}
          </span>
        </p>
      )}
      <p className={override?.off ? 'yy-own-house yy-second is-replaced' : 'yy-own-house yy-second'}>
        {override && !override.off && '其余按'}院内规则：
        {kind.words ? `${kind.ruleName}，${kind.words}` : '无，这一内容不会告警'}
      </p>
    </>
  )
}

const REASONS = ['医生建议', '基础疾病', '跌倒史', '家属要求', '临终关怀']

function Edit({ oldmanId, kind, onDone }: { oldmanId: string; kind: Kind; onDone(): void }) {
  const own = kind.override
  const [off, setOff] = useState(own?.off ?? false)
  const [upper, setUpper] = useState<number | null>(own?.upper ?? null)
  const [lower, setLower] = useState<number | null>(own?.lower ?? null)
  const [durationS, setDurationS] = useState<number | null>(own?.durationS ?? null)
  const [reason, setReason] = useState(own?.reason ?? '')
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useId()
  const save = async () => {
    if (reason.trim() === '') return setProblem({ field: 'reason', text: '请填写原因' })
    setBusy(true)
    try {
      await send(
        alarmRule.calls.saveOverride,
        {
          oldmanId,
          kind: kind.kind,
          off,
          upper,
          lower,
          durationS,
          reason: reason.trim(),
          version: own?.version ?? null,
        },
        { handles: () => true },
      )
      toast.success('已保存，立即生效')
      void invalidate(alarmRule)
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem({ field: error.field ?? '', text: error.message })
      // Somebody else was faster: what stands now is shown beside what was typed.
      if (error.refusal === 'CHANGED_MEANWHILE') void invalidate(alarmRule)
    } finally {
      setBusy(false)
    }
  }
  const limit = (
    name: 'upper' | 'lower',
    title: string,
    value: number | null,
    set: (next: number | null) => void,
    house: number | null,
  ) => (
    <div className={problem?.field === name ? 'yy-own-field is-wrong' : 'yy-own-field'}>
      <label className="yy-block yy-second" htmlFor={`${field}-${name}`}>
        {title}
      </label>
      {int.input({
        id: `${field}-${name}`,
        value,
        onChange: set,
        placeholder: house === null ? '不看' : `院内 ${house}`,
        ...{ unit: '次/分' },
      })}
    </div>
  )
  return (
    <form
      className="yy-own-edit yy-grid yy-gap-12"
      aria-label={`${RuleKind.label(kind.kind)}的个人规则`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <b>{RuleKind.label(kind.kind)}</b>
      <Radio.Group
        value={off}
        onChange={(event) => setOff(event.target.value as boolean)}
        options={[
          { value: false, label: '用不同的数值' },
          { value: true, label: '不告警' },
        ]}
      />
      {off ? (
        <p className="yy-red">设置后，这位老人将不再发出{RuleKind.label(kind.kind)}告警，请确认有其他看护办法。</p>
      ) : (
        <div className="yy-own-fields yy-two yy-grid yy-start">
          {hasLimits(kind.kind) && limit('upper', '高于多少告警', upper, setUpper, kind.upper)}
          {hasLimits(kind.kind) && limit('lower', '低于多少告警', lower, setLower, kind.lower)}
          <div className={problem?.field === 'durationS' ? 'yy-own-field is-wrong' : 'yy-own-field'}>
            <label className="yy-block yy-second" htmlFor={`${field}-duration`}>
              持续多久才告警
            </label>
            {span.input({
              id: `${field}-duration`,
              value: durationS,
              onChange: setDurationS,
              placeholder: kind.durationS === null ? '' : `院内 ${spanText(kind.durationS)}`,
            })}
          </div>
          <p className="yy-none">不填的数值按院内规则</p>
        </div>
      )}
      <div className={problem?.field === 'reason' ? 'yy-own-field is-wrong' : 'yy-own-field'}>
        <label className="yy-block yy-second" htmlFor={`${field}-reason`}>
          原因
        </label>
        <Input
          id={`${field}-reason`}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.target.value)}
        />
        <span className="yy-own-reasons yy-flex yy-wrap yy-gap-6 yy-above-8">
          {REASONS.map((one) => (
            <button className="yy-soft-ink yy-white yy-press" key={one} type="button" onClick={() => setReason(one)}>
              {one}
            </button>
          ))}
        </span>
      </div>
      {problem && (
        <p className="yy-red" role="alert">
          {problem.text}
        </p>
      )}
      <div className="yy-flex yy-gap-8 yy-push">
        <Button onClick={onDone} disabled={busy}>
          取消
        </Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存个人规则
        </Button>
      </div>
    </form>
  )
}
