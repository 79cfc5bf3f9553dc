// Places of the building: the tree to choose an area from, a room by any part of its path, and paths in cells.
import { Select } from 'antd'
import { Fragment, useMemo, useState } from 'react'
import { type LocationNode, location } from '#contract/platform/location'
import { pathWords } from '#contract/platform/placeNames'
import { NO_AREA, type RoomData, room } from '#contract/platform/room'
import { useCall } from '#web/kit/query'
import type { Field, InputProps } from './field.ts'
import { TreeSelect } from './laterControls.tsx'
import { None } from './none.tsx'
import { useSettled } from './settled.ts'
import type { PickerProps } from './staff.tsx'
import { text } from './text.tsx'
import './place.css'

export const pathText = pathWords

/** 松鹤楼 › 2层 › 203室 › 02床: the last parts dark, because they are what one looks for. */
export function PlacePath({ path, strong = 1 }: { path: string; strong?: number }) {
  const parts = path.split('>')
  return (
    <span className="yy-path yy-second yy-ellipsis" title={pathText(path)}>
      {parts.map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <i>›</i>}
          {i >= parts.length - strong ? <b>{part}</b> : part}
        </Fragment>
      ))}
    </span>
  )
}

const pathOf = (strong: number, width: number): Field<string> => ({
  ...text,
  width,
  cell: (value) => (value ? <PlacePath path={value} strong={strong} /> : <None />),
  text: (value) => pathText(value),
})

/** A path to an area. */
export const areaPath = pathOf(1, 160)
/** A path to a bed: room and bed stand out. */
export const bedPath = pathOf(2, 240)

export interface AreaNode {
  value: string
  title: string
  path: string
  disabled: boolean
  children: AreaNode[]
}

export function areaTree(nodes: readonly LocationNode[], leavesOnly: boolean): AreaNode[] {
  return nodes.map((node) => ({
    value: node.locationId,
    title: node.locationName,
    path: pathText(node.path),
    disabled: leavesOnly && node.children !== null,
    children: areaTree(node.children ?? [], leavesOnly),
  }))
}

const MINUTE = 60_000

/** The tree as the user may see it; shared by everything that shows it. */
export const useAreas = () => useCall(location.calls.list, {}, { staleTime: MINUTE })

interface AreaInputProps extends InputProps<string> {
  /** Rooms lie in leaves alone: the others stand there and cannot be chosen. */
  leavesOnly: boolean
  /** Offers rooms that lie nowhere yet. */
  withNone?: boolean
  prompt: string
}

function AreaInput({ leavesOnly, withNone, prompt, value, onChange, ...rest }: AreaInputProps) {
  const areas = useAreas()
  const tree = useMemo(() => {
    const nodes = areaTree(areas.data?.list ?? [], leavesOnly)
    const none: AreaNode = { value: NO_AREA, title: '未指定区域', path: '未指定区域', disabled: false, children: [] }
    return withNone ? [...nodes, none] : nodes
  }, [areas.data, leavesOnly, withNone])
  return (
    <TreeSelect<string>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      treeDefaultExpandAll
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      loading={areas.isPending}
      value={value ?? undefined}
      treeData={tree}
      popupMatchSelectWidth={280}
      notFoundContent={areas.isPending ? '加载中…' : '还没有区域，请先到“区域配置”中新增'}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

/** The name behind an area's id, once the tree is there. */
function AreaName({ id }: { id: string }) {
  const areas = useAreas()
  const find = (nodes: readonly LocationNode[]): LocationNode | undefined => {
    for (const node of nodes) {
      const found = node.locationId === id ? node : find(node.children ?? [])
      if (found) return found
    }
  }
  const node = find(areas.data?.list ?? [])
  return node ? <PlacePath path={node.path} /> : id === NO_AREA ? '未指定区域' : '…'
}

const areaField = (leavesOnly: boolean): Field<string> => ({
  ...text,
  chooses: true,
  width: 160,
  searchWidth: 190,
  cell: (value) => (value ? <AreaName id={value} /> : <None />),
  text: (value) => (value === NO_AREA ? '未指定区域' : value ? '所选区域' : ''),
  input: (props) => <AreaInput {...props} leavesOnly={leavesOnly} prompt="请选择区域" />,
  search: (props) => <AreaInput {...props} leavesOnly={false} withNone prompt="全部区域" />,
})

/** The value is the id of an area; rooms can be put into leaves only. */
export const areaLeaf = areaField(true)
export const areaAny = areaField(false)

const labelOf = (row: RoomData) => pathText([row.areaName, row.roomName].filter(Boolean).join('>'))

function RoomInput({ value, onChange, known = [], ...rest }: InputProps<string> & PickerProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const keyword = useSettled(typed.trim(), 250)
  const found = useCall(room.calls.list, { keyword: keyword || null, page: 1, size: 30 }, { keepPrevious: true })
  const options = (found.data?.list ?? []).map((row) => ({
    value: row.roomId,
    label: labelOf(row),
    beds: row.bedCount,
  }))
  const listed = options.some((option) => option.value === value)
  const named = [...known, ...(chosen ? [chosen] : [])].filter((one) => one.value === value && one.label !== '')
  // A room that a link brought along is known by its id alone.
  const asked = value && found.data && !listed && named.length === 0 ? { roomId: value } : null
  const one = useCall(room.calls.detail, asked, { silent: true })
  const looked = one.data ? [{ value: one.data.roomId, label: labelOf(one.data) }] : []
  const standing = listed ? [] : [...named, ...looked.filter((hit) => hit.value === value)].slice(0, 1)
  return (
    <Select<string>
      placeholder="房间号、楼栋或拼音首字母"
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '查找中…' : typed.trim() === '' ? '还没有房间' : `没有找到“${typed.trim()}”`}
      options={[...standing, ...options]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">
            {(option.data as { beds?: number }).beds === undefined
              ? ''
              : `${(option.data as { beds: number }).beds} 床`}
          </span>
        </span>
      )}
      onChange={(next, option) => {
        setChosen(next && option && !Array.isArray(option) ? { value: next, label: String(option.label) } : null)
        onChange?.(next ?? null)
      }}
    />
  )
}

/** The value is the id of a room; `known` in the field's props names one that stands there already. */
export const roomPick: Field<string> = {
  ...text,
  chooses: true,
  searchWidth: 220,
  cell: (value) => (value ? '已选房间' : <None />),
  text: (value) => (value ? '所选房间' : ''),
  input: (props) => <RoomInput {...props} />,
  search: (props) => <RoomInput {...props} />,
}
