// The level-1 entries of the menu: what stands on the rail at the left edge, from top to bottom.
import type { RailKey } from '#contract/kit/page'

export interface RailEntry {
  title: string
  /** Name of the line icon, in the spelling of the icon library the console draws with. */
  icon: string
  order: number
}

export const rails: Readonly<Record<RailKey, RailEntry>> = {
  bench: { title: '工作台', icon: 'layout-grid', order: 10 },
  live: { title: '居住', icon: 'house', order: 20 },
  expense: { title: '费用', icon: 'wallet', order: 30 },
  nursing: { title: '护理', icon: 'heart', order: 40 },
  monitor: { title: '监护', icon: 'siren', order: 50 },
  drug: { title: '药品', icon: 'briefcase-medical', order: 60 },
  administration: { title: '行政', icon: 'user-round-cog', order: 70 },
  warehouse: { title: '仓储', icon: 'archive', order: 80 },
  homecare: { title: '居家', icon: 'map-pin', order: 90 },
  education: { title: '宣教', icon: 'book-open', order: 100 },
  government: { title: '检查', icon: 'shield-check', order: 110 },
  archives: { title: '档案', icon: 'folder-open', order: 120 },
  setting: { title: '设置', icon: 'settings', order: 130 },
}

/** The authority code of a rail entry in the menu. */
export const railCode = (key: RailKey) => `rail:${key}`
