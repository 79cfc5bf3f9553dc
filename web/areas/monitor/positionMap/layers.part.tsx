// What is drawn on the map: people and fences by kind, and the way of whoever calls for help.
import { Checkbox } from 'antd'
import { usePageState } from '#web/kit/open'

export interface Layers {
  residents: boolean
  staff: boolean
  LEAVE: boolean
  ENTER: boolean
  STAY: boolean
  trail: boolean
}

const ALL: Layers = { residents: true, staff: true, LEAVE: true, ENTER: true, STAY: true, trail: true }

export function useLayers(): [Layers, (name: keyof Layers, on: boolean) => void] {
  const [layers, setLayers] = usePageState<Layers>('layers', ALL)
  return [layers, (name, on) => setLayers((now) => ({ ...now, [name]: on }))]
}

const NAMES: readonly (readonly [keyof Layers, string])[] = [
  ['residents', '老人'],
  ['staff', '员工'],
  ['LEAVE', '禁止离开'],
  ['ENTER', '禁止进入'],
  ['STAY', '滞留'],
  ['trail', '轨迹'],
]

export function LayerPanel({ layers, onChange }: { layers: Layers; onChange(name: keyof Layers, on: boolean): void }) {
  return (
    <div className="yy-floor-map-layers yy-float yy-round yy-wrap yy-row">
      <b className="yy-text-13">图层</b>
      {NAMES.map(([name, label]) => (
        <Checkbox key={name} checked={layers[name]} onChange={(event) => onChange(name, event.target.checked)}>
          <i className={`yy-layer is-${name}`} aria-hidden />
          {label}
        </Checkbox>
      ))}
    </div>
  )
}
