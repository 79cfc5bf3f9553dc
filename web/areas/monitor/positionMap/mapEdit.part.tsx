// The maps of a building: upload the picture of a floor, say how long a part of it is, and name its rooms.

import { Button, Input, InputNumber, Select } from 'antd'
import { Ruler, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Point } from '#contract/monitor/polygon'
import { type BuildingData, type FloorMapData, positionMap, type ZoneData } from '#contract/monitor/positionMap'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { image } from '#web/kit/fields/image'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { DrawLayer } from './draw.part.tsx'
import { snapTo, useDrawing, useDrawingKeys } from './draw.ts'
import { Floor, Pin } from './floor.part.tsx'
import { pointsOf } from './rails.part.tsx'
import { useFloorView } from './view.ts'
import './mapEdit.css'

interface Draft {
  mapId: string | null
  mapName: string
  floorId: string | null
  picture: string | null
  widthPx: number
  heightPx: number
  pxPerMetre: number
  zones: ZoneData[]
  version: number | null
}

const NEW: Draft = {
  mapId: null,
  mapName: '',
  floorId: null,
  picture: null,
  widthPx: 0,
  heightPx: 0,
  pxPerMetre: 20,
  zones: [],
  version: null,
}
/** Until somebody measures, a floor is taken to be so wide. */
const USUAL_WIDTH_M = 60

const draftOf = (map: FloorMapData): Draft => ({ ...map, zones: map.zones as unknown as ZoneData[] })

const scaled = (zones: readonly ZoneData[], factor: number): ZoneData[] =>
  zones.map((zone) => ({ ...zone, polygon: zone.polygon.map(([x, y]) => [x * factor, y * factor]) }))

const sizeOf = (address: string) =>
  new Promise<{ widthPx: number; heightPx: number }>((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve({ widthPx: picture.naturalWidth, heightPx: picture.naturalHeight })
    picture.onerror = reject
    picture.src = address
  })

interface MapDrawerProps {
  open: boolean
  building: BuildingData | undefined
  maps: readonly FloorMapData[]
  current: FloorMapData | undefined
  onClose(): void
}

export function MapDrawer({ open, building, ...rest }: MapDrawerProps) {
  return (
    <SideDrawer open={open} width={1360} title={`地图设置　${building?.buildingName ?? ''}`} onClose={rest.onClose}>
      {building && <Editor building={building} {...rest} />}
    </SideDrawer>
  )
}

