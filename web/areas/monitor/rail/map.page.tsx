// Fences drawn on the map: corners by mouse, the rest beside it.
import { Button, Segmented, Select } from 'antd'
import { Plus, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Point } from '#contract/monitor/polygon'
import { RAIL_NEEDS, type RailData, rail } from '#contract/monitor/rail'
import { useNow } from '#web/areas/monitor/everySecond'
import { useChosenMap } from '#web/areas/monitor/positionMap/choose'
import { Dots } from '#web/areas/monitor/positionMap/dots.part'
import { snapTo, useDrawing, useDrawingKeys } from '#web/areas/monitor/positionMap/draw'
import { DrawLayer } from '#web/areas/monitor/positionMap/draw.part'
import { Floor } from '#web/areas/monitor/positionMap/floor.part'
import { useLive } from '#web/areas/monitor/positionMap/live'
import { RAIL_COLOURS, Rails } from '#web/areas/monitor/positionMap/rails.part'
import { SwitchedOff } from '#web/areas/monitor/positionMap/switchedOff.part'
import { type Insets, useFloorView } from '#web/areas/monitor/positionMap/view'
import { send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { draftOf, newDraft, type RailDraft, RailForm } from './form.part.tsx'
import { RailList } from './list.part.tsx'
import '#web/areas/monitor/positionMap/map.css'
import '#web/areas/monitor/positionMap/mapEdit.css'
import '#web/areas/monitor/positionMap/side.css'
import './rail.css'

const INSETS: Insets = { left: 66, top: 0, right: 0, bottom: 0 }
const NO_ALARMS = new Map<string, never>()

export default function Fences() {
  const may = useMay()
  const now = useNow()
  const chosen = useChosenMap()
  const live = useLive()
  const { map, building } = chosen
  const [draft, setDraft] = useState<RailDraft | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const drawing = useDrawing()
  const box = useRef<HTMLDivElement>(null)
  const floor = useFloorView(box, map, INSETS, (at) =>
    drawing.press(snapTo(map, at, floor.view.scale), floor.view.scale),
  )
  const found = useCall(rail.calls.list, map ? { mapId: map.mapId, page: 1, size: 999 } : null, { keepPrevious: true })
  const rails = (found.data?.list ?? []).filter((one) => one.mapId === map?.mapId)
  const mayEdit = may(RAIL_NEEDS.edit)

  const stop = () => {
    drawing.end()
    setDraft(null)
  }
  useDrawingKeys(box, drawing, stop)

  const begin = () => {
    setPicked(null)
    setDraft(newDraft())
    drawing.begin()
  }
  const edit = (one: RailData) => {
    setPicked(one.railId)
    setDraft(draftOf(one))
    drawing.begin(one.polygon as unknown as Point[])
  }
  /** What was drawn is not thrown away by a click on another floor. */
  const leaving = (go: () => void) => async () => {
    if (drawing.active && drawing.canUndo) {
      const done = await confirmAct({
        title: '放弃正在画的围栏？',
        effects: ['还没有保存的形状和设置会丢失'],
        verb: '放弃',
        safe: '继续画',
        danger: true,
      })
      if (done === null) return
    }
    stop()
    go()
  }

  const remove = async (one: RailData) => {
    const done = await confirmAct({
      title: `删除围栏「${one.railName}」？`,
      effects: [
        `${one.buildingName} ${one.mapName} 的这个围栏立即失效，适用的 ${one.people} 人不再按它告警`,
        '已有的告警记录保留',
      ],
      verb: '删除围栏',
      safe: '不删除',
      danger: true,
      run: (_, options) => send(rail.calls.remove, { railId: one.railId }, options),
    })
    if (done === null) return
    stop()
    await invalidate(rail)
  }

  if (chosen.error) return <ErrorBlock what="电子围栏" error={chosen.error} onRetry={chosen.refetch} />
  const kind = draft?.kind ?? 'LEAVE'
  return (
    <div className="yy-floor-map-page yy-tall yy-grid yy-gap-12 yy-fence-page">
      <div className="yy-floor-map-main yy-narrow yy-low yy-stack">
        <SwitchedOff />
        <section className="yy-flex-1 yy-low yy-hidden yy-white yy-stack yy-edge yy-round-card">
          <header className="yy-floor-map-head yy-gap-8-12 yy-under yy-wrap yy-row">
            <Segmented
              aria-label="楼栋"
              value={building?.buildingId ?? ''}
              options={chosen.buildings.map((one) => ({ value: one.buildingId, label: one.buildingName }))}
              onChange={(id) => void leaving(() => chosen.chooseBuilding(id))()}
            />
            {drawing.active ? (
              <>
                <span className="yy-flex-1 yy-soft-ink" role="status">
                  {drawing.closed
                    ? drawing.fault
                      ? '形状还不能保存，原因见右边'
                      : '拖动角点调整，点边上小圆加角点，Delete 删角点'
                    : drawing.fault}
                </span>
                {map && map.zones.length > 0 && (
                  <Select
                    aria-label="沿用房间轮廓"
                    placeholder="沿用房间轮廓"
                    style={{ width: 150 }}
                    showSearch={{ optionFilterProp: 'label' }}
                    value={null}
                    options={map.zones.map((one) => ({ value: one.name, label: one.name }))}
                    onChange={(name) => {
                      const zone = map.zones.find((one) => one.name === name)
                      if (!zone) return
                      drawing.replace(zone.polygon as unknown as Point[])
                      setDraft((before) => (before && !before.railName ? { ...before, railName: zone.name } : before))
                    }}
                  />
                )}
                <Button icon={<Undo2 size={15} aria-hidden />} disabled={!drawing.canUndo} onClick={drawing.undo}>
                  撤销（Esc）
                </Button>
              </>
            ) : (
              <>
                <span className="yy-floor-map-counts yy-second yy-one-line">
                  {map?.mapName} 围栏 <b className="yy-ink">{rails.length}</b> 个，启用{' '}
                  {rails.filter((one) => one.enabled).length} 个
                </span>
                {mayEdit && map && (
                  <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={begin}>
                    画新围栏
                  </Button>
                )}
              </>
            )}
          </header>
          <Floor
            box={box}
            map={map}
            floor={floor}
            className={drawing.active && !drawing.closed ? 'is-drawing' : ''}
            under={
              map && (
                <Rails
                  rails={rails}
                  scale={floor.view.scale}
                  without={drawing.active ? (draft?.railId ?? null) : null}
                  chosen={picked}
                  {...(!drawing.active && {
                    onChoose: (railId: string) => {
                      const one = rails.find((each) => each.railId === railId)
                      if (one && mayEdit) edit(one)
                      else setPicked(railId)
                    },
                  })}
                />
              )
            }
            over={
              map ? (
                <nav
                  className="yy-floor-map-floors yy-float yy-grid yy-gap-2 yy-scroll yy-white yy-round"
                  aria-label="楼层"
                >
                  {chosen.maps.toReversed().map((one) => (
                    <button
                      type="button"
                      key={one.mapId}
                      className={one.mapId === map.mapId ? 'is-chosen yy-grid yy-press' : 'yy-grid yy-press'}
                      aria-pressed={one.mapId === map.mapId}
                      onClick={() => void leaving(() => chosen.chooseMap(one.mapId))()}
                    >
                      <b className="yy-light">{one.mapName}</b>
                      <span className="yy-second yy-tiny">{one.rails}</span>
                    </button>
                  ))}
                </nav>
              ) : (
                !chosen.loading && (
                  <div className="yy-floor-map-empty yy-grid yy-white">
                    <Empty
                      title={`${building?.buildingName ?? '楼栋'}还没有楼层地图`}
                      text="围栏画在楼层地图上。请先在定位地图的“地图设置”里上传平面图。"
                      acts={<Button onClick={() => openPage('/yunmuIot/position/map')}>去定位地图</Button>}
                    />
                  </div>
                )
              )
            }
          >
            {map && (
              <>
                {!drawing.active && (
                  <g opacity={0.6} pointerEvents="none">
                    <Dots
                      people={live.people.filter((one) => one.mapId === map.mapId)}
                      scale={floor.view.scale}
                      now={now}
                      alarms={NO_ALARMS}
                      chosen={null}
                      onChoose={() => undefined}
                    />
                  </g>
                )}
                <DrawLayer drawing={drawing} floor={floor} map={map} colour={RAIL_COLOURS[kind].line} />
              </>
            )}
          </Floor>
        </section>
      </div>
      <aside className="yy-floor-map-side yy-gap-12 yy-low yy-scroll yy-stack">
        {draft && map ? (
          <RailForm
            key={draft.railId ?? 'new'}
            draft={draft}
            map={map}
            drawing={drawing}
            onChange={setDraft}
            onCancel={stop}
            onDone={(saved) => {
              stop()
              setPicked(saved.railId)
            }}
            {...(draft.railId &&
              may(RAIL_NEEDS.delete) && {
                onRemove: () => {
                  const one = rails.find((each) => each.railId === draft.railId)
                  if (one) void remove(one)
                },
              })}
          />
        ) : (
          <RailList
            rails={rails}
            map={map}
            loading={found.isLoading}
            chosen={picked}
            mayEdit={mayEdit}
            mayRemove={may(RAIL_NEEDS.delete)}
            onChoose={(one) => setPicked(one.railId)}
            onEdit={edit}
            onRemove={(one) => void remove(one)}
          />
        )}
      </aside>
    </div>
  )
}
