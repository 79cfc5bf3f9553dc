// What a hostile request to trainings needs to get past the first checks.
import { dayText } from '#contract/kit/clock'
import { codeOf, stepOf } from '#server/areas/administration/training/trainingSign'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { nurseId, rowTraining } from './trainingRows.ts'

const plan = () => ({
  type: 3,
  title: '试',
  startAt: `${dayText()} 09:00:00`,
  endAt: `${dayText()} 11:00:00`,
  creditHours: 2,
  walkIn: true,
  files: null,
  passScore: 60,
})
const nobody = { deptIds: null, jobIds: null, userIds: null }
const of = (more: Parameters<typeof rowTraining>[1]) => async (product: TestApp) => ({
  ...(await rowTraining(product, more)),
  version: null,
})
const withNurse = (more: Parameters<typeof rowTraining>[1], rest: object) => async (product: TestApp) => ({
  ...(await rowTraining(product, more)),
  empIds: [await nurseId(product)],
  ...rest,
})

async function code(product: TestApp) {
  const { trainingId } = await rowTraining(product, { state: 'RUNNING' })
  const found = await product.app.pool.query<{ secret: string }>(
    'select sign_secret as secret from training where org_id = $1 and training_id = $2',
    [DEMO_ORG, trainingId],
  )
  return { trainingId, code: codeOf(found.rows[0]!.secret, stepOf()) }
}

export const recipes: Knowledge['recipes'] = {
  'administration.training.add': () => ({ ...plan(), ...nobody }),
  'administration.training.save': async (product) => ({ ...plan(), ...(await of({})(product)) }),
  'administration.training.start': of({}),
  'administration.training.finish': of({ state: 'RUNNING', signed: true }),
  'administration.training.reopen': of({ state: 'DONE' }),
  'administration.training.cancel': of({}),
  'administration.training.people': async (product) => ({
    ...(await rowTraining(product)),
    keyword: null,
    part: null,
  }),
  'administration.training.invite': async (product) => ({
    ...(await rowTraining(product, { people: false })),
    ...nobody,
    userIds: [await nurseId(product)],
  }),
  'administration.training.uninvite': withNurse({}, {}),
  'administration.training.signList': withNurse({ state: 'RUNNING' }, { signed: true }),
  'administration.training.scores': async (product) => ({
    ...(await rowTraining(product, { state: 'RUNNING', signed: true })),
    rows: [{ empId: await nurseId(product), score: 80, passed: null, remark: '试', version: null }],
  }),
  'administration.training.code': (product) => rowTraining(product, { state: 'RUNNING' }),
  'administration.training.sign': code,
  'administration.training.saveDue': () => ({ rows: [{ empType: 'office', hours: 12, version: null }] }),
}

export const places: Knowledge['places'] = {
  'administration.training.get': (product) => rowTraining(product),
  'administration.training.remove': (product) => rowTraining(product, { people: false }),
  'administration.training.hoursOf': async (product) => ({ empId: await nurseId(product) }),
}