function Editor({ building, maps, current }: Omit<MapDrawerProps, 'open' | 'building'> & { building: BuildingData }) {
  const [draft, setDraft] = useState<Draft>(() => (current ? draftOf(current) : NEW))
  const [problem, setProblem] = useState<{ field: string | undefined; text: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const [measure, setMeasure] = useState<Point[] | null>(null)
  const [metres, setMetres] = useState<number | null>(null)
  const [zoneName, setZoneName] = useState('')
  const [zone, setZone] = useState<number | null>(null)
  const drawing = useDrawing()
  const box = useRef<HTMLDivElement>(null)
  const shown: FloorMapData | undefined = draft.picture
    ? {
        ...draft,
        mapId: `${draft.mapId}:${draft.picture}`,
        picture: draft.picture,
        buildingId: building.buildingId,
        buildingName: building.buildingName,
        floorName: null,
        sort: 0,
        residents: 0,
        staff: 0,
        rails: 0,
        version: 0,
        zones: drawing.active && zone !== null ? draft.zones.filter((_, i) => i !== zone) : draft.zones,
      }
    : undefined
  const floor = useFloorView(box, shown, undefined, (at) => {
    if (measure) setMeasure(measure.length >= 2 ? [at] : [...measure, at])
    else drawing.press(snapTo(shown, at, floor.view.scale), floor.view.scale)
  })
  const stop = () => {
    drawing.end()
    setZone(null)
    setZoneName('')
  }
  useDrawingKeys(box, drawing, stop)
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setProblem(null)
  }
  const choose = (next: Draft) => {
    setDraft(next)
    setMeasure(null)
    setProblem(null)
    stop()
  }
  const saved = maps.find((one) => one.mapId === draft.mapId)
  // Somebody else, or this form, has saved it: the version to go on from.
  useEffect(() => {
    if (saved) setDraft((now) => (now.mapId === saved.mapId ? { ...now, version: saved.version } : now))
  }, [saved])

  const setPicture = async (address: string | null) => {
    if (!address) return change({ picture: null })
    const size = await sizeOf(address)
    const factor = draft.widthPx > 0 ? size.widthPx / draft.widthPx : 1
    change({
      picture: address,
      ...size,
      // The same floor drawn finer keeps its metres; the first picture gets a guess.
      pxPerMetre: draft.widthPx > 0 ? draft.pxPerMetre * factor : size.widthPx / USUAL_WIDTH_M,
    })
  }

  const length =
    measure?.length === 2 ? Math.hypot(measure[0]![0] - measure[1]![0], measure[0]![1] - measure[1]![1]) : null
  const applyScale = () => {
    if (!length || !metres) return
    const pxPerMetre = (length * draft.pxPerMetre) / metres
    change({ pxPerMetre, zones: scaled(draft.zones, draft.pxPerMetre / pxPerMetre) })
    setMeasure(null)
    setMetres(null)
    toast.success(`比例已设为每米 ${pxPerMetre.toFixed(1)} 像素，保存后生效`)
  }

  const keepZone = () => {
    const name = zoneName.trim()
    if (!name) return setProblem({ field: 'zones', text: '请填写区域名称，例如“餐厅”' })
    if (drawing.fault) return setProblem({ field: 'zones', text: drawing.fault })
    const made: ZoneData = { name, polygon: drawing.corners.map(([x, y]) => [x, y]) }
    change({ zones: zone === null ? [...draft.zones, made] : draft.zones.map((one, i) => (i === zone ? made : one)) })
    stop()
  }

  const save = async () => {
    if (!draft.mapName.trim()) return setProblem({ field: 'mapName', text: '请填写地图名称，例如“1层”' })
    if (!draft.picture) return setProblem({ field: 'picture', text: '请上传楼层平面图' })
    if (drawing.active) return setProblem({ field: 'zones', text: '请先完成或取消正在画的区域' })
    setSaving(true)
    const fields = {
      mapName: draft.mapName.trim(),
      buildingId: building.buildingId,
      floorId: draft.floorId,
      picture: draft.picture,
      pxPerMetre: draft.pxPerMetre,
      zones: draft.zones,
    }
    const options = { handles: () => true, requestNo: newRequestNo() }
    try {
      const made = draft.mapId
        ? await send(positionMap.calls.save, { mapId: draft.mapId, ...fields, version: draft.version }, options)
        : await send(positionMap.calls.add, fields, options)
      toast.success('地图已保存')
      setDraft(draftOf(made))
      await invalidate(positionMap)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem({ field: error.field, text: error.message })
    } finally {
      setSaving(false)
    }
  }

  const remove = async () => {
    const done = await confirmAct({
      title: `删除地图「${building.buildingName} ${draft.mapName}」？`,
      effects: ['图上的区域名称一并删除', '有围栏的地图不能删除', '已有的轨迹不再能在这张图上回放'],
      verb: '删除地图',
      safe: '不删除',
      danger: true,
      run: (_, options) => send(positionMap.calls.remove, { mapId: draft.mapId! }, options),
    })
    if (done === null) return
    await invalidate(positionMap)
    choose(NEW)
  }

  const fieldProblem = (field: string) =>
    problem?.field === field && (
      <p className="yy-no-margin yy-red" role="alert">
        {problem.text}
      </p>
    )
  return (
    <div className="yy-floor-map-edit yy-grid yy-gap-16">
      <Floor
        box={box}
        map={shown}
        floor={floor}
        className={measure || drawing.active ? 'is-drawing' : ''}
        over={
          !shown && (
            <div className="yy-floor-map-empty yy-grid yy-white">请在右边上传楼层平面图（PNG 或 JPG，10 MB 以内）</div>
          )
        }
      >
        {shown && (
          <>
            {shown.zones.map((one) => (
              <polygon key={one.name} className="yy-zone-shape" points={pointsOf(one.polygon)} />
            ))}
            <DrawLayer drawing={drawing} floor={floor} map={shown} colour="#166bc1" />
            {measure && measure.length === 2 && (
              <line
                className="yy-measure"
                x1={measure[0]![0]}
                y1={measure[0]![1]}
                x2={measure[1]![0]}
                y2={measure[1]![1]}
              />
            )}
            {measure?.map((one, i) => (
              <Pin key={i} at={one} scale={floor.view.scale}>
                <circle r={6} className="yy-measure-end" />
              </Pin>
            ))}
          </>
        )}
      </Floor>
      <div className="yy-floor-map-form yy-gap-8 yy-scroll yy-stack">
        <div className="yy-flex yy-gap-8 yy-wrap">
          {maps.map((one) => (
            <Button
              key={one.mapId}
              type={one.mapId === draft.mapId ? 'primary' : 'default'}
              size="small"
              onClick={() => choose(draftOf(one))}
            >
              {one.mapName}
            </Button>
          ))}
          <Button size="small" type={draft.mapId === null ? 'primary' : 'dashed'} onClick={() => choose(NEW)}>
            新增地图
          </Button>
        </div>
        <label htmlFor="yy-floor-map-name">地图名称</label>
        <Input
          id="yy-floor-map-name"
          value={draft.mapName}
          maxLength={30}
          placeholder="例如：1层"
          onChange={(event) => change({ mapName: event.target.value })}
        />
        {fieldProblem('mapName')}
        <label htmlFor="yy-floor-map-floor">对应楼层</label>
        <Select
          id="yy-floor-map-floor"
          allowClear
          placeholder="庭院等不属于楼层的可不选"
          value={draft.floorId}
          options={building.floors.map((one) => ({ value: one.floorId, label: one.floorName }))}
          onChange={(floorId) => change({ floorId: floorId ?? null })}
        />
        {fieldProblem('floorId')}
        <span className="yy-floor-map-label">平面图</span>
        {image.input({ value: draft.picture, onChange: (address) => void setPicture(address) })}
        {fieldProblem('picture')}
        {shown && (
          <>
            <h4>
              <b>1</b>比例
            </h4>
            <p className="yy-text-13 yy-no-margin yy-second">
              现在：每米 {draft.pxPerMetre.toFixed(1)} 像素，整图 {(draft.widthPx / draft.pxPerMetre).toFixed(1)} ×{' '}
              {(draft.heightPx / draft.pxPerMetre).toFixed(1)} 米
            </p>
            {measure === null ? (
              <Button icon={<Ruler size={15} aria-hidden />} disabled={drawing.active} onClick={() => setMeasure([])}>
                量一段距离
              </Button>
            ) : (
              <>
                <p className="yy-text-13 yy-no-margin yy-second">
                  {measure.length < 2
                    ? `在图上点${measure.length === 0 ? '一段已知长度的起点' : '它的终点'}，例如走廊的两端`
                    : '这一段实际有多少米？'}
                </p>
                <div className="yy-flex yy-gap-8 yy-wrap">
                  <InputNumber
                    aria-label="实际长度（米）"
                    min={0.5}
                    max={500}
                    step={0.1}
                    value={metres}
                    suffix="米"
                    disabled={measure.length < 2}
                    onChange={setMetres}
                  />
                  <Button type="primary" disabled={!length || !metres} onClick={applyScale}>
                    设为比例
                  </Button>
                  <Button onClick={() => setMeasure(null)}>取消</Button>
                </div>
              </>
            )}
            <h4>
              <b>2</b>区域名称（{draft.zones.length}）
            </h4>
            <p className="yy-text-13 yy-no-margin yy-second">画出房间并命名，人员列表和告警就能写“餐厅”而不是坐标。</p>
            {drawing.active ? (
              <>
                <Input
                  aria-label="区域名称"
                  value={zoneName}
                  maxLength={20}
                  placeholder="例如：餐厅"
                  onChange={(event) => setZoneName(event.target.value)}
                />
                <p className="yy-text-13 yy-no-margin yy-second">
                  {drawing.fault ?? '形状可以保存；拖动角点可调整，Esc 撤销一步'}
                </p>
                <div className="yy-flex yy-gap-8 yy-wrap">
                  <Button type="primary" onClick={keepZone}>
                    {zone === null ? '加入区域' : '更新区域'}
                  </Button>
                  <Button onClick={stop}>取消</Button>
                </div>
              </>
            ) : (
              <Button disabled={measure !== null} onClick={() => drawing.begin()}>
                画一个区域
              </Button>
            )}
            {fieldProblem('zones')}
            <ul className="yy-zone-list yy-two yy-grid yy-plain-list">
              {draft.zones.map((one, i) => (
                <li className="yy-row yy-between yy-under" key={one.name}>
                  <button
                    type="button"
                    className="yy-link"
                    disabled={drawing.active}
                    onClick={() => {
                      setZone(i)
                      setZoneName(one.name)
                      drawing.begin(one.polygon)
                    }}
                  >
                    {one.name}
                  </button>
                  <button
                    type="button"
                    aria-label={`删除区域 ${one.name}`}
                    disabled={drawing.active}
                    onClick={() => change({ zones: draft.zones.filter((_, at) => at !== i) })}
                  >
                    <Trash2 size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {problem && !['mapName', 'floorId', 'picture', 'zones'].includes(problem.field ?? '') && (
          <p className="yy-no-margin yy-red" role="alert">
            {problem.text}
          </p>
        )}
        <div className="yy-floor-map-save yy-over yy-ends yy-white yy-flex yy-gap-8">
          {draft.mapId && (
            <Button danger onClick={() => void remove()}>
              删除地图…
            </Button>
          )}
          <Button type="primary" loading={saving} onClick={() => void save()}>
            保存地图
          </Button>
        </div>
      </div>
    </div>
  )
}
