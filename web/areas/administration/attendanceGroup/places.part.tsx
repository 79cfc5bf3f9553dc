// Where people of a group may clock: around a point, in the house's network, at a device.
import { Button, Input, InputNumber, Select } from 'antd'
import { LocateFixed, Plus, Trash2, Wifi } from 'lucide-react'
import { useState } from 'react'
import { attendanceGroup, type GroupPlaceForm } from '#contract/administration/attendanceGroup'
import { ClockPlaceKind, type ClockPlaceKindValue } from '#contract/administration/attendanceWords'
import { clockPlaceFault } from '#contract/administration/clockPlace'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { toast } from '#web/kit/toast'
import './group.css'

const kinds = ClockPlaceKind.list.map((one) => ({ value: one.value, label: one.label }))
const USUAL_RADIUS = 200
const places6 = (value: number) => Math.round(value * 1e6) / 1e6

/** Why a browser did not say where it is. */
const WHY_NOT = [
  '',
  '浏览器没有得到定位许可，请在地址栏旁允许定位，或手工填写经纬度',
  '这台设备现在定不了位，请手工填写经纬度',
  '定位超时，请再试一次或手工填写经纬度',
]

interface RowProps {
  place: GroupPlaceForm
  at: number
  disabled: boolean
  onChange(part: Partial<GroupPlaceForm>): void
  onRemove(): void
}

function Around({ place, at, disabled, onChange }: RowProps) {
  const [asking, setAsking] = useState(false)
  const here = () => {
    if (!navigator.geolocation) {
      toast.error('这个浏览器不能定位，请手工填写经纬度')
      return
    }
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        onChange({ lng: places6(coords.longitude), lat: places6(coords.latitude) })
      },
      (error) => {
        setAsking(false)
        toast.error(WHY_NOT[error.code] ?? '没有取到当前位置，请手工填写经纬度')
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  const figure = (name: 'lng' | 'lat' | 'radius', title: string, width: number, more: object = {}) => (
    <InputNumber<number>
      style={{ width }}
      aria-label={`地点 ${at + 1} 的${title}`}
      placeholder={title}
      disabled={disabled}
      value={place[name] ?? null}
      onChange={(next) => onChange({ [name]: next })}
      {...more}
    />
  )
  return (
    <>
      {figure('lng', '经度', 140)}
      {figure('lat', '纬度', 140)}
      {figure('radius', '范围', 120, { suffix: '米', precision: 0 })}
      <Button icon={<LocateFixed size={15} aria-hidden />} loading={asking} disabled={disabled} onClick={here}>
        取当前位置
      </Button>
    </>
  )
}

const rangeOf = (address: string) =>
  address.includes(':') ? `${address}/64` : `${address.split('.').slice(0, 3).join('.')}.0/24`

function Network({ place, at, disabled, onChange }: RowProps) {
  const [asking, setAsking] = useState(false)
  const fill = async (wide: boolean) => {
    setAsking(true)
    try {
      const { address } = await send(attendanceGroup.calls.network, {})
      onChange({ network: wide ? rangeOf(address) : address })
    } catch {
      // The call has said why; what was typed stays.
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Input
        style={{ width: 220 }}
        aria-label={`地点 ${at + 1} 的网络地址`}
        placeholder="如 192.168.1.0/24"
        maxLength={64}
        disabled={disabled}
        value={place.network ?? ''}
        onChange={(event) => onChange({ network: event.target.value })}
      />
      <Button
        icon={<Wifi size={15} aria-hidden />}
        loading={asking}
        disabled={disabled}
        onClick={() => void fill(true)}
      >
        取当前网段
      </Button>
      <Button disabled={disabled || asking} onClick={() => void fill(false)}>
        取当前地址
      </Button>
    </>
  )
}

function Row(props: RowProps) {
  const { place, at, disabled, onChange, onRemove } = props
  const fault = place.name.trim() === '' ? '请填写地点名称' : clockPlaceFault(place)
  return (
    <li className="yy-agroup-place yy-stack yy-gap-8">
      <span className="yy-row yy-gap-8 yy-wrap">
        <Select<ClockPlaceKindValue>
          style={{ width: 120 }}
          aria-label={`地点 ${at + 1} 的打卡方式`}
          disabled={disabled}
          value={place.kind}
          options={kinds}
          onChange={(kind) =>
            onChange({ kind, ...(kind === ClockPlaceKind.is.RADIUS && !place.radius && { radius: USUAL_RADIUS }) })
          }
        />
        <Input
          style={{ width: 180 }}
          aria-label={`地点 ${at + 1} 的名称`}
          placeholder="地点名称，如 一楼大厅"
          maxLength={40}
          disabled={disabled}
          value={place.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {place.kind === ClockPlaceKind.is.RADIUS && <Around {...props} />}
        {place.kind === ClockPlaceKind.is.NETWORK && <Network {...props} />}
        {place.kind === ClockPlaceKind.is.DEVICE && (
          <Input
            style={{ width: 220 }}
            aria-label={`地点 ${at + 1} 的考勤机编号`}
            placeholder="考勤机编号，如 KQ-01"
            maxLength={64}
            disabled={disabled}
            value={place.deviceNo ?? ''}
            onChange={(event) => onChange({ deviceNo: event.target.value })}
          />
        )}
        <span className="yy-push">
          <Button type="text" icon={<Trash2 size={15} aria-hidden />} disabled={disabled} onClick={onRemove}>
            去掉
          </Button>
        </span>
      </span>
      {fault && <span className="yy-small yy-second">{fault}</span>}
    </li>
  )
}

function Places({ value, onChange, disabled }: InputProps<GroupPlaceForm[]>) {
  const all = value ?? []
  const add = (kind: ClockPlaceKindValue) =>
    onChange?.([...all, { kind, name: '', ...(kind === ClockPlaceKind.is.RADIUS && { radius: USUAL_RADIUS }) }])
  return (
    <div className="yy-stack yy-gap-8">
      {all.length > 0 && (
        <ul className="yy-plain-list yy-stack yy-gap-8">
          {all.map((place, at) => (
            <Row
              key={place.placeId ?? at}
              place={place}
              at={at}
              disabled={disabled ?? false}
              onChange={(part) => onChange?.(all.map((one, i) => (i === at ? { ...one, ...part } : one)))}
              onRemove={() => onChange?.(all.filter((_, i) => i !== at))}
            />
          ))}
        </ul>
      )}
      <span className="yy-row yy-gap-8">
        {kinds.map((one) => (
          <Button
            key={one.value}
            icon={<Plus size={15} aria-hidden />}
            disabled={disabled ?? false}
            onClick={() => add(one.value)}
          >
            加{one.label}
          </Button>
        ))}
      </span>
    </div>
  )
}

export const placesField: Field<GroupPlaceForm[]> = {
  ...(text as unknown as Field<GroupPlaceForm[]>),
  untitled: true,
  chooses: true,
  input: (props) => <Places {...props} />,
}

export const placesFault = (places: readonly GroupPlaceForm[] | null | undefined): string | null => {
  for (const [at, one] of (places ?? []).entries()) {
    const fault = one.name.trim() === '' ? '请填写地点名称' : clockPlaceFault(one)
    if (fault) return `第 ${at + 1} 个打卡地点：${fault}`
  }
  return null
}
