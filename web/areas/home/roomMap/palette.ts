// Colours of the map as CSS variables on its root: as delivered they are the status families, else tones of the user's
// own colour.
import type { CSSProperties } from 'react'
import { type Tones, tonesOf } from '#contract/home/colors'
import { deliveredColors, type MapConfigData } from '#contract/home/roomMap'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import type { StatusNames } from './words.ts'

const tones = (text: string, soft: string, border: string, dot: string): Tones => ({ text, soft, border, dot })

const delivered: Readonly<Record<BedStatusValue, Tones>> = {
  [BedStatus.is.free]: tones('#177645', '#E7F6EE', '#B4E0C8', '#2BA866'),
  [BedStatus.is.reserved]: tones('#935600', '#FFF3DC', '#F6D79B', '#E59A0B'),
  [BedStatus.is.lived]: tones('#1763B8', '#E8F1FC', '#BBD7F5', '#1E87F0'),
  [BedStatus.is.trial]: tones('#0A7472', '#E1F4F3', '#A9DCDA', '#0FA3A0'),
  [BedStatus.is.away]: tones('#6B3A9E', '#F2EBFA', '#D6C0EC', '#8A56C2'),
  [BedStatus.is.room]: tones('#566170', '#EEF1F4', '#D3DAE1', '#8792A0'),
  [BedStatus.is.repair]: tones('#C4221A', '#FDECEA', '#F5BDB8', '#E0322A'),
  [BedStatus.is.clean]: tones('#6A5C00', '#FAF5D3', '#E2D690', '#BFA70C'),
}

export type Look = Pick<MapConfigData, 'type' | 'name' | 'color'>

export const tonesFor = (type: BedStatusValue, color: string): Tones =>
  color.toUpperCase() === deliveredColors[type] ? delivered[type] : tonesOf(color)

/** --b2-dot, --b2-soft, --b2-border, --b2-text for each status. */
export function mapColors(looks: readonly Look[] | undefined): CSSProperties {
  const style: Record<string, string> = {}
  for (const { value } of BedStatus.list) {
    const color = looks?.find((one) => one.type === value)?.color ?? deliveredColors[value]
    for (const [part, tone] of Object.entries(tonesFor(value, color))) style[`--b${value}-${part}`] = tone
  }
  return style as CSSProperties
}

export const mapNames = (looks: readonly Look[] | undefined): StatusNames =>
  Object.fromEntries(
    BedStatus.list.map(({ value, label }) => [value, looks?.find((one) => one.type === value)?.name || label]),
  ) as Record<BedStatusValue, string>
