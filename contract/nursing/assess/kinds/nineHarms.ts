// The sheet over all nine kinds of harm of GB 38600—2019: before somebody moves in, once a year, after a change or an event.
import type { Kind } from '#contract/nursing/assess/kind'
import { harmLevels, linkedScales } from '#contract/nursing/assess/kinds/nineHarmsBuild'
import { nineHarmsSections } from '#contract/nursing/assess/kinds/nineHarmsSections'
import { riskReasons } from '#contract/nursing/assess/kinds/reasons'

export const nineHarms: Kind = {
  key: 'nineHarms',
  type: null,
  group: 'risk',
  name: '服务安全风险评估（九防）',
  standard: 'GB 38600—2019',
  report: '服务安全风险评估表',
  assessors: 2,
  againMonths: 12,
  reasons: riskReasons,
  occasions: ['入住前', '每年至少一次', '状况变化或事故后立即', '护理等级变更'],
  who: '评估员或护士，另一名工作人员复核；家属或代理人签字',
  sections: nineHarmsSections,
  levels: harmLevels,
  preliminary: { by: 'worst' },
  inputs: linkedScales.map(({ watch: _, high: __, ...input }) => input),
  rules: [],
  stacking: 'single',
  forms: [],
}
