// The simple assessment: the ten activities of daily living of the Barthel index.
import type { Kind } from '#contract/nursing/assess/kind'
import { item, level } from '#contract/nursing/assess/kinds/build'
import { reasonsOf2023 } from '#contract/nursing/assess/kinds/reasons'

export const easy: Kind = {
  key: 'easy',
  type: 0,
  group: 'ability',
  name: '简易评估',
  standard: 'Barthel 指数',
  report: '日常生活活动能力评估报告',
  assessors: 1,
  againMonths: 6,
  reasons: reasonsOf2023,
  sections: [
    {
      key: 'ADL',
      name: '日常生活活动',
      direction: 'higherIsBetter',
      items: [
        item('1', '进食', '用合适的餐具将食物由容器送到口中', [
          [10, '可独立进食'],
          [5, '需部分帮助（如夹菜、盛饭、把持餐具）'],
          [0, '需极大帮助或完全依赖他人，或留置营养管'],
        ]),
        item('2', '洗澡', '', [
          [5, '准备好洗澡水后，可独立完成洗澡'],
          [0, '在洗澡过程中需他人帮助'],
        ]),
        item('3', '修饰', '洗脸、刷牙、梳头、刮脸等', [
          [5, '可独立完成'],
          [0, '需他人帮助'],
        ]),
        item('4', '穿衣', '穿脱衣服、系扣、拉拉链、穿脱鞋袜、系鞋带', [
          [10, '可独立完成'],
          [5, '需部分帮助'],
          [0, '需极大帮助或完全依赖他人'],
        ]),
        item('5', '控制大便', '', [
          [10, '可控制大便'],
          [5, '偶尔失控（每周<1次），或需他人提示'],
          [0, '完全失控'],
        ]),
        item('6', '控制小便', '', [
          [10, '可控制小便'],
          [5, '偶尔失控（每24小时<1次），或需他人提示'],
          [0, '完全失控，或留置导尿管'],
        ]),
        item('7', '如厕', '去厕所、解开衣裤、擦净、整理衣裤、冲水', [
          [10, '可独立完成'],
          [5, '需部分帮助'],
          [0, '需极大帮助或完全依赖他人'],
        ]),
        item('8', '床椅转移', '', [
          [15, '可独立完成'],
          [10, '需部分帮助（少量帮助或指导，1人）'],
          [5, '需极大帮助（能坐，需大量帮助，2人）'],
          [0, '完全依赖他人'],
        ]),
        item('9', '平地行走', '步行45m', [
          [15, '可独立在平地上行走45m（可用辅助器具）'],
          [10, '需部分帮助（1人搀扶或指导）'],
          [5, '需极大帮助，或在轮椅上独立行动'],
          [0, '完全依赖他人'],
        ]),
        item('10', '上下楼梯', '连续上下10～15个台阶', [
          [10, '可独立上下楼梯'],
          [5, '需部分帮助'],
          [0, '需极大帮助或完全依赖他人'],
        ]),
      ],
    },
  ],
  levels: [
    level(0, '无需依赖', '无需依赖', 'SELF', '无需他人照护'),
    level(1, '轻度依赖', '轻度依赖', 'HALF3', '少部分需他人照护'),
    level(2, '中度依赖', '中度依赖', 'HALF2', '大部分需他人照护'),
    level(3, '重度依赖', '重度依赖', 'FULL', '全部需他人照护'),
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsBetter',
    bands: [
      { level: 0, min: 100, max: 100 },
      { level: 1, min: 61, max: 99 },
      { level: 2, min: 41, max: 60 },
      { level: 3, min: 0, max: 40 },
    ],
  },
  inputs: [],
  rules: [],
  stacking: 'single',
  forms: [],
}
