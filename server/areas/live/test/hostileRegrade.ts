// What a hostile request to the changes of level needs to get past the first checks.
import { RegradeState, type RegradeStateValue } from '#contract/live/regradeWords'
import { CareUnit } from '#contract/nursing/frequency'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowRegrade } from './regradeRows.ts'
import { dayOf } from './stayHouse.ts'
import { rowResident } from './stayRows.ts'

const own = async (product: TestApp, state: RegradeStateValue = RegradeState.is.waiting) => ({
  regradeId: (await rowRegrade(product, state)).regradeId,
  version: null,
})
const aProject = async (product: TestApp) =>
  (
    await product.app.pool.query<{ id: string }>(
      'select project_id as id from care_project where org_id = $1 and enabled limit 1',
      [DEMO_ORG],
    )
  ).rows[0]!.id
const written = async (product: TestApp, levelId: string) => ({
  levelId,
  effectiveDate: dayOf(1),
  reason: '复评',
  levelReason: null,
  informed: null,
  templateId: null,
  choices: [
    {
      projectId: await aProject(product),
      leave: false,
      frequency: { unit: CareUnit.is.day, times: 1, clocks: ['08:00'], days: [], from: null, to: null },
      ground: '个别需要',
    },
  ],
})

export const recipes: Knowledge['recipes'] = {
  'live.regrade.start': async (product) => ({ oldmanId: (await rowRegrade(product)).oldmanId }),
  'live.regrade.detail': async (product) => ({ regradeId: (await own(product)).regradeId }),
  'live.regrade.rehearsal': async (product) => ({ regradeId: (await own(product)).regradeId, effectiveDate: dayOf(1) }),
  'live.regrade.propose': async (product) => {
    const { oldmanId } = await rowResident(product, 1)
    const { levelId } = await rowRegrade(product, RegradeState.is.draft)
    return { oldmanId, assessmentId: null, ...(await written(product, levelId)) }
  },
  'live.regrade.save': async (product) => {
    const { regradeId, levelId } = await rowRegrade(product, RegradeState.is.draft)
    return { regradeId, version: null, ...(await written(product, levelId)) }
  },
  'live.regrade.submit': (product) => own(product, RegradeState.is.draft),
  'live.regrade.withdraw': async (product) => ({ ...(await own(product)), reason: '再看看' }),
  'live.regrade.discard': async (product) => ({ ...(await own(product, RegradeState.is.draft)), reason: '再看看' }),
  'live.regrade.approve': async (product) => ({
    ...(await own(product)),
    effectiveDate: dayOf(1),
    opinion: '同意',
    seen: [{ key: 'level', title: '现护理等级', value: '自理', mark: '0' }],
  }),
  'live.regrade.sendBack': async (product) => ({ ...(await own(product)), opinion: '请补充' }),
  'live.regrade.takeBack': async (product) => ({ ...(await own(product, RegradeState.is.approved)), reason: '误批' }),
}
