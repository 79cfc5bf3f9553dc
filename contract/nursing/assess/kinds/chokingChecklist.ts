// Ten observations at the table about the risk of choking.
import type { Kind } from '#contract/nursing/assess/kind'
import { inputFrom, item, scoreFrom, times } from '#contract/nursing/assess/kinds/build'
import { riskReasons } from '#contract/nursing/assess/kinds/reasons'

export const chokingChecklist: Kind = {
  key: 'chokingChecklist',
  type: null,
  group: 'risk',
  name: '噎食风险观察表',
  standard: '噎食风险观察表',
  report: '噎食风险观察表',
  assessors: 1,
  againMonths: 3,
  reasons: riskReasons,
  harm: 'choking',
  occasions: ['入住3日内（至少看三餐）', '饮食形态变更', '呛咳或噎食后立即', '每季度'],
  who: '护理员观察，护士确认',
  sections: [
    {
      key: 'ALL',
      name: '进食观察',
      direction: 'higherIsWorse',
      items: [
        item('1', '一年内噎食或误吸', '', [
          [0, '没有'],
          [2, '有'],
        ]),
        item('2', '进食饮水时呛咳', '', [
          [0, '没有或很少'],
          [2, '每周1次以上'],
        ]),
        item('3', '卒中、帕金森或痴呆', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('4', '缺牙影响咀嚼或义齿不合', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('5', '进食过快或抢食', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('6', '餐后口中留有食物', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('7', '餐后声音含混、有痰声', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('8', '服用镇静或抗精神病药', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('9', '不能坐直进食', '', [
          [0, '能'],
          [1, '不能'],
        ]),
        item('10', '流涎或食物从口角漏出', '', [
          [0, '没有'],
          [1, '有'],
        ]),
      ],
    },
  ],
  levels: [
    { level: 1, name: '无此风险', short: '无此风险', care: '常规', grave: 1, againDays: 180, measures: ['坐位进食'] },
    {
      level: 2,
      name: '需防护',
      short: '需防护',
      care: '看护进食',
      grave: 2,
      againDays: 90,
      measures: ['食物切小煮软', '提醒慢咽', '进食在视线内'],
    },
    {
      level: 3,
      name: '高风险',
      short: '高风险',
      care: '专人协助进食',
      grave: 3,
      againDays: 30,
      measures: [
        '糊状或半流质',
        '专人喂食，餐后坐30分钟',
        '忌整块糯米、果冻、坚果、带骨带刺食物',
        '床头与餐卡标识',
        '家属带入食品先登记',
      ],
    },
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsWorse',
    bands: [
      { level: 1, min: 0, max: 0 },
      { level: 2, min: 1, max: 3 },
      { level: 3, min: 4, max: 12 },
    ],
  },
  inputs: [
    {
      key: 'waterSwallow',
      name: '饮水吞咽筛查',
      source: '洼田饮水试验',
      fromKind: 'waterSwallow',
      options: [
        { value: 1, text: '正常' },
        { value: 2, text: '可疑' },
        { value: 3, text: '异常' },
      ],
    },
  ],
  rules: [
    {
      key: 'pastChoking',
      short: '一年内噎食或误吸过，至少为高风险',
      text: '一年内噎食或误吸过的，不论总分，至少评为高风险',
      source: '风险评估规则',
      when: scoreFrom('1', 2),
      effect: { atLeast: 3 },
    },
    {
      key: 'waterSwallow2',
      short: '饮水吞咽筛查可疑，至少为需防护',
      text: '饮水吞咽筛查为可疑的，至少评为需防护',
      source: '风险评估规则',
      when: inputFrom(2, 'waterSwallow'),
      effect: { atLeast: 2 },
    },
    {
      key: 'waterSwallow3',
      short: '饮水吞咽筛查异常，至少为高风险',
      text: '饮水吞咽筛查为异常的，至少评为高风险',
      source: '风险评估规则',
      when: inputFrom(3, 'waterSwallow'),
      effect: { atLeast: 3 },
    },
  ],
  stacking: 'single',
  forms: [],
  proposes: [
    { from: 2, project: '协助进食', often: times.perDay(3) },
    { from: 3, project: '喂食', often: times.perDay(3) },
  ],
}
