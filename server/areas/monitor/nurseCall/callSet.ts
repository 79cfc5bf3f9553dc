// Handlers of how calls ring.
import { invalid } from '#contract/kit/refusal'
import { CALL_BASE, callSet } from '#contract/monitor/callSet'
import { implement } from '#server/kit/implement'
import { saveSetting, settingOf } from './callSettings.ts'

export default implement(callSet, {
  get: (_, who) => settingOf(who.app.pool, who.orgId, 'callBase', CALL_BASE),
  save: (input, who) => {
    if (input.dayFrom === input.nightFrom) throw invalid('夜间开始不能与白天开始相同', 'nightFrom')
    if (input.leaderSeconds <= input.repeatSeconds) throw invalid('转送组长应晚于再次响铃', 'leaderSeconds')
    if (input.phoneSeconds <= input.leaderSeconds) throw invalid('电话通知应晚于转送组长', 'phoneSeconds')
    return saveSetting(who, 'callBase', '呼叫设置', CALL_BASE, input)
  },
})
