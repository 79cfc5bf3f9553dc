// The drugs of the demo house: its dictionary, and what families brought for those whose drugs the house keeps.
import { DrugKeepType } from '#contract/drug/drugWords'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'
import { textPinyin } from '#server/kit/pinyin'
import { demoDrugs } from './demoDrugs.ts'
import { demoPrescriptions, type Prescription } from './demoPlan.ts'

/** A value of a dictionary by its label, as the houses of the demonstration have it. */
const valued = (code: string, label: string) => `(select v.value from dictionary d join dictionary_value v
  on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
  where d.org_id = $1::varchar and d.dictionary_code = '${code}' and v.label = ${label})`

const DRUGS = `insert into drug (org_id, drug_id, drug_name, pinyin, initials, trade_name, substance, form, drug_type, manage_class, spec,
  min_unit, pack_unit, pack_factor, strength, strength_unit, maker, approval_no, storage, light_proof, high_alert, look_alike,
  no_crush, open_days, allergies, created_at)
select $1::varchar, x.drug_id, x.drug_name, x.pinyin, x.initials, x.trade_name, x.substance, ${valued('drug_form', 'x.form')},
  ${valued('drug_type', 'x.drug_type')}, ${valued('drugManageClass', 'x.manage_class')}, x.spec, ${valued('drug_min_spec', 'x.unit')},
  x.pack_unit, x.pack_factor, x.strength, x.strength_unit, x.maker, x.approval_no, x.storage, x.light_proof, x.high_alert,
  x.look_alike, x.no_crush, x.open_days, x.allergies, now() - interval '300 days'
from jsonb_to_recordset($2::jsonb) as x(drug_id text, drug_name text, pinyin text, initials text, trade_name text, substance text,
  form text, drug_type text, manage_class text, spec text, unit text, pack_unit text, pack_factor numeric, strength numeric,
  strength_unit text, maker text, approval_no text, storage int, light_proof boolean, high_alert text, look_alike text,
  no_crush boolean, open_days int, allergies jsonb)`

async function addDictionary(tx: Tx, demo: DemoContext): Promise<void> {
  const rows = demoDrugs.map((one) => ({
    drug_id: demo.id(`drug:${one.key}`),
    drug_name: one.drugName,
    ...textPinyin(one.drugName),
    trade_name: one.tradeName,
    substance: one.substance,
    form: one.form,
    drug_type: one.drugType,
    manage_class: one.manageClass,
    spec: one.spec,
    unit: one.unit,
    pack_unit: one.packUnit,
    pack_factor: one.packFactor,
    strength: one.strength,
    strength_unit: one.strengthUnit,
    maker: one.maker,
    approval_no: one.approvalNo,
    storage: one.storage,
    light_proof: one.lightProof,
    high_alert: one.highAlert,
    look_alike: one.lookAlike,
    no_crush: one.noCrush,
    open_days: one.openDays,
    allergies: one.allergies,
  }))
  await tx.client.query(DRUGS, [demo.orgId, JSON.stringify(rows)])
  tx.log({ remark: `建立药品字典，共 ${rows.length} 种`, targetType: 'drug' })
}

const STOCKS = `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry, created_at)
select $1, x.stock_id, x.oldman_id, x.drug_id, x.batch_no, x.expiry, x.at
from jsonb_to_recordset($2::jsonb) as x(stock_id text, oldman_id text, drug_id text, batch_no text, expiry date, at timestamptz)`
const SLIPS = `insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, relation, user_id, user_name, reason, at, created_at)
select $1, x.slip_id, x.slip_no, x.oldman_id, x.keep_type, x.source, x.person, x.relation, x.user_id, x.user_name, x.reason, x.at, x.at
from jsonb_to_recordset($2::jsonb) as x(slip_id text, slip_no text, oldman_id text, keep_type int, source text, person text,
  relation text, user_id text, user_name text, reason text, at timestamptz)`
