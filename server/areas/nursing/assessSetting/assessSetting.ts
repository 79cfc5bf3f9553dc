// Handlers of what the house sets about assessments: use and intervals of the kinds, nursing levels, its own words.
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { kindOf } from '#contract/nursing/assess/kinds'
import { wordFaults } from '#contract/nursing/assess/words'
import type { WordsData } from '#contract/nursing/assessFields'
import { type AssessCopyData, assessSetting, RaiseTogether } from '#contract/nursing/assessSetting'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { kindSettings, typeOf, wholeSetting } from './assessHouse.ts'

type Calls = (typeof assessSetting)['calls']

onConstraint('assess_copy_name', () => invalid('已有同名的评估表，请换一个名称', 'name'))

function knownKind(key: string, field: string): Kind {
  const kind = kindOf(key)
  if (!kind) throw invalid(`没有“${key}”这种评估表`, field)
  return kind
}

const HOLD = `insert into assess_setting (org_id) values ($1) on conflict (org_id) do update set org_id = excluded.org_id returning version`
const SAVE = `update assess_setting set raise_together = coalesce($2, raise_together), worker_day_minutes = coalesce($3, worker_day_minutes), version = version + 1 where org_id = $1`
const KIND = `insert into assess_kind (org_id, kind, enabled, expected, months) values ($1, $2, $3, $4, $5)
on conflict (org_id, kind) do update set enabled = excluded.enabled, expected = excluded.expected, months = excluded.months`
const LEVEL = `insert into assess_level (org_id, kind, level, nursing_level_id) values ($1, $2, $3, $4)
on conflict (org_id, kind, level) do update set nursing_level_id = excluded.nursing_level_id`
const IS_LEVEL = `select 1 from nursing_level where org_id = $1 and level_id = $2 and enabled`

async function saveKinds(tx: Tx, kinds: NonNullable<InputOf<Calls['save']>['kinds']>): Promise<void> {
  const now = new Map((await kindSettings(tx.client, tx.orgId)).map((one) => [one.kind, one]))
  for (const one of kinds) {
    const kind = knownKind(one.kind, 'kinds')
    if (one.expected && !one.enabled) throw invalid(`“${kind.name}”人人应评，就不能停用`, 'kinds')
    const before = now.get(one.kind)!
    if (before.enabled === one.enabled && before.expected === one.expected && before.months === one.months) continue
    await tx.client.query(KIND, [tx.orgId, one.kind, one.enabled, one.expected, one.months])
  }
}

async function saveLevels(tx: Tx, levels: NonNullable<InputOf<Calls['save']>['levels']>): Promise<void> {
  for (const one of levels) {
    const kind = knownKind(one.kind, 'levels')
    if (kind.group === 'risk') throw invalid(`“${kind.name}”不对应护理等级`, 'levels')
    if (!indexOf(kind).levels.has(one.level)) throw invalid(`“${kind.name}”没有第 ${one.level} 级`, 'levels')
    const nursing = one.nursingLevelId ?? null
    if (nursing !== null) {
      const found = await tx.client.query(IS_LEVEL, [tx.orgId, nursing])
      if (found.rowCount === 0) throw new Refusal('NOT_FOUND', { what: '护理等级' }, 'levels')
    }
    await tx.client.query(LEVEL, [tx.orgId, one.kind, one.level, nursing])
  }
}

/** As the log tells it: each kind and level in words. */
const logged = (set: Awaited<ReturnType<typeof wholeSetting>>) => ({
  评估表: set.kinds
    .map((one) => `${one.kindName} ${one.enabled ? `${one.months} 个月${one.expected ? '，人人应评' : ''}` : '停用'}`)
    .join('；'),
  护理等级: set.levels.map((one) => `${one.kind} ${one.levelName}→${one.nursingLevelName ?? '不建议'}`).join('；'),
  升级规则: RaiseTogether.label(set.raiseTogether),
  护理员每天工时上限: `${set.workerDayMinutes} 分钟`,
})

async function save(tx: Tx, input: InputOf<Calls['save']>) {
  const held = await tx.client.query<{ version: number }>(HOLD, [tx.orgId])
  await refuseStale(tx, tx.orgId, input.version, held.rows[0]!.version)
  const before = await wholeSetting(tx.client, tx.orgId)
  if (input.kinds) await saveKinds(tx, input.kinds)
  if (input.levels) await saveLevels(tx, input.levels)
  await tx.client.query(SAVE, [tx.orgId, input.raiseTogether ?? null, input.workerDayMinutes ?? null])
  const after = await wholeSetting(tx.client, tx.orgId)
  tx.log({
    remark: '修改评估设置',
    targetType: 'assessSetting',
    targetId: tx.orgId,
    changes: changesBetween(logged(before), logged(after)),
  })
  return after
}

