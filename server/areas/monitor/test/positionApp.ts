// The demo house as a test of the positioning asks it: an administrator, a nurse of one department, the first floor map.
import type { FloorMapData } from '#contract/monitor/positionMap'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { demoApp } from '#server/kit/test/app'

export const PNT = '/loms/web-lo/pnt'

export interface Page<T> {
  total: number
  list: T[]
}

export async function positionApp() {
  const product = await demoApp()
  const { password } = demoAccounts[0]!
  const admin = await product.signIn('zhengkai', password)
  const nurse = await product.signIn('lixiaomei', password)
  const maps = await product.ask<FloorMapData[]>('GET', `${PNT}/map`, { token: admin })
  return { product, admin, nurse, map: maps.data[0]! }
}
export type PositionApp = Awaited<ReturnType<typeof positionApp>>
