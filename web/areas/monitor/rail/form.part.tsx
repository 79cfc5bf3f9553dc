// What a fence means: kind, for whom, when, after how long. The shape comes from the map beside it.

import { Alert, Button, Input, Radio, Switch } from 'antd'
import { useState } from 'react'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { type RailData, rail } from '#contract/monitor/rail'
import { RailKind, type RailKindValue, type RuleScopeValue } from '#contract/monitor/words'
import { ScopeIdsInput, ScopeInput, SpanInput, type Window, WindowsInput } from '#web/areas/monitor/positionFields.part'
import type { Drawing } from '#web/areas/monitor/positionMap/draw'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

export interface RailDraft {
  railId: string | null
  railName: string
  kind: RailKindValue
  scope: RuleScopeValue
  scopeIds: string[]
  windows: Window[]
  delayS: number
  stayS: number
  enabled: boolean
  remark: string
  version: number | null
}

export const newDraft = (): RailDraft => ({
  railId: null,
  railName: '',
  kind: 'LEAVE',
  scope: 'ALL',
  scopeIds: [],
  windows: [],
  delayS: 15,
  stayS: 1800,
  enabled: true,
  remark: '',
  version: null,
})

export const draftOf = (one: RailData): RailDraft => ({
  railId: one.railId,
  railName: one.railName,
  kind: one.kind,
  scope: one.scope,
  scopeIds: one.scopeIds,
  windows: one.windows,
  delayS: one.delayS,
  stayS: one.stayS ?? 1800,
  enabled: one.enabled,
  remark: one.remark ?? '',
  version: one.version,
})

const MEANS: Readonly<Record<RailKindValue, string>> = {
  LEAVE: '走出这个范围告警；同一人在几层楼都有围栏时，可在各层之间走动',
  ENTER: '走进这个范围告警',
  STAY: '在这个范围里停留超过时限告警',
}

interface RailFormProps {
  draft: RailDraft
  map: FloorMapData
  drawing: Drawing
  onChange(draft: RailDraft): void
  onCancel(): void
  onDone(saved: RailData): void
  onRemove?(): void
}

