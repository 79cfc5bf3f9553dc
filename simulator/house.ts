// What the simulator asks of the product over HTTP: sign in, register the devices that are missing, fetch the maps.
import type { FleetDevice } from './fleet.ts'
import { type FloorPlan, planOf, type Zone } from './walker.ts'

export interface HouseOptions {
  url: string
  user: string
  password: string
  /** A session of a browser, where the picture code at sign-in is on. */
  token: string | null
}

interface Envelope<T> {
  status: number
  desc: string
  data: T
}

export class HouseError extends Error {
  override name = 'HouseError'
}

export interface House {
  devices(wanted: Readonly<Record<FleetDevice['kind'], number>>): Promise<FleetDevice[]>
  plans(): Promise<FloorPlan[]>
}

interface Listed {
  deviceNo: string
  kind: FleetDevice['kind']
  bedId: string | null
  roomId: string | null
  oldmanId: string | null
  callerType: string | null
}

interface Credential {
  deviceId: string
  deviceNo: string
  kind: FleetDevice['kind']
  orgId: string
  clientName: string
  secret: string
}

const PREFIX = { MATTRESS: 'SIM-CD', TAG: 'SIM-BQ', CALL: 'SIM-HJ' } as const
const MOST = 2_000
const ALL = { page: '1', size: '999999' }

export async function openHouse(options: HouseOptions): Promise<House> {
  const base = options.url.replace(/\/+$/, '')
  let token = options.token

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new HouseError(`${base} 没有回应：${(error.cause as Error | undefined)?.message ?? error.message}`)
    })
    const answer = (await response.json().catch(() => null)) as Envelope<T> | null
    if (answer?.status !== 200) throw new HouseError(`${path}：${answer?.desc ?? response.status}`)
    return answer.data
  }

  if (!token) {
    const signedIn = await ask<{ token: string }>('POST', '/passport/web-rbac/logins/login', {
      loginName: options.user,
      loginPassword: options.password,
    }).catch((error: Error) => {
      throw /验证码/.test(error.message)
        ? new HouseError('登录需要图形验证码：请用 PHOTO_CODE=off 启动服务，或用 --token 传入浏览器会话的令牌')
        : error
    })
    token = signedIn.token
  }

  const rows = async <T>(path: string, query: Record<string, string> = {}): Promise<T[]> => {
    const answer = await ask<{ list: T[] } | T[]>('GET', `${path}?${new URLSearchParams({ ...ALL, ...query })}`)
    return Array.isArray(answer) ? answer : answer.list
  }

  /** Beds without a device of this kind, residents without a tag: in the order of the lists. */
  async function free(kind: FleetDevice['kind'], known: readonly Listed[]): Promise<Record<string, string>[]> {
    if (kind === 'TAG') {
      const taken = new Set(known.map((one) => one.oldmanId))
      const residents = await rows<{ oldmanId: string }>('/pims/web-pi/oldmans', { oldmanStatuses: '1,4' })
      return residents.filter((one) => !taken.has(one.oldmanId)).map((one) => ({ oldmanId: one.oldmanId }))
    }
    const taken = new Set(known.map((one) => one.bedId))
    const beds = await rows<{ bedId: string; isUsed?: number }>('/ifms/web-org/beds')
    return beds
      .filter((one) => !taken.has(one.bedId))
      .sort((a, b) => (b.isUsed ?? 0) - (a.isUsed ?? 0))
      .map((one) => ({ bedId: one.bedId }))
  }

  async function ofKind(kind: FleetDevice['kind'], wanted: number): Promise<FleetDevice[]> {
    if (wanted === 0) return []
    const known = await rows<Listed>('/pims/web-org/device', { kind })
    const numbers = Array.from({ length: wanted }, (_, n) => `${PREFIX[kind]}${String(n + 1).padStart(5, '0')}`)
    const mine = new Map(known.map((one) => [one.deviceNo, one]))
    const missing = numbers.filter((no) => !mine.has(no)).length
    const places = missing > 0 ? await free(kind, known) : []
    let used = 0
    const facts = {
      ...(kind === 'CALL' && { callFamily: 'R10', callerType: 'BED' }),
      ...(kind === 'TAG' && { tagType: 34 }),
    }
    const wishes = numbers.map((deviceNo) => {
      const there = mine.get(deviceNo)
      // A binding is only given to what is new; the house may have moved the others.
      if (there) return { deviceNo, kind }
      return { deviceNo, kind, ...facts, remark: '模拟设备', ...places[used++] }
    })
    const devices: FleetDevice[] = []
    for (let from = 0; from < wishes.length; from += MOST) {
      const { credentials } = await ask<{ credentials: Credential[] }>('POST', '/pims/web-org/device/register', {
        devices: wishes.slice(from, from + MOST),
        reissue: 1,
      })
      devices.push(...credentials.map((one) => ({ ...one, callerType: mine.get(one.deviceNo)?.callerType ?? 'BED' })))
    }
    return devices
  }

  return {
    devices: async (wanted) => [
      ...(await ofKind('MATTRESS', wanted.MATTRESS)),
      ...(await ofKind('TAG', wanted.TAG)),
      ...(await ofKind('CALL', wanted.CALL)),
    ],
    plans: async () => {
      interface MapRow {
        mapId: string
        widthPx: number
        heightPx: number
        pxPerMetre: number
        zones: Zone[]
      }
      const maps = await ask<MapRow[]>('GET', '/loms/web-lo/pnt/map').catch((): MapRow[] => [])
      return maps.map((map) =>
        planOf(map.mapId, map.widthPx / map.pxPerMetre, map.heightPx / map.pxPerMetre, map.zones),
      )
    },
  }
}
