// Thirty millilitres of warm water, drunk while somebody watches (Kubota). Who cannot be tested counts as at risk.
import type { Kind } from '#contract/nursing/assess/kind'
import { inputFrom, item, NO_YES, scoreFrom, times } from '#contract/nursing/assess/kinds/build'
import { riskReasons } from '#contract/nursing/assess/kinds/reasons'

export const waterSwallow: Kind = {
  key: 'waterSwallow',
  type: null,
  group: 'risk',
  name: '饮水吞咽筛查（洼田）',
  standard: '洼田饮水试验',
  report: '饮水吞咽筛查（洼田）',
  assessors: 1,
  againMonths: 3,
  reasons: riskReasons,
  harm: 'choking',
  occasions: ['入住24小时内', '脑卒中、肺炎或住院返院后', '进食呛咳后'],
  who: '护士',
  sections: [
    {
      key: 'ALL',
      name: '饮水试验',
      direction: 'higherIsWorse',
      items: [
        item('1', '饮水表现', '', [
          [0, '一次咽完，不呛，5秒以内'],
          [1, '一次咽完，不呛，超过5秒'],
          [2, '分两次以上咽完，不呛'],
          [3, '一次咽完，但有呛咳'],
          [4, '分两次以上咽完，有呛咳'],
          [5, '反复呛咳，喝不完'],
        ]),
      ],
    },
  ],
  levels: [
    { level: 1, name: '正常', short: '正常', care: '普通饮食', grave: 1, againDays: 180, measures: ['坐位进食'] },
    {
      level: 2,
      name: '可疑',
      short: '可疑',
      care: '需防护',
      grave: 2,
      againDays: 30,
      measures: ['软食', '小口慢食', '进食在工作人员视线内', '专项评估'],
    },
    {
      level: 3,
      name: '异常',
      short: '异常',
      care: '高风险',
      grave: 3,
      againDays: 14,
      measures: ['糊状或增稠饮食', '专人喂食', '备吸引器并会海姆立克法', '请医生或康复师评估', '告知家属并签字'],
    },
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsWorse',
    bands: [
      { level: 1, min: 0, max: 0 },
      { level: 2, min: 1, max: 2 },
      { level: 3, min: 3, max: 5 },
    ],
  },
  inputs: [
    {
      key: 'untestable',
      name: '不宜测试（意识不清或听不懂指令、不能坐起30度、发热或呼吸困难、鼻饲或禁食）',
      source: '试验前提',
      options: NO_YES,
    },
  ],
  rules: [
    {
      key: 'untestable',
      short: '不宜测试，按异常防护',
      text: '不符合试验前提的不做试验，由医生或护士决定以前按异常防护',
      source: '试验前提',
      when: inputFrom(1, 'untestable'),
      effect: { set: 3 },
      stop: true,
      closes: true,
    },
    {
      key: 'nothingByMouth',
      short: '反复呛咳、喝不完：医生决定以前暂停经口进食',
      text: '第五级者在医生决定以前暂停经口进食',
      source: '洼田饮水试验',
      when: scoreFrom('1', 5),
      effect: { keep: true },
    },
  ],
  stacking: 'single',
  forms: [],
  proposes: [
    { from: 2, project: '协助进食', often: times.perDay(3) },
    { from: 3, project: '喂食', often: times.perDay(3) },
    { from: 3, project: '吞咽训练', often: times.byOrder },
  ],
}
