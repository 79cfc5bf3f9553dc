// Ten observations about the risk that somebody leaves and gets lost.
import type { Kind } from '#contract/nursing/assess/kind'
import { item, scoreFrom, scoreIs, times } from '#contract/nursing/assess/kinds/build'
import { riskReasons } from '#contract/nursing/assess/kinds/reasons'

export const wandering: Kind = {
  key: 'wandering',
  type: null,
  group: 'risk',
  name: '走失风险评估表',
  standard: '走失风险评估表',
  report: '走失风险评估表',
  assessors: 1,
  againMonths: 3,
  reasons: riskReasons,
  harm: 'wander',
  occasions: ['入住前', '换房换楼层后一周', '有离院企图后立即', '每半年'],
  who: '护士或社工，向家属核实',
  sections: [
    {
      key: 'ALL',
      name: '走失风险',
      direction: 'higherIsWorse',
      items: [
        item('1', '一年内走失过', '', [
          [0, '没有'],
          [3, '有'],
        ]),
        item('2', '痴呆或明显认知下降', '', [
          [0, '没有'],
          [2, '有'],
        ]),
        item('3', '说不清所在地点或日期', '', [
          [0, '说得清'],
          [1, '说不清'],
        ]),
        item('4', '常守门口或说要回家、上班', '', [
          [0, '没有'],
          [2, '有'],
        ]),
        item('5', '无目的来回走动', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('6', '夜间起床游走', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('7', '找不到自己的房间', '', [
          [0, '没有'],
          [1, '有'],
        ]),
        item('8', '能独自走出院门', '', [
          [0, '不能'],
          [1, '能'],
        ]),
        item('9', '入住或换房未满30天', '', [
          [0, '否'],
          [1, '是'],
        ]),
        item('10', '说不出家人电话或住址', '', [
          [0, '说得出'],
          [1, '说不出'],
        ]),
      ],
    },
  ],
  levels: [
    { level: 1, name: '无此风险', short: '无此风险', care: '常规', grave: 1, againDays: 180, measures: ['外出登记'] },
    {
      level: 2,
      name: '需防护',
      short: '需防护',
      care: '加强看护',
      grave: 2,
      againDays: 90,
      measures: ['近照和特征存档', '交接班点名', '外出须有人陪同'],
    },
    {
      level: 3,
      name: '高风险',
      short: '高风险',
      care: '重点看护',
      grave: 3,
      againDays: 30,
      measures: ['定位手环与电子围栏', '每小时巡查点名', '门岗留照片', '衣物缝身份标签', '失智专区', '家属签知情书'],
    },
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsWorse',
    bands: [
      { level: 1, min: 0, max: 2 },
      { level: 2, min: 3, max: 5 },
      { level: 3, min: 6, max: 14 },
    ],
  },
  inputs: [],
  rules: [
    {
      key: 'cannotWalkOut',
      short: '不能独自走出院门，最多为需防护',
      text: '不能独自走出院门的，最多评为需防护（曾走失或有离院企图的除外）',
      source: '风险评估规则',
      when: scoreIs('8', 0),
      effect: { atMost: 2 },
    },
    {
      key: 'pastLost',
      short: '一年内走失过，至少为高风险',
      text: '一年内走失过的，不论总分，至少评为高风险',
      source: '风险评估规则',
      when: scoreFrom('1', 3),
      effect: { atLeast: 3 },
    },
    {
      key: 'exitSeeking',
      short: '有离院企图，至少为高风险',
      text: '常守门口或说要回家、上班的，不论总分，至少评为高风险',
      source: '风险评估规则',
      when: scoreFrom('4', 2),
      effect: { atLeast: 3 },
    },
  ],
  stacking: 'single',
  forms: [],
  proposes: [
    { from: 2, project: '防走失点名', often: times.everyHours(2) },
    { from: 3, project: '防走失点名', often: times.everyHours(1) },
    { from: 2, project: '外出陪同', often: times.asNeeded },
  ],
}
