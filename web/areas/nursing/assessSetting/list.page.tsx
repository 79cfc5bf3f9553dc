// 评估设置: which sheets the house uses and how often, which nursing level follows from which ability, and its own words.
import { Button, Checkbox, InputNumber, Radio, Switch } from 'antd'
import { useState } from 'react'
import { abilityKinds } from '#contract/nursing/assess/kinds'
import { type AssessSettingData, assessSetting, RaiseTogether } from '#contract/nursing/assessSetting'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { lookupOf } from '#web/kit/fields/lookup'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Copies } from './copies.part.tsx'
import { changesOf, type Edited, editedOf } from './settingEdit.ts'
import './assessSetting.css'

const nursingLevel = lookupOf('nursingLevel')

interface PartProps {
  now: Edited
  may: boolean
  onChange(next: Edited): void
}

function Kinds({ now, may, onChange }: PartProps) {
  const change = (kind: string, part: Partial<Edited['kinds'][number]>) =>
    onChange({ ...now, kinds: now.kinds.map((one) => (one.kind === kind ? { ...one, ...part } : one)) })
  return (
    <PageCard title="用哪些评估表，多久评一次" sub="勾了“人人应评”的，在住老人到期没评会进待评名单">
      <table className="yy-plain-table yy-lined yy-setting-table" aria-label="评估表">
        <thead>
          <tr>
            <th>评估表</th>
            <th>使用</th>
            <th>人人应评</th>
            <th>复评间隔</th>
            <th>标准间隔</th>
          </tr>
        </thead>
        <tbody>
          {now.kinds.map((one) => (
            <tr key={one.kind}>
              <td>{one.kindName}</td>
              <td>
                <Switch
                  aria-label={`使用${one.kindName}`}
                  disabled={!may}
                  checked={one.enabled}
                  onChange={(enabled) => change(one.kind, { enabled, ...(!enabled && { expected: false }) })}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`${one.kindName}人人应评`}
                  disabled={!may || !one.enabled}
                  checked={one.expected}
                  onChange={(event) => change(one.kind, { expected: event.target.checked })}
                />
              </td>
              <td>
                <InputNumber<number>
                  aria-label={`${one.kindName}复评间隔`}
                  min={1}
                  max={60}
                  precision={0}
                  suffix="个月"
                  style={{ width: 110 }}
                  disabled={!may || !one.enabled}
                  value={one.months}
                  onChange={(months) => months && change(one.kind, { months })}
                />
              </td>
              <td className="yy-second">
                {one.usualMonths} 个月
                {one.months > one.usualMonths && <span className="yy-amber">　比标准长</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

function Levels({ now, may, onChange }: PartProps) {
  const set = (kind: string, level: number, nursingLevelId: string | null) =>
    onChange({
      ...now,
      levels: now.levels.map((one) => (one.kind === kind && one.level === level ? { ...one, nursingLevelId } : one)),
    })
  return (
    <PageCard title="评估等级对应的护理等级" sub="评估完成后按这里建议护理等级；改等级另走“等级变更”审批">
      <div className="yy-setting-levels">
        {abilityKinds.map((kind) => (
          <section key={kind.key}>
            <h4 className="yy-heading">{kind.name}</h4>
            {now.levels
              .filter((one) => one.kind === kind.key)
              .map((one) => (
                <div key={one.level} className="yy-row yy-gap-8 yy-below-8">
                  <span className="yy-setting-level">{one.levelName}</span>
                  {nursingLevel.input({
                    'aria-label': `${kind.name}${one.levelName}对应的护理等级`,
                    placeholder: '不建议',
                    disabled: !may,
                    value: one.nursingLevelId,
                    onChange: (id) => set(kind.key, one.level, id),
                  })}
                </div>
              ))}
          </section>
        ))}
      </div>
    </PageCard>
  )
}

const HOUR = 60

function Setting({ stored, onAgain }: { stored: AssessSettingData; onAgain(): void }) {
  const may = useMay()(assessSetting.calls.save.needs)
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState<Edited | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  // Somebody else's save reaches a page on which nothing was changed.
  if (draft === null && stored !== base) setBase(stored)
  const before = editedOf(base)
  const now = draft ?? before
  const { count, body } = changesOf(before, now)

  async function save() {
    setSaving(true)
    setProblem(null)
    try {
      await send(assessSetting.calls.save, { ...body, version: base.version }, { handles: () => true, loading: true })
      setDraft(null)
      toast.success('已保存，立即生效')
      await invalidate(assessSetting)
      onAgain()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="yy-stack yy-gap-12">
      <Kinds now={now} may={may} onChange={setDraft} />
      <Levels now={now} may={may} onChange={setDraft} />
      <PageCard
        title="两条升级规则同时成立时"
        sub="如痴呆，又在 30 天内发生过 2 次以上风险事件；标准没有写明，由机构决定"
      >
        <Radio.Group
          aria-label="两条升级规则同时成立时"
          disabled={!may}
          value={now.raiseTogether}
          options={RaiseTogether.list.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => setDraft({ ...now, raiseTogether: event.target.value as Edited['raiseTogether'] })}
        />
      </PageCard>
      <PageCard title="护理员一天的工时上限" sub="“等级变更”试算时，谁一天的护理任务会超过这个数就提示">
        <InputNumber<number>
          aria-label="护理员一天的工时上限"
          min={1}
          max={24}
          step={0.5}
          precision={1}
          suffix="小时"
          style={{ width: 130 }}
          disabled={!may}
          value={now.workerDayMinutes / HOUR}
          onChange={(hours) => hours && setDraft({ ...now, workerDayMinutes: Math.round(hours * HOUR) })}
        />
      </PageCard>
      {may && (count > 0 || problem) && (
        <section className="yy-card yy-setting-save yy-row yy-gap-12" role="status">
          <span className="yy-grow">
            {problem ? <span className="yy-red">{problem}</span> : `改了 ${count} 处，还没有保存`}
          </span>
          <Button
            onClick={() => {
              setDraft(null)
              setProblem(null)
              onAgain()
            }}
          >
            放弃改动
          </Button>
          <Button type="primary" loading={saving} disabled={count === 0} onClick={() => void save()}>
            保存设置
          </Button>
        </section>
      )}
      <Copies />
    </div>
  )
}

export default function AssessSettings() {
  const { data, state, refetch } = useLoaded(assessSetting.calls.get, {}, { what: '评估设置', lines: 12 })
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  return <Setting stored={data} onAgain={() => void refetch()} />
}
