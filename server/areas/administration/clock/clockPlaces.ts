// Whether a phone is where it says: within a radius, in the network of the house, or elsewhere with leave to be there.
import { BlockList, isIPv6 } from 'node:net'
import { ClockPlaceKind, type ClockPlaceKindValue } from '#contract/administration/attendanceWords'

export interface GroupPlace {
  placeId: string
  kind: ClockPlaceKindValue
  name: string
  lng: number | null
  lat: number | null
  radius: number | null
  network: string | null
  deviceNo: string | null
}

const EARTH = 6_371_000
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** Metres along the ground. */
export function metres(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const dLat = rad(b.lat - a.lat)
  const dLng = rad(b.lng - a.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLng / 2) ** 2
  return Math.round(2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h))))
}

/** An IPv4 address that came as IPv6 is the IPv4 one. */
const plain = (ip: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip

export function inNetwork(ip: string, network: string): boolean {
  const [base = '', prefix] = network.trim().split('/')
  const address = plain(ip)
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if ((isIPv6(base) ? 'ipv6' : 'ipv4') !== family) return false
  const list = new BlockList()
  try {
    if (prefix === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(prefix), family)
    return list.check(address, family)
  } catch {
    // A network that cannot be read is no place.
    return false
  }
}

export interface Whereabouts {
  ip: string
  lng?: number | null | undefined
  lat?: number | null | undefined
}

export interface Found {
  place: GroupPlace | null
  /** Of the nearest place with a radius. */
  distance: number | null
  nearest: GroupPlace | null
}

/** The network first: it is certain, and indoors a phone often knows no better. */
export function placeOf(places: readonly GroupPlace[], at: Whereabouts): Found {
  const network = places.find((one) => one.kind === ClockPlaceKind.is.NETWORK && inNetwork(at.ip, one.network!))
  const { lng, lat } = at
  const here = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null
  const far = here
    ? places
        .filter((one) => one.kind === ClockPlaceKind.is.RADIUS)
        .map((place) => ({ place, distance: metres(here, { lng: place.lng!, lat: place.lat! }) }))
        .toSorted((a, b) => a.distance - reach(a.place) - (b.distance - reach(b.place)))[0]
    : undefined
  const within = far && far.distance <= reach(far.place) ? far.place : null
  return { place: network ?? within, distance: far?.distance ?? null, nearest: far?.place ?? null }
}

const reach = (place: GroupPlace) => place.radius ?? 0