export function RailForm({ draft, map, drawing, onChange, onCancel, onDone, onRemove }: RailFormProps) {
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<{ field: string | undefined; text: string; changed?: boolean } | null>(null)
  const change = (part: Partial<RailDraft>) => {
    onChange({ ...draft, ...part })
    setProblem(null)
  }
  const save = async () => {
    if (drawing.fault) return setProblem({ field: 'polygon', text: drawing.fault })
    if (!draft.railName.trim()) return setProblem({ field: 'railName', text: '请填写围栏名称' })
    setSaving(true)
    const { railId, version, remark, stayS, ...rest } = draft
    const fields = {
      ...rest,
      railName: draft.railName.trim(),
      mapId: map.mapId,
      polygon: drawing.corners.map(([x, y]) => [x, y] as [number, number]),
      stayS: draft.kind === 'STAY' ? stayS : null,
      remark: remark.trim() || null,
    }
    const options = { handles: () => true, requestNo: newRequestNo() }
    try {
      const saved = railId
        ? await send(rail.calls.save, { railId, ...fields, version }, options)
        : await send(rail.calls.add, fields, options)
      toast.success(`围栏「${saved.railName}」已保存，立即生效`)
      await invalidate(rail)
      onDone(saved)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem({ field: error.field, text: error.message, changed: error.refusal === 'CHANGED_MEANWHILE' })
    } finally {
      setSaving(false)
    }
  }
  const at = (field: string) =>
    problem?.field === field && (
      <p className="yy-no-margin yy-red" role="alert">
        {problem.text}
      </p>
    )
  return (
    <section
      className="yy-side-card yy-low yy-white yy-stack yy-edge yy-round-card yy-fence-form"
      aria-label={draft.railId ? '编辑围栏' : '新围栏'}
    >
      <header className="yy-row yy-gap-10 yy-under">
        <b className="yy-text-15">{draft.railId ? `编辑围栏` : '新围栏'}</b>
        <span>
          {map.buildingName} {map.mapName}
        </span>
      </header>
      <div className="yy-side-scroll yy-low yy-scroll">
        {problem?.changed && (
          <Alert
            type="warning"
            showIcon
            title={problem.text}
            action={
              <Button size="small" onClick={() => void invalidate(rail).then(onCancel)}>
                看最新的
              </Button>
            }
          />
        )}
        {drawing.closed && drawing.fault && (
          <p className="yy-no-margin yy-red" role="alert">
            {drawing.fault}
          </p>
        )}
        {!drawing.closed && <p className="yy-text-13 yy-no-margin yy-second">{drawing.fault}</p>}
        {problem?.field === 'polygon' && problem.text !== drawing.fault && at('polygon')}
        <label htmlFor="yy-fence-name">围栏名称</label>
        <Input
          id="yy-fence-name"
          value={draft.railName}
          maxLength={30}
          placeholder="例如：厨房"
          onChange={(event) => change({ railName: event.target.value })}
        />
        {at('railName')}
        <span className="yy-floor-map-label">围栏类型</span>
        <Radio.Group
          optionType="button"
          value={draft.kind}
          options={RailKind.list.map((one) => ({ value: one.value, label: one.label }))}
          onChange={(event) => change({ kind: event.target.value as RailKindValue })}
        />
        <p className="yy-text-13 yy-no-margin yy-second">{MEANS[draft.kind]}</p>
        {draft.kind === 'STAY' ? (
          <>
            <span className="yy-floor-map-label">停留时限</span>
            <SpanInput value={draft.stayS} min={60} onChange={(stayS) => change({ stayS: stayS ?? 60 })} />
            {at('stayS')}
          </>
        ) : (
          <>
            <span className="yy-floor-map-label">延时</span>
            <SpanInput value={draft.delayS} max={3600} onChange={(delayS) => change({ delayS: delayS ?? 0 })} />
            <p className="yy-text-13 yy-no-margin yy-second">
              {draft.delayS > 15 ? '越界持续这么久才告警' : '越界持续这么久，或连续 3 次定位都越界，就告警'}
            </p>
          </>
        )}
        <span className="yy-floor-map-label">适用范围</span>
        <ScopeInput value={draft.scope} onChange={(scope) => change({ scope, scopeIds: [] })} />
        <ScopeIdsInput scope={draft.scope} value={draft.scopeIds} onChange={(ids) => change({ scopeIds: ids ?? [] })} />
        {at('scopeIds')}
        <span className="yy-floor-map-label">生效时段</span>
        <WindowsInput value={draft.windows} onChange={(next) => change({ windows: next ?? [] })} />
        {at('windows')}
        <label htmlFor="yy-fence-remark">备注</label>
        <Input
          id="yy-fence-remark"
          value={draft.remark}
          maxLength={200}
          onChange={(event) => change({ remark: event.target.value })}
        />
        <span className="yy-above-6 yy-row yy-gap-8">
          <Switch checked={draft.enabled} onChange={(enabled) => change({ enabled })} aria-label="启用" />
          {draft.enabled ? '启用' : '停用：只画在图上，不告警'}
        </span>
        {problem &&
          !problem.changed &&
          !['polygon', 'railName', 'scopeIds', 'windows', 'stayS'].includes(problem.field ?? '') && (
            <p className="yy-no-margin yy-red" role="alert">
              {problem.text}
            </p>
          )}
      </div>
      <footer className="yy-flex yy-gap-8 yy-pad-12-16 yy-over">
        {onRemove && (
          <Button danger onClick={onRemove}>
            删除…
          </Button>
        )}
        <span />
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" loading={saving} disabled={drawing.fault !== null} onClick={() => void save()}>
          保存围栏
        </Button>
      </footer>
    </section>
  )
}
