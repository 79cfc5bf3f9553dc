// What follows from risk sheets: the measures, the projects that are proposed for the plan and put into it, and who has not yet
// signed that they were told (风险告知书).
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, merge, named, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { Harm } from '#contract/nursing/assess/risk'
import { READ_ASSESSMENTS } from './assessFields.ts'
import { Frequency } from './frequency.ts'
import { CARE_PLAN_NEEDS, CarePlanPreview } from './plan.ts'

/** Whether the family has signed that it was told. */
export const RiskTold = options('RiskTold', '家属告知', [
  ['OPEN', ['未签字', 'amber']],
  ['TOLD', ['已签字', 'green']],
])

const Found = obj({
  harm: Harm.schema,
  name: str('风险'),
  /** 1 none, 2 to be prevented, 3 high */
  grave: int('程度'),
  graveName: str('程度'),
  /** 防跌倒·高, where it stands at the name. */
  mark: nul(str('标识')),
  from: list(str('依据')),
  measures: list(str('防护措施')),
})

const Proposed = obj({
  /** As sheets call it. */
  project: str('护理项目'),
  /** Null: the house has no such project, or has switched it off. */
  projectId: nul(str()),
  minutes: int('用时（分钟）'),
  /** Against what. */
  harms: list(str('针对')),
  frequency: Frequency,
  often: str('建议频次'),
  /** In the plan already; how often there. */
  planned: nul(str('计划中的频次')),
})
export type ProposedProject = Static<typeof Proposed>

const Sheet = obj({
  assessmentId: str(),
  kindName: str('评估表'),
  assessDate: str('评估日期'),
  levelName: nul(str('结果')),
  nextDate: nul(str('下次评估')),
  /** Whether the family has to be told of it. */
  informs: bool(),
  familyName: nul(str('家属')),
  toldAt: nul(str('签字时间')),
})

const RiskCare = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  bedPath: nul(str('床位')),
  risks: list(Found),
  proposals: list(Proposed),
  /** The plan that holds tomorrow or begins later; null where none is enabled. */
  plan: nul(obj({ nursingPlanId: str(), levelName: str('护理等级'), startDate: str('开始日期') })),
  /** The newest finished sheet of each kind: what all this is taken from. */
  sheets: list(Sheet),
})
export type RiskCareData = Static<typeof RiskCare>

const Told = merge(
  ResidentMarks,
  obj({
    assessmentId: str(),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    kindName: str('评估表'),
    assessDate: str('评估日期'),
    levelName: nul(str('结果')),
    /** What this sheet found. */
    marks: str('风险'),
    told: RiskTold.schema,
    familyName: nul(str('家属')),
    toldAt: nul(str('签字时间')),
    /** Since the sheet was finished. */
    days: int('天数'),
  }),
)
export type RiskToldRow = Static<typeof Told>

const BASE = '/pims/web-pi/assessment/risk'
const wanted = {
  oldmanId: id('老人', { of: 'resident' }),
  projectIds: list(id('护理项目', { of: 'careProject' }), 40),
}
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const riskCare = noun('nursing', 'riskCare', {
  title: '风险防护',
  calls: {
    of: call.get(`${BASE}/of/{oldmanId}`, {
      names: { oldmanId: 'resident' },
      needs: READ_ASSESSMENTS,
      act: '老人的风险与防护措施',
      data: RiskCare,
      refuses: ['NOT_FOUND'],
    }),
    /** What changes for tomorrow if these projects were put into the plan; writes nothing. */
    preview: call.post(`${BASE}/plan/preview`, {
      needs: CARE_PLAN_NEEDS.edit,
      act: '风险防护加入计划预览',
      harmless: true,
      body: obj(wanted),
      data: CarePlanPreview,
      refuses,
    }),
    /** Proposed projects that the enabled plan has not yet; those it has stay as they are. */
    plan: call.post(`${BASE}/plan`, {
      needs: CARE_PLAN_NEEDS.edit,
      act: '风险防护加入护理计划',
      body: obj(wanted),
      data: obj({ added: list(str('护理项目')), there: list(str('护理项目')) }),
      refuses,
      repeatable: true,
    }),
    /** Of everybody who lives here the newest risk sheets that the family has to be told of. */
    told: call.get(`${BASE}/told`, {
      needs: READ_ASSESSMENTS,
      act: '风险告知名单',
      query: pageQuery({
        told: opt(RiskTold.schema),
        keyword: opt(str('姓名或拼音')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Told),
    }),
  },
  pages: {
    told: {
      path: '/nursing/assessment/told',
      title: '风险告知',
      tab: true,
      needs: READ_ASSESSMENTS,
      ahead: { call: 'told', start: { told: RiskTold.is.OPEN } },
      menu: { rail: 'nursing', group: '评估', order: 32 },
    },
  },
})
