// Six questions about the risk of falling (Morse); the wording is a paraphrase of our own.
import type { Kind } from '#contract/nursing/assess/kind'
import { inputFrom, item, NO_YES, times } from '#contract/nursing/assess/kinds/build'
import { riskReasons } from '#contract/nursing/assess/kinds/reasons'

export const morse: Kind = {
  key: 'morse',
  type: null,
  group: 'risk',
  name: '跌倒风险评估（Morse）',
  standard: 'Morse 量表',
  report: '跌倒风险评估（Morse）',
  assessors: 1,
  againMonths: 3,
  reasons: riskReasons,
  harm: 'fall',
  occasions: ['入住24小时内', '跌倒后立即', '用药调整（镇静、降压、降糖、利尿）', '住院返院'],
  who: '护士或经培训的护理组长',
  sections: [
    {
      key: 'ALL',
      name: '跌倒风险',
      direction: 'higherIsWorse',
      items: [
        item('1', '近3个月跌倒', '', [
          [0, '没有'],
          [25, '有'],
        ]),
        item('2', '两种及以上疾病诊断', '', [
          [0, '没有'],
          [15, '有'],
        ]),
        item('3', '行走辅助', '', [
          [0, '不需要，或卧床、坐轮椅、由人协助'],
          [15, '用拐杖、手杖或助行器'],
          [30, '扶着家具走'],
        ]),
        item('4', '静脉输液或留置针', '机构内少见；部分机构把高跌倒风险用药也计入此项', [
          [0, '没有'],
          [20, '有'],
        ]),
        item('5', '步态', '', [
          [0, '正常，或卧床、坐轮椅'],
          [10, '虚弱无力'],
          [20, '明显受损，起立困难或步态不稳'],
        ]),
        item('6', '对自身能力的判断', '', [
          [0, '清楚自己的限制'],
          [15, '高估自己或忘记限制'],
        ]),
      ],
    },
  ],
  levels: [
    {
      level: 1,
      name: '低风险',
      short: '低风险',
      care: '基本防跌倒',
      grave: 1,
      againDays: 90,
      measures: ['环境安全与防滑', '合适的鞋裤', '呼叫器在手边'],
    },
    {
      level: 2,
      name: '中风险',
      short: '中风险',
      care: '标准防跌倒',
      grave: 2,
      againDays: 30,
      measures: ['起身三步（躺、坐、站各停片刻）', '如厕沐浴有人陪', '夜灯', '每班交接'],
    },
    {
      level: 3,
      name: '高风险',
      short: '高风险',
      care: '高风险防跌倒',
      grave: 3,
      againDays: 7,
      measures: ['床头和腕带标识', '离床提醒或床护栏', '行走有人陪同', '加密巡视', '用药复核', '告知家属并签字'],
    },
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsWorse',
    bands: [
      { level: 1, min: 0, max: 24 },
      { level: 2, min: 25, max: 44 },
      { level: 3, min: 45, max: 125 },
    ],
  },
  inputs: [{ key: 'fellInHome30Days', name: '近30天在院内跌倒', source: '不良事件', options: NO_YES }],
  rules: [
    {
      key: 'fellInHome30Days',
      short: '近30天在院内跌倒过，至少为高风险',
      text: '近30天在院内跌倒过的，不论总分，至少评为高风险',
      source: '风险评估规则',
      when: inputFrom(1, 'fellInHome30Days'),
      effect: { atLeast: 3 },
    },
  ],
  stacking: 'single',
  forms: [],
  proposes: [
    { from: 2, project: '协助如厕', often: times.asNeeded },
    { from: 2, project: '夜间巡视', often: times.everyHours(2) },
    { from: 3, project: '行走陪护', often: times.asNeeded },
    { from: 3, project: '床栏与呼叫器检查', often: times.perShift },
    { from: 3, project: '日间巡视', often: times.everyHours(2) },
  ],
}
