// The roster: read by month, drafted, published; needs, patterns and rules beside it.
import { roster } from '#contract/administration/roster'
import { ROSTER_RULES } from '#contract/administration/rosterRules'
import { saveSetting } from '#server/areas/administration/attendanceSetting/settings'
import { implement } from '#server/kit/implement'
import { needsOf, RULES_NAME, rulesOf, spanOfMonth } from './rosterFacts.ts'
import { changesOf, myRoster } from './rosterMine.ts'
import { readMonth } from './rosterMonthRead.ts'
import { addNeed, removeNeed, saveNeed } from './rosterNeeds.ts'
import { addPattern, patternRows, removePattern, savePattern } from './rosterPatterns.ts'
import { publishRoster } from './rosterPublish.ts'
import { copyWeek, rollPattern } from './rosterRoll.ts'
import { rosterSheet } from './rosterSheet.ts'
import { discardDrafts, saveCells } from './rosterWrite.ts'

export default implement(roster, {
  month: (input, who) => readMonth(who, input),
  save: (input, who) => who.tx((tx) => saveCells(tx, who, input)),
  publish: (input, who) => who.tx((tx) => publishRoster(tx, who, input)),
  discard: (input, who) => who.tx((tx) => discardDrafts(tx, who, input, spanOfMonth(input.month))),
  roll: (input, who) => who.tx((tx) => rollPattern(tx, who, input)),
  copyWeek: (input, who) => who.tx((tx) => copyWeek(tx, who, input)),
  sheet: (input, who) => rosterSheet(who, input),
  changes: (input, who) => changesOf(who, input),
  mine: ({ month }, who) => myRoster(who, month || undefined),
  needs: (_, who) => needsOf(who.app.pool, who),
  addNeed: (input, who) => who.tx((tx) => addNeed(tx, who, input)),
  saveNeed: (input, who) => who.tx((tx) => saveNeed(tx, who, input)),
  removeNeed: ({ needId }, who) => who.tx((tx) => removeNeed(tx, who, needId)),
  patterns: (_, who) => patternRows(who.app.pool, who.orgId),
  addPattern: (input, who) => who.tx((tx) => addPattern(tx, input)),
  savePattern: (input, who) => who.tx((tx) => savePattern(tx, who, input)),
  removePattern: ({ patternId }, who) => who.tx((tx) => removePattern(tx, who, patternId)),
  setting: async (_, who) => {
    const { value, version } = await rulesOf(who.app.pool, who.orgId)
    return { ...value, version }
  },
  saveSetting: async ({ version, ...wanted }, who) => {
    const saved = await who.tx((tx) => saveSetting(tx, RULES_NAME, ROSTER_RULES, wanted, version, '修改排班规则'))
    return { ...saved.value, version: saved.version }
  },
})
