// What hostile requests to the room map need to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const freeBed = async (product: TestApp) => {
  const found = await product.app.pool.query<{ id: string }>(
    'select bed_id as id from bed where org_id = $1 and is_used = 0 and display = 0 order by random() limit 1',
    [DEMO_ORG],
  )
  return found.rows[0]!.id
}
const someBed = async (product: TestApp) => {
  const found = await product.app.pool.query<{ id: string }>(
    'select bed_id as id from bed where org_id = $1 and display = 0 order by random() limit 1',
    [DEMO_ORG],
  )
  return found.rows[0]!.id
}

export const roomMapRecipes: Knowledge['recipes'] = {
  'home.roomMap.mark': async (product) => ({ bedId: await freeBed(product), reason: '检修', until: null }),
  'home.roomMap.saveConfig': () => ({ items: [{ type: 0, name: '空床', color: '#228844', version: null }] }),
}

export const roomMapPlaces: Knowledge['places'] = {
  'home.roomMap.mark': (_, random) => ({ type: random() < 0.5 ? '6' : '7' }),
  'home.roomMap.unmark': async (product) => ({ statusId: await freeBed(product) }),
  'home.roomMap.card': async (product) => ({ bedId: await someBed(product) }),
  'home.roomMap.checkConfig': () => ({ type: '2' }),
}
