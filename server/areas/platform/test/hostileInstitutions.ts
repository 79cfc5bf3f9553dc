// What hostile requests to institutions and archives need to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import type { Random } from '#server/kit/test/hostile'

async function one(product: TestApp, text: string): Promise<string> {
  return (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id
}

/** Freezing the demo house would put the attacker out. */
const neighbour = (product: TestApp) =>
  one(product, `select org_id as id from organization where org_id <> $1 and org_level = 4 limit 1`)
const someResident = async (product: TestApp) => ({
  oldmanId: await one(product, 'select oldman_id as id from oldman where org_id = $1 limit 1'),
})
const named = (random: Random) => `试机构${Math.floor(random() * 1e9)}`
const pair = { validFrom: '2026-01-01', validTo: '2027-01-01', pictures: [] }

export const institutionRecipes: Knowledge['recipes'] = {
  'platform.organisation.create': (_, __, random) => ({
    orgName: named(random),
    orgLevel: 3,
    userName: `inst${Math.floor(random() * 1e9)}`,
    userPassword: 'mudan2718',
    contactPhone: '021-55660000',
    licenseNo: null,
  }),
  'platform.organisation.rename': (_, __, random) => ({
    orgId: DEMO_ORG,
    orgName: named(random),
    version: null,
  }),
  'platform.organisation.freeze': async (product) => ({ orgId: await neighbour(product), orgStatus: null }),
  'platform.organisation.save': (_, __, random) => ({
    orgName: named(random),
    licenseNo: null,
    qualifications: null,
    version: null,
  }),
  'platform.organisation.saveQualification': () => ({ ...pair, qualificationId: null, version: null }),
  'archives.resident.list': () => ({ view: 'all', checkInFrom: '2026-01-01', checkInTo: '2026-02-01' }),
  'live.resident.tree': () => ({ oldmanStatuses: '1,4' }),
}

export const institutionPlaces: Knowledge['places'] = {
  'platform.organisation.detail': () => ({ orgId: DEMO_ORG }),
  'platform.organisation.save': () => ({ orgId: DEMO_ORG }),
  'platform.organisation.saveQualification': () => ({ orgId: DEMO_ORG }),
  'platform.organisation.resetAdmin': async (product) => ({ orgId: await neighbour(product) }),
  'platform.organisation.removeQualification': async (product) => ({
    orgId: DEMO_ORG,
    qualificationId: await one(
      product,
      `insert into org_qualification (org_id, qualification_id, kind, name) values ($1, md5(random()::text), 'other', '试')
       returning qualification_id as id`,
    ),
  }),
  'archives.resident.detail': someResident,
  'archives.resident.reveal': someResident,
}

export const institutionCostly: Knowledge['costly'] = ['platform.organisation.create']
