// Where somebody may clock, checked while it is typed and when it is saved: pure.
import { ClockPlaceKind, type ClockPlaceKindValue } from './attendanceWords.ts'

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/
const V6 = /^[\da-f:.]+$/i
/** Wider than these, a network is no place any more. */
const WIDEST_V4 = 16
const WIDEST_V6 = 48

function isV6(address: string): boolean {
  if (!V6.test(address) || !address.includes(':')) return false
  try {
    return new URL(`http://[${address}]/`).hostname !== ''
  } catch {
    return false
  }
}

/** null: an address, or a range with its length after a slash. */
export function networkFault(network: string): string | null {
  const [address = '', bits, ...rest] = network.trim().split('/')
  const four = V4.test(address)
  if (rest.length > 0 || !(four || isV6(address))) {
    return '网络地址应为 192.168.1.10 这样的地址，或 192.168.1.0/24 这样的网段'
  }
  if (bits === undefined) return null
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!(length <= (four ? 32 : 128))) return `“/”后面应为 0 到 ${four ? 32 : 128} 的数字`
  if (length < (four ? WIDEST_V4 : WIDEST_V6))
    return `网段 /${length} 太大，院外也能打卡；请填写 /${four ? WIDEST_V4 : WIDEST_V6} 或更小的网段`
  return null
}

export interface ClockPlace {
  kind: ClockPlaceKindValue
  lng?: number | null
  lat?: number | null
  radius?: number | null
  network?: string | null
  deviceNo?: string | null
}

export function clockPlaceFault(place: ClockPlace): string | null {
  if (place.kind === ClockPlaceKind.is.RADIUS) {
    if (typeof place.lng !== 'number' || typeof place.lat !== 'number') return '请填写经度和纬度，或点“取当前位置”'
    return typeof place.radius === 'number' ? null : '请填写打卡范围（米）'
  }
  if (place.kind === ClockPlaceKind.is.NETWORK)
    return place.network?.trim() ? networkFault(place.network) : '请填写网络地址'
  return place.deviceNo?.trim() ? null : '请填写考勤机编号'
}

/** 121.5243, 31.2751，200 米内 */
export function clockPlaceWords(place: ClockPlace): string {
  if (place.kind === ClockPlaceKind.is.RADIUS) return `${place.lng}, ${place.lat}，${place.radius} 米内`
  return (place.kind === ClockPlaceKind.is.NETWORK ? place.network : place.deviceNo) ?? ''
}
