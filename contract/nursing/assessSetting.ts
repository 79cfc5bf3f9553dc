// What the house decides about assessments: which questionnaires it uses and how often, its own words for them, and which
// nursing level follows from which level of ability.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, id, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ASSESS_NEEDS, READ_ASSESSMENTS, Words } from './assessFields.ts'
import { AssessmentType } from './assessment.ts'

export const RaiseTogether = options('RaiseTogether', '两条升级规则同时成立', [
  ['single', '只提高一级'],
  ['cumulative', '逐条提高'],
])

const kindKey = text('评估表', { max: 40, pattern: /^\w+$/, hint: '不是评估表' })

const KindSetting = obj({
  kind: str(),
  kindName: str('评估表'),
  type: AssessmentType.schema,
  /** ability, or the key of the risk scale: one assessment of a family does for all of it. */
  family: str(),
  enabled: bool('使用'),
  /** Everybody who lives here is expected to have one. */
  expected: bool('人人应评'),
  months: int('复评间隔（月）'),
  /** Is set by the standard or by this product; the house may set another. */
  usualMonths: int('标准间隔（月）'),
})
export type KindSettingData = Static<typeof KindSetting>

const LevelMap = obj({
  kind: str(),
  level: int('评估等级'),
  levelName: str('评估等级'),
  nursingLevelId: nul(str()),
  nursingLevelName: nul(str('建议护理等级')),
})
export type LevelMapData = Static<typeof LevelMap>

/** What a house begins with: ten hours. */
export const WORKER_DAY_MINUTES = 600

const Setting = obj({
  kinds: list(KindSetting),
  levels: list(LevelMap),
  /** Dementia and two risk events raise one level together, or each. */
  raiseTogether: RaiseTogether.schema,
  /** Beyond it the rehearsal of a change of level warns. */
  workerDayMinutes: int('护理员每天工时上限（分钟）'),
  version: int(),
})
export type AssessSettingData = Static<typeof Setting>

const Copy = obj({
  copyId: str(),
  /** What it scores as. */
  kind: str(),
  kindName: str(),
  type: AssessmentType.schema,
  name: str('名称'),
  enabled: bool('使用'),
  words: list(Words),
  /** Assessments made with it: then it is switched off, not removed. */
  used: int('已用'),
  version: int(),
})
export type AssessCopyData = Static<typeof Copy>

const copyFields = {
  name: text('名称', { max: 40, pattern: /\S/, hint: '不能为空' }),
  enabled: opt(bool('使用')),
  /** Sections, items, options and hints by their key in the kind; only words, never scores. */
  words: list(Words, 1_000),
}

const SETTING = '/pims/web-pi/assessment/setting'
const KIND = '/pims/web-pi/assessment/kind'
const NEEDS = ASSESS_NEEDS.setting
const names = { copyId: 'assessCopy' } as const
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'ALREADY_EXISTS'] as const

export const assessSetting = noun('nursing', 'assessSetting', {
  title: '评估设置',
  calls: {
    get: call.get(SETTING, { needs: `${NEEDS}|${READ_ASSESSMENTS}`, act: '评估设置', data: Setting }),
    save: call.put(SETTING, {
      needs: NEEDS,
      act: '修改评估设置',
      codeNames: { [NEEDS]: '设置评估' },
      body: obj({
        kinds: opt(
          list(
            obj({
              kind: kindKey,
              enabled: bool('使用'),
              expected: bool('人人应评'),
              months: int('复评间隔（月）', { min: 1, max: 60 }),
            }),
            50,
          ),
        ),
        levels: opt(
          list(
            obj({
              kind: kindKey,
              level: int('评估等级', { min: 0, max: 20 }),
              nursingLevelId: opt(id('护理等级', { of: 'level' })),
            }),
            200,
          ),
        ),
        raiseTogether: opt(RaiseTogether.schema),
        workerDayMinutes: opt(int('护理员每天工时上限（分钟）', { min: 60, max: 1_440 })),
        version: opt(int()),
      }),
      data: Setting,
      refuses,
    }),
    copies: call.get(KIND, { needs: `${NEEDS}|${READ_ASSESSMENTS}`, act: '本院评估表', data: list(Copy) }),
    addCopy: call.post(KIND, {
      needs: NEEDS,
      act: '复制评估表',
      body: obj({ kind: kindKey, ...copyFields }),
      data: Copy,
      refuses,
      repeatable: true,
    }),
    saveCopy: call.put(KIND, {
      needs: NEEDS,
      act: '修改本院评估表',
      body: obj({ copyId: id('评估表', { of: 'assessCopy' }), ...copyFields, version: opt(int()) }),
      data: Copy,
      refuses,
    }),
    removeCopy: call.delete(`${KIND}/{copyId}`, {
      names,
      needs: NEEDS,
      act: '删除本院评估表',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/assessSetting',
      title: '评估设置',
      tab: true,
      needs: NEEDS,
      ahead: 'get',
      menu: { rail: 'nursing', group: '评估', order: 35 },
    },
  },
})
