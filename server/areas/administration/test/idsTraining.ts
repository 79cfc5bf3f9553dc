// Ids of trainings that a plain sample does not reach.
import { dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { recipes } from './hostileTraining.ts'
import { nurseId, rowTraining } from './trainingRows.ts'

type Sample = IdKnowledge['samples'][string]

const row = (text: string) => fromRow(DEMO_ORG, text)
const nobody = { deptIds: null, jobIds: null, userIds: null }
const WHOM: Readonly<Record<string, Sample>> = {
  deptIds: row('select jsonb_build_array(dept_id) as "deptIds" from dept where org_id = $1'),
  jobIds: row('select jsonb_build_array(job_id) as "jobIds" from employee_job where org_id = $1'),
  userIds: row('select jsonb_build_array(emp_id) as "userIds" from employee where org_id = $1 and status = 1'),
}
const plan = () => ({
  type: 3,
  title: '试',
  startAt: `${dayText()} 09:00:00`,
  endAt: `${dayText()} 11:00:00`,
  creditHours: 2,
  files: null,
  passScore: null,
  walkIn: true,
})
const whom = Object.entries(WHOM).flatMap(([field, sample]) => [
  [
    `administration.training.add body.${field}.0`,
    async (product) => ({ ...plan(), ...nobody, ...(await sample(product)) }),
  ],
  [
    `administration.training.invite body.${field}.0`,
    async (product) => ({ ...nobody, ...(await rowTraining(product, { people: false })), ...(await sample(product)) }),
  ],
]) as [string, Sample][]
const recipe = (call: string): Sample => recipes![call] as Sample

export default {
  samples: {
    ...Object.fromEntries(whom),
    'administration.training.list query.empId': async (product) => ({
      keyword: null,
      type: null,
      state: null,
      empId: await nurseId(product),
    }),
    'administration.training.uninvite body.empIds.0': recipe('administration.training.uninvite'),
    'administration.training.signList body.empIds.0': recipe('administration.training.signList'),
    'administration.training.scores body.rows.0.empId': recipe('administration.training.scores'),
    'administration.training.sign body.trainingId': recipe('administration.training.sign'),
    'administration.training.code query.trainingId': recipe('administration.training.code'),
  },
  anyDept: {
    'administration.training.list query.empId': 'a training may have people of any department on its list',
    'administration.training.uninvite body.empIds': 'a training may have people of any department on its list',
    'administration.training.signList body.empIds': 'a training may have people of any department on its list',
    'administration.training.scores body.rows': 'a training may have people of any department on its list',
    'administration.training.sign': 'one signs in for oneself, to a training of any department',
  },
} satisfies IdKnowledge
