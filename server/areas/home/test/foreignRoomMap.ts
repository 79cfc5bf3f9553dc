// Beds and colours that a caller must not reach.
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Foreign } from '#server/kit/test/foreign'

/** A bed of another care group than the nurse's. */
const otherBed = async (product: TestApp) => {
  const found = await product.app.pool.query<{ id: string }>(
    `select b.bed_id as id from bed b join room r using (org_id, room_id) join dept d using (org_id, dept_id)
      where b.org_id = $1 and d.dept_name = '长青楼护理组' and b.display = 0 limit 1`,
    [DEMO_ORG],
  )
  return found.rows[0]!.id
}

const otherConfig = async (product: TestApp) => {
  const id = newId()
  await product.app.pool.query(
    `insert into room_map_config (org_id, config_id, type, name, color) values ($1, $2, 0, '别家的', '#112233')
     on conflict (org_id, type) do update set config_id = excluded.config_id`,
    [OPERATOR_ORG, id],
  )
  return { id }
}

export const roomMapForeign = (product: () => TestApp): Record<string, Foreign> => ({
  'home.roomMap.card': { as: 'lixiaomei', params: async () => ({ bedId: await otherBed(product()) }) },
  'home.roomMap.unmark': { as: 'lixiaomei', params: async () => ({ statusId: await otherBed(product()) }) },
  // The bed is in the body; one of nobody stands for all.
  'home.roomMap.mark': { as: 'lixiaomei', params: async () => ({ type: '7' }), body: { bedId: newId() } },
  'home.roomMap.resetConfig': { as: 'zhengkai', params: () => otherConfig(product()) },
  'home.roomMap.checkConfig': { as: 'zhengkai', params: async () => ({ type: '99' }) },
})