const MOVES = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id, day, user_id, user_name, at)
select $1, x.move_id, x.stock_id, x.oldman_id, x.drug_id, x.keep_type, x.delta, x.slip_id, x.at::date, x.user_id, x.user_name, x.at
from jsonb_to_recordset($2::jsonb) as x(move_id text, stock_id text, oldman_id text, drug_id text, keep_type int, delta numeric,
  slip_id text, user_id text, user_name text, at timestamptz)`

const FAMILY = `select distinct on (f.oldman_id) f.oldman_id as "oldmanId", f.name, (select v.label from dictionary d
    join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
    where d.org_id = f.org_id and d.dictionary_code = 'relationToElder' and v.value = f.relation) as relation
from oldman_family f where f.org_id = $1 order by f.oldman_id, f.emergency desc, f.sort, f.family_id`

const NURSE: Readonly<Record<string, string>> = { 松鹤楼护理组: '李晓梅', 长青楼护理组: '周岚', 康宁楼护理组: '许佳慧' }
const { deposit, loss, handBack } = DrugKeepType.is

interface Written {
  stocks: object[]
  slips: object[]
  moves: object[]
}

/** Numbers the slips of a day in the order they come. */
function numbering(prefix: string, used: Map<string, number>) {
  return (day: string) => {
    const last = (used.get(`${prefix} ${day}`) ?? 0) + 1
    used.set(`${prefix} ${day}`, last)
    return `${prefix}${day.replaceAll('-', '')}${String(last).padStart(4, '0')}`
  }
}

async function addStock(
  tx: Tx,
  demo: DemoContext,
  plan: readonly Prescription[],
  nurseOf: (dept: string | null) => string,
): Promise<void> {
  const family = await tx.client.query<{ oldmanId: string; name: string; relation: string | null }>(FAMILY, [
    demo.orgId,
  ])
  const known = new Map(family.rows.map((row) => [row.oldmanId, row]))
  const luck = chance(20_261_101)
  const used = new Map<string, number>()
  const [brought, returned, lost] = [numbering('YC', used), numbering('YT', used), numbering('YS', used)]
  const written: Written = { stocks: [], slips: [], moves: [] }
  const slip = (
    keepType: number,
    name: string,
    of: { oldmanId: string; deptName: string | null },
    back: number,
    time: string,
    more: Record<string, unknown>,
  ) => {
    const nurse = nurseOf(of.deptName)
    const at = demo.at(-back, time)
    const no = (keepType === deposit ? brought : keepType === handBack ? returned : lost)(demo.day(-back))
    const row = {
      slip_id: demo.id(name),
      slip_no: no,
      oldman_id: of.oldmanId,
      keep_type: keepType,
      user_id: demo.staff(nurse),
      user_name: nurse,
      at,
      ...more,
    }
    written.slips.push(row)
    return {
      slip_id: row.slip_id,
      user_id: row.user_id,
      user_name: nurse,
      at,
      keep_type: keepType,
      oldman_id: of.oldmanId,
    }
  }
  const move = (name: string, by: ReturnType<typeof slip>, stockId: string, drugId: string, delta: number) =>
    written.moves.push({ ...by, move_id: demo.id(name), stock_id: stockId, drug_id: drugId, delta })
  const stock = (stockId: string, one: Prescription, batchNo: string, expiry: string, at: string) =>
    written.stocks.push({
      stock_id: stockId,
      oldman_id: one.oldmanId,
      drug_id: one.drugId,
      batch_no: batchNo,
      expiry,
      at,
    })

  const elders = new Map<string, Prescription[]>()
  for (const one of plan) elders.set(one.oldmanId, [...(elders.get(one.oldmanId) ?? []), one])
  let n = 0
  for (const [oldmanId, own] of elders) {
    n++
    const person = known.get(oldmanId)
    const from = { person: person?.name ?? '家属', relation: person?.relation ?? null }
    const first = own[0]!
    const back = first.since + (first.since > 0 ? 1 : 0)
    const at = demo.at(-back, '09:20')
    const paper = slip(deposit, `drugSlip:${oldmanId}`, first, back, '09:20', { source: 'FAMILY', ...from })
    for (const one of own) {
      // A little more than was taken so far, and what shall still last; as needed: a package.
      const taken = one.perDay * (one.since + 1)
      const quantity = one.perDay === 0 ? one.drug.packFactor : Math.ceil(taken + one.perDay * one.left)
      const soon = (n + own.indexOf(one)) % 23 === 0
      stock(
        one.stockId,
        one,
        `${24 + (n % 2)}${String(1 + luck.below(12)).padStart(2, '0')}${String(1 + luck.below(28)).padStart(2, '0')}`,
        demo.day(soon ? 18 : 120 + luck.below(500)),
        at,
      )
      move(`drugMove:${one.stockId}`, paper, one.stockId, one.drugId, quantity)
    }
    // Left over from an earlier package that is past its day: waits to be sorted out.
    if (n % 29 === 0) {
      const old = demo.id(`drugStock:old:${oldmanId}`)
      const early = slip(deposit, `drugSlip:old:${oldmanId}`, first, 170, '10:05', { source: 'FAMILY', ...from })
      stock(old, first, '230415', demo.day(-6), demo.at(-170, '10:05'))
      move(`drugMove:old:${oldmanId}`, early, old, first.drugId, 8)
    }
    // Brought and taken home again after a change of order; and a tablet that fell to the ground.
    if (n % 17 === 0) {
      const other = demo.id(`drugStock:other:${oldmanId}`)
      const early = slip(deposit, `drugSlip:other:${oldmanId}`, first, 60, '15:40', { source: 'FAMILY', ...from })
      stock(other, first, '241120', demo.day(260), demo.at(-60, '15:40'))
      move(`drugMove:other:${oldmanId}`, early, other, first.drugId, 20)
      const home = slip(handBack, `drugSlip:home:${oldmanId}`, first, 31, '16:10', {
        ...from,
        reason: '医嘱调整，剩余药品由家属带回',
      })
      move(`drugMove:home:${oldmanId}`, home, other, first.drugId, -20)
    }
    if (n % 19 === 0 && first.perDay > 0) {
      const fell = slip(loss, `drugSlip:lost:${oldmanId}`, first, Math.min(4, back), '12:20', {
        reason: '发药时掉落地面，已弃',
      })
      move(`drugMove:lost:${oldmanId}`, fell, first.stockId, first.drugId, -first.drug.use.dose)
    }
  }
  const write = (text: string, rows: readonly object[]) => tx.client.query(text, [demo.orgId, JSON.stringify(rows)])
  await write(STOCKS, written.stocks)
  await write(SLIPS, written.slips)
  await write(MOVES, written.moves)
  for (const prefix of ['YC', 'YT', 'YS']) {
    const days = [...used]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, last]) => ({ day: key.split(' ')[1]!, last }))
    await keepNumbers(tx, demo.orgId, prefix, days)
  }
  tx.log({ remark: `登记 ${elders.size} 位老人的寄存药品`, targetType: 'drugSlip' })
}

const RECALLS = `insert into drug_recall (org_id, recall_id, drug_id, batch_no, reason, user_name, created_at, closed_at, closed_by, closed_why)
values ($1, $2, $3, '241120', '厂家通知：该批次溶出度复检，暂停使用', '何静', now() - interval '40 days', now() - interval '33 days', '何静', '厂家复检合格，恢复使用')`

export default demoPart(71, async (tx, demo) => {
  await addDictionary(tx, demo)
  const plan = await demoPrescriptions(tx, demo)
  await addStock(tx, demo, plan, (dept) => NURSE[dept ?? ''] ?? '何静')
  await tx.client.query(RECALLS, [demo.orgId, demo.id('drugRecall:1'), demo.id('drug:amlodipine')])
})