type StoredCopy = Omit<AssessCopyData, 'kindName' | 'type'>
const COPY = `select c.copy_id as "copyId", c.kind, c.name, c.enabled, c.words, c.version,
  (select count(*) from assessment a where a.org_id = c.org_id and a.copy_id = c.copy_id)::int as used
from assess_copy c where c.org_id = $1`

const told = (row: StoredCopy): AssessCopyData => {
  const kind = kindOf(row.kind)!
  return { ...row, kindName: kind.name, type: typeOf(kind) }
}

async function copies(who: Caller): Promise<AssessCopyData[]> {
  const found = await who.app.pool.query<StoredCopy>({
    name: 'assess_copies',
    text: `${COPY} order by c.created_at, c.copy_id`,
    values: [who.orgId],
  })
  return found.rows.map(told)
}

async function holdCopy(tx: Tx, copyId: string): Promise<AssessCopyData> {
  const found = await tx.client.query<StoredCopy>(`${COPY} and c.copy_id = $2 for update of c`, [tx.orgId, copyId])
  if (!found.rows[0]) throw notFound('本院评估表')
  return told(found.rows[0])
}

function checkWords(kind: Kind, words: readonly WordsData[]): WordsData[] {
  const said = new Map(words.map((one) => [one.key, one.text.trim()]))
  if (said.size < words.length) throw invalid('同一处文字写了两次', 'words')
  const [fault] = wordFaults(kind, Object.fromEntries(said))
  if (fault) throw invalid(fault, 'words')
  return [...said].map(([key, text]) => ({ key, text }))
}

const ADD = `insert into assess_copy (org_id, copy_id, kind, name, words, enabled) values ($1, $2, $3, $4, $5::jsonb, $6)`
const CHANGE = `update assess_copy set name = $3, words = $4::jsonb, enabled = $5, version = version + 1 where org_id = $1 and copy_id = $2`

async function addCopy(tx: Tx, input: InputOf<Calls['addCopy']>): Promise<AssessCopyData> {
  const kind = knownKind(input.kind, 'kind')
  const words = checkWords(kind, input.words)
  const copyId = newId()
  const name = input.name.trim()
  await tx.client.query(ADD, [tx.orgId, copyId, kind.key, name, JSON.stringify(words), input.enabled ?? true])
  tx.log({ remark: `由“${kind.name}”复制评估表“${name}”`, targetType: 'assessCopy', targetId: copyId })
  return holdCopy(tx, copyId)
}

const loggedCopy = ({ name, enabled, words }: Pick<AssessCopyData, 'name' | 'enabled' | 'words'>) => ({
  name,
  enabled,
  words: words.map((one) => `${one.key} ${one.text}`).join('；'),
})

async function saveCopy(tx: Tx, input: InputOf<Calls['saveCopy']>): Promise<AssessCopyData> {
  const row = await holdCopy(tx, input.copyId)
  await refuseStale(tx, row.copyId, input.version, row.version)
  const after = {
    name: input.name.trim(),
    words: checkWords(kindOf(row.kind)!, input.words),
    enabled: input.enabled ?? row.enabled,
  }
  await tx.client.query(CHANGE, [tx.orgId, row.copyId, after.name, JSON.stringify(after.words), after.enabled])
  tx.log({
    remark: `修改本院评估表“${row.name}”`,
    targetType: 'assessCopy',
    targetId: row.copyId,
    changes: changesBetween(loggedCopy(row), loggedCopy(after)),
  })
  return holdCopy(tx, row.copyId)
}

async function removeCopy(tx: Tx, copyId: string): Promise<void> {
  const row = await holdCopy(tx, copyId)
  if (row.used > 0) {
    throw new Refusal('IN_USE', { what: `评估表“${row.name}”`, users: `${row.used} 份评估，可以改为停用` })
  }
  await tx.client.query('delete from assess_copy where org_id = $1 and copy_id = $2', [tx.orgId, copyId])
  tx.log({ remark: `删除本院评估表“${row.name}”`, targetType: 'assessCopy', targetId: copyId })
}

export default implement(assessSetting, {
  get: (_, who) => wholeSetting(who.app.pool, who.orgId),
  save: (input, who) => who.tx((tx) => save(tx, input)),
  copies: (_, who) => copies(who),
  addCopy: (input, who) => who.tx((tx) => addCopy(tx, input)),
  saveCopy: (input, who) => who.tx((tx) => saveCopy(tx, input)),
  removeCopy: async ({ copyId }, who) => {
    await who.tx((tx) => removeCopy(tx, copyId))
    return null
  },
})
