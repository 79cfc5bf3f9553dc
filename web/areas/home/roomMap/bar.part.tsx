// The bar above the map: buildings and floors to go to, the search, the legend that filters, totals and tools.
import { Button, Dropdown, Input, Segmented, Tooltip } from 'antd'
import { Maximize, Minimize, Palette, Printer, Search } from 'lucide-react'
import { useMemo } from 'react'
import { legendOrder, type MapRoomData, roomMap } from '#contract/home/roomMap'
import { type BedStatusValue, bedFigures, bedStatusRules } from '#contract/live/bedStatus'
import { Allowed } from '#web/kit/permission'
import type { MapFloor } from './layout.ts'
import { cellMarks, type StatusNames } from './words.ts'
import './bar.css'

export type View = 'plan' | 'list'

export interface BarProps {
  rooms: readonly MapRoomData[]
  floors: readonly MapFloor[]
  names: StatusNames
  /** Where the map stands now, or what the list is limited to. */
  building: string
  floor: string
  chosen: readonly BedStatusValue[]
  typed: string
  view: View
  full: boolean
  onBuilding(key: string): void
  onFloor(key: string): void
  onChoose(status: BedStatusValue): void
  onType(text: string): void
  onSearch(): void
  onView(view: View): void
  onFull(): void
  onPrint(building: string | null): void
  /** Where codes and bands are printed for: the floor in front, or the building. */
  codesOf: string
  onCodes(): void
  onBands(): void
  onColors(): void
}

export const ALL_FLOORS = '*'
/** Of the list, where buildings filter instead of scrolling. */
export const ALL_BUILDINGS = '*'

export function countBeds(rooms: readonly MapRoomData[]): Map<BedStatusValue, number> {
  const counts = new Map<BedStatusValue, number>()
  for (const room of rooms) for (const bed of room.beds) counts.set(bed.status, (counts.get(bed.status) ?? 0) + 1)
  return counts
}

interface BuildingChoice {
  key: string
  name: string
  free: number
}

function buildingsOf(floors: readonly MapFloor[]): BuildingChoice[] {
  const found = new Map<string, BuildingChoice>()
  for (const floor of floors) {
    const one = found.get(floor.buildingKey) ?? { key: floor.buildingKey, name: floor.buildingName, free: 0 }
    one.free += countBeds([...floor.above, ...floor.below]).get(0) ?? 0
    found.set(floor.buildingKey, one)
  }
  return [...found.values()]
}

export function Bar(props: BarProps) {
  const { rooms, floors, names, chosen, building } = props
  const counts = useMemo(() => countBeds(rooms), [rooms])
  const buildings = useMemo(() => buildingsOf(floors), [floors])
  const inBuilding = floors.filter((one) => one.buildingKey === building)
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
  const used = bedFigures.used.of.reduce<number>((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const here = buildings.find((one) => one.key === building)
  return (
    <div className="yy-card yy-map-bar yy-grid yy-gap-10 yy-fixed">
      <div className="yy-map-bar-row yy-row yy-wrap">
        {buildings.length > 0 && (
          <Segmented
            aria-label="楼栋"
            value={building}
            options={[
              ...(props.view === 'list' ? [{ value: ALL_BUILDINGS, label: '全部' }] : []),
              ...buildings.map((one) => ({
                value: one.key,
                label: (
                  <>
                    {one.name}
                    <span className="yy-map-free">空闲 {one.free}</span>
                  </>
                ),
              })),
            ]}
            onChange={props.onBuilding}
          />
        )}
        {inBuilding.length > 1 && props.view === 'plan' && (
          <Segmented
            aria-label="楼层"
            value={props.floor}
            options={[
              { value: ALL_FLOORS, label: '全部' },
              ...inBuilding.map((one) => ({ value: one.key, label: one.floorName || one.buildingName })),
            ]}
            onChange={props.onFloor}
          />
        )}
        <Input
          className="yy-map-search"
          prefix={<Search size={15} aria-hidden />}
          placeholder="姓名、拼音首字母、床号"
          aria-label="查找老人或床位"
          allowClear
          value={props.typed}
          onChange={(event) => props.onType(event.target.value)}
          onPressEnter={props.onSearch}
        />
        <span className="yy-flex yy-gap-8 yy-push">
          <Segmented<View>
            aria-label="显示方式"
            value={props.view}
            options={[
              { value: 'plan', label: '平面' },
              { value: 'list', label: '列表' },
            ]}
            onChange={props.onView}
          />
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'one', label: `打印${here?.name ?? '当前楼栋'}` },
                { key: 'all', label: '打印全部楼栋' },
                { type: 'divider' },
                { key: 'codes', label: `打印床位码（${props.codesOf}）` },
                { key: 'bands', label: `打印腕带（${props.codesOf}）` },
              ],
              onClick: ({ key }) => {
                if (key === 'codes') props.onCodes()
                else if (key === 'bands') props.onBands()
                else props.onPrint(key === 'one' ? building : null)
              },
            }}
          >
            <Button icon={<Printer size={15} aria-hidden />} aria-label="打印">
              <span className="yy-map-wide">打印</span>
            </Button>
          </Dropdown>
          <Tooltip title={props.full ? '退出全屏 (Esc)' : '全屏'}>
            <Button
              icon={props.full ? <Minimize size={15} aria-hidden /> : <Maximize size={15} aria-hidden />}
              aria-label={props.full ? '退出全屏' : '全屏'}
              onClick={props.onFull}
            >
              <span className="yy-map-wide">{props.full ? '退出全屏' : '全屏'}</span>
            </Button>
          </Tooltip>
          <Allowed needs={roomMap.calls.saveConfig.needs}>
            <Tooltip title="颜色与名称">
              <Button icon={<Palette size={15} aria-hidden />} aria-label="颜色与名称" onClick={props.onColors} />
            </Tooltip>
          </Allowed>
        </span>
      </div>
      <div className="yy-map-bar-row yy-row yy-wrap">
        <div className="yy-map-legend yy-flex yy-wrap yy-gap-8" role="group" aria-label="按状态筛选">
          {legendOrder.map((status) => (
            <button
              key={status}
              type="button"
              className={`yy-map-key yy-inline yy-ink yy-white yy-edge yy-round yy-press yy-map-key-${status}`}
              aria-pressed={chosen.includes(status)}
              title={bedStatusRules.find((rule) => rule.status === status)?.when}
              onClick={() => props.onChoose(status)}
            >
              <i aria-hidden />
              {names[status]}
              <b className="yy-strong">{counts.get(status) ?? 0}</b>
            </button>
          ))}
        </div>
        <span className="yy-map-totals yy-row yy-wrap yy-push yy-second">
          <span>共 {total} 床</span>
          <span>
            <span title={`${bedFigures.used.name}：${bedFigures.used.counts}`}>使用率</span>{' '}
            <b className="yy-ink yy-strong">{total === 0 ? '—' : `${((used / total) * 100).toFixed(1)}%`}</b>
          </span>
          <span className="yy-map-signs yy-inline yy-gap-10">
            标记：
            {cellMarks.map((mark) => (
              <span className="yy-inline" key={mark.sign}>
                <em
                  className={`yy-bed-mark yy-fixed yy-on yy-tiny yy-upright yy-center-text yy-bed-mark-${mark.family}`}
                >
                  {mark.sign}
                </em>
                {mark.title}
              </span>
            ))}
          </span>
        </span>
      </div>
    </div>
  )
}
