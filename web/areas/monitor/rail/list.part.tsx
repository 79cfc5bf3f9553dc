// The fences of a floor beside its map.
import { Switch } from 'antd'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { type RailData, rail } from '#contract/monitor/rail'
import { spanText, windowsText } from '#contract/monitor/ruleWords'
import { RailKind } from '#contract/monitor/words'
import { scopeText } from '#web/areas/monitor/positionFields.part'
import { Empty } from '#web/kit/parts/Empty'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'

interface RailListProps {
  rails: readonly RailData[]
  map: FloorMapData | undefined
  loading: boolean
  chosen: string | null
  mayEdit: boolean
  mayRemove: boolean
  onChoose(one: RailData): void
  onEdit(one: RailData): void
  onRemove(one: RailData): void
}

export function RailList({
  rails,
  map,
  loading,
  chosen,
  mayEdit,
  mayRemove,
  onChoose,
  onEdit,
  onRemove,
}: RailListProps) {
  const save = useAct(rail.calls.save, { onDone: () => void invalidate(rail) })
  const toggle = (one: RailData, enabled: boolean) =>
    void save.run({
      railId: one.railId,
      railName: one.railName,
      mapId: one.mapId,
      kind: one.kind,
      polygon: one.polygon as [number, number][],
      scope: one.scope,
      scopeIds: one.scopeIds,
      windows: one.windows,
      delayS: one.delayS,
      stayS: one.stayS,
      remark: one.remark,
      enabled,
      version: one.version,
    })
  return (
    <section className="yy-side-card yy-low yy-white yy-stack yy-edge yy-round-card" aria-label="围栏列表">
      <header className="yy-row yy-gap-10 yy-under">
        <b className="yy-text-15">围栏</b>
        <span>
          {map?.buildingName} {map?.mapName}　{rails.length} 个
        </span>
      </header>
      <div className="yy-side-scroll yy-low yy-scroll">
        {!loading && map && rails.length === 0 && (
          <Empty title={`${map.mapName}还没有围栏`} text="点“画新围栏”，在地图上依次点出角点，再点第一个角点闭合。" />
        )}
        {rails.map((one) => (
          <article
            key={one.railId}
            className={
              chosen === one.railId
                ? 'yy-fence-row yy-pad-10-16 yy-grid yy-center yy-under is-chosen'
                : 'yy-fence-row yy-pad-10-16 yy-grid yy-center yy-under'
            }
          >
            <button
              type="button"
              className="yy-no-padding yy-left yy-row yy-gap-8 yy-bare"
              onClick={() => onChoose(one)}
            >
              <StatusTag option={RailKind.find(one.kind)!} />
              <b>{one.railName}</b>
            </button>
            {mayEdit && (
              <Switch
                size="small"
                checked={one.enabled}
                loading={save.running}
                aria-label={`${one.enabled ? '停用' : '启用'} ${one.railName}`}
                onChange={(on) => toggle(one, on)}
              />
            )}
            <p className="yy-whole-line yy-no-margin yy-second yy-text-13">
              {scopeText(one.scope, one.scopeNames, one.scopeIds.length + one.elsewhere)}（{one.people} 人佩戴标签）
            </p>
            <p className="yy-whole-line yy-no-margin yy-second yy-text-13">
              {`${windowsText(one.windows)}　${
                one.kind === 'STAY' ? `停留超过 ${spanText(one.stayS ?? 0)}` : `延时 ${spanText(one.delayS)}`
              }`}
              {one.enabled && !one.active && <em className="yy-amber yy-upright">　现在不在时段内</em>}
            </p>
            {one.remark && <p className="yy-whole-line yy-no-margin yy-second yy-text-13">{one.remark}</p>}
            {(mayEdit || mayRemove) && (
              <p className="yy-fence-acts yy-flex yy-whole-line yy-no-margin yy-second yy-text-13">
                {mayEdit && (
                  <button type="button" className="yy-link" onClick={() => onEdit(one)}>
                    编辑
                  </button>
                )}
                {mayRemove && (
                  <button type="button" className="yy-link is-danger" onClick={() => onRemove(one)}>
                    删除…
                  </button>
                )}
              </p>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}
