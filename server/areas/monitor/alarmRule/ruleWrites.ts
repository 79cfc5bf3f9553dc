// What both kinds of alarm rules have in common when they are written: checked, stored, logged before and after, and every
// process reads them again.
import type pg from 'pg'
import type { SwitchValue } from '#contract/monitor/words'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { rulesChanged } from './ruleScope.ts'

interface WrittenRule {
  ruleName: string
  words: string
  status: SwitchValue
  version: number
}

type ReadRule<Rule> = (
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  ruleId: string,
  lock?: string,
) => Promise<Rule>

interface RuleKind<Rule, Sent, Row> {
  table: 'alarm_rule' | 'position_rule'
  /** 床垫告警规则 */
  title: string
  targetType: string
  /** Columns in the order of `values`. */
  columns: readonly string[]
  values(row: Row): unknown[]
  /** What is stored, after everything it names was found within the caller's reach. */
  check(tx: Tx, who: Caller, sent: Sent, before?: Rule): Row | Promise<Row>
  one: ReadRule<Rule>
  /** What the operation log compares. */
  logged(rule: Rule): Record<string, unknown>
  statusLabel(status: SwitchValue): string
}

export function ruleWrites<Rule extends WrittenRule, Sent, Row>(kind: RuleKind<Rule, Sent, Row>) {
  const { table, title, columns, one } = kind
  const names = columns.join(', ')
  const places = columns.map((_, i) => `$${i + 3}`).join(', ')
  const locked = (tx: Tx, who: Caller, ruleId: string) =>
    one(tx.client, tx.orgId, who.deptIds, ruleId, 'for update of t')
  const log = (tx: Tx, ruleId: string, remark: string, before: Rule | null, after: Rule | null) =>
    tx.log({
      remark,
      targetType: kind.targetType,
      targetId: ruleId,
      changes: changesBetween(before && kind.logged(before), after && kind.logged(after)),
    })
  return {
    add: (who: Caller, sent: Sent) =>
      who.tx(async (tx) => {
        const row = await kind.check(tx, who, sent)
        const ruleId = newId()
        await tx.client.query(`insert into ${table} (org_id, rule_id, ${names}) values ($1, $2, ${places})`, [
          tx.orgId,
          ruleId,
          ...kind.values(row),
        ])
        const made = await one(tx.client, tx.orgId, who.deptIds, ruleId)
        log(tx, ruleId, `新增${title}「${made.ruleName}」：${made.words}`, null, made)
        rulesChanged(who, tx)
        return made
      }),
    save: (who: Caller, ruleId: string, version: number | null | undefined, sent: Sent) =>
      who.tx(async (tx) => {
        const before = await locked(tx, who, ruleId)
        await refuseStale(tx, ruleId, version, before.version)
        const row = await kind.check(tx, who, sent, before)
        await tx.client.query(
          `update ${table} set (${names}) = row(${places}), version = version + 1 where org_id = $1 and rule_id = $2`,
          [tx.orgId, ruleId, ...kind.values(row)],
        )
        const after = await one(tx.client, tx.orgId, who.deptIds, ruleId)
        log(tx, ruleId, `修改${title}「${after.ruleName}」：${after.words}`, before, after)
        rulesChanged(who, tx)
        return after
      }),
    switchTo: (who: Caller, ruleId: string, status: SwitchValue) =>
      who.tx(async (tx) => {
        const before = await locked(tx, who, ruleId)
        if (before.status !== status) {
          await tx.client.query(
            `update ${table} set status = $3, version = version + 1 where org_id = $1 and rule_id = $2`,
            [tx.orgId, ruleId, status],
          )
        }
        tx.log({
          remark: `${kind.statusLabel(status)}${title}「${before.ruleName}」`,
          targetType: kind.targetType,
          targetId: ruleId,
          changes: changesBetween({ status: before.status }, { status }),
        })
        rulesChanged(who, tx)
        return one(tx.client, tx.orgId, who.deptIds, ruleId)
      }),
    remove: (who: Caller, ruleId: string) =>
      who.tx(async (tx) => {
        const before = await locked(tx, who, ruleId)
        await tx.client.query(`delete from ${table} where org_id = $1 and rule_id = $2`, [tx.orgId, ruleId])
        log(tx, ruleId, `删除${title}「${before.ruleName}」`, before, null)
        rulesChanged(who, tx)
        return null
      }),
  }
}
