// Handlers of the alarm load.
import { invalid } from '#contract/kit/refusal'
import { alarmLoad } from '#contract/monitor/alarmLoad'
import { conditionText, hasLimits, windowsOverlap, windowsText } from '#contract/monitor/ruleWords'
import { mattressRuleOn } from '#contract/monitor/words'
import { allRules } from '#server/areas/monitor/alarmRule/alarmRuleRows'
import { planReplay, replayRun } from '#server/areas/monitor/alarmRule/replayRun'
import { implement } from '#server/kit/implement'
import { startRun } from '#server/kit/jobRun'
import { loadOf } from './alarmLoadSql.ts'

export default implement(alarmLoad, {
  load: (query, who) => loadOf(who, query),
  rules: async (_, who) =>
    (await allRules(who.app.pool, who.orgId)).map(({ ruleId, ruleName, words, status, kind, ...rule }) => ({
      ruleId,
      ruleName,
      words,
      on: mattressRuleOn(status),
      kind,
      upper: rule.upper,
      lower: rule.lower,
      durationS: rule.durationS,
      windows: rule.windows,
    })),
  replay: async ({ ruleId, oldmanId = null, days, durationS, ...sent }, who) => {
    const { rule, residents } = await planReplay(who, { ruleId, oldmanId, days })
    if (residents.length === 0) throw invalid('这条规则目前不适用于任何有床垫的老人，请先选择一位老人', 'oldmanId')
    const limits = hasLimits(rule.kind)
    const upper = limits ? (sent.upper ?? null) : null
    const lower = limits ? (sent.lower ?? null) : null
    const [high, low] = [upper ?? rule.upper, lower ?? rule.lower]
    if (high !== null && low !== null && low >= high) throw invalid(`下限应小于上限 ${high}`, 'lower')
    if (durationS === 0 && (rule.kind === 'STILL' || rule.kind === 'MOVE'))
      throw invalid('持续时间不能为 0', 'durationS')
    const windows = sent.windows ?? null
    windows?.forEach((one, i) => {
      if (one.from === one.to) throw invalid('时段的开始和结束不能相同；全天请删除该时段', 'windows')
      if (windows.slice(0, i).some((earlier) => windowsOverlap(earlier, one)))
        throw invalid('时段之间不能重叠', 'windows')
    })
    const words = `${windowsText(windows ?? rule.windows)} ${conditionText({ kind: rule.kind, upper: high, lower: low, durationS })}`
    const runId = await who.tx(async (tx) => {
      tx.log({ remark: `回放「${rule.ruleName}」${days} 天：${words}`, targetType: 'alarmRule', targetId: ruleId })
      return startRun(tx, who, {
        kind: replayRun.name,
        title: `回放「${rule.ruleName}」`,
        call: alarmLoad.calls.replay.key,
        payload: { ruleId, oldmanId, days, upper, lower, durationS, windows },
      })
    })
    return { runId }
  },
})
