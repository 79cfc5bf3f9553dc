// The last days' handovers of the demo house: signed by both, the last one waiting for the next shift, and one ward whose last
// shift has not written it yet. What the system tells is read from what the demonstration holds; notes are about real elders.
import { DAY_MS, momentOf, timeText } from '#contract/kit/clock'
import type { HandoverElderData } from '#contract/nursing/handover'
import { type HandedShift, lastShifts } from '#contract/nursing/handoverShifts'
import { HandoverWalk, numbersOf } from '#contract/nursing/handoverWords'
import { eldersNow, freezeElders, type LiveElder } from '#server/areas/nursing/handover/handoverElders'
import { factsBetween } from '#server/areas/nursing/handover/handoverFacts'
import { freezeFacts } from '#server/areas/nursing/handover/handoverSign'
import { shiftSetting } from '#server/areas/nursing/task/houseShifts'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

/** So many shifts that are over. */
const SHIFTS = 6

/** Who hands over to whom: the day's nurse to the night's, and back. */
const WARDS = [
  ['松鹤楼护理组', '李晓梅', '陆小燕'],
  ['长青楼护理组', '周岚', '丁力'],
  ['康宁楼护理组', '许佳慧', '唐婉'],
] as const
/** Its last shift is still to be written. */
const BEHIND = '康宁楼护理组'

const NOTES: readonly (readonly [condition: string, done: string, watch: string])[] = [
  ['午后精神差，进食约一半', '已测体温、血压，均正常，已告知宋医生', '晚餐协助进食，睡前再测体温'],
  ['骶尾部皮肤发红 2×2 cm，未破', '减压垫已换，翻身改为每 2 小时', '每班看皮肤，写明大小'],
  ['昨晚起夜 4 次，步态不稳', '床旁放好助行器，呼叫器放在手边', '起夜有人陪，地面保持干燥'],
  ['家属电话问用药，情绪较急', '已解释，转告宋医生明早回电', '明早 9 点前提醒宋医生'],
  ['咳嗽，有痰，无发热', '多饮水，拍背 3 次，痰能咳出', '留意体温和呼吸'],
  ['餐后血糖偏高', '已按医嘱处理，少量多餐', '睡前测血糖'],
  ['下午哭闹，想回家', '陪伴聊天 20 分钟，已缓解', '傍晚多陪，注意防走失'],
]

const EQUIPMENT = [
  '电梯、呼叫器正常。',
  '203 室卫生间灯不亮，已报修，明天上午来换。',
  '开水间热水器漏水，已关阀门并报修。',
]
const FAMILY = [null, '王先生周日上午来看望，想和护士长谈谈饮食。', null, '张女士带来秋衣两套，已写名字放入衣柜。']

const ITEMS = [
  { name: '钥匙', count: 12, remark: null },
  { name: '体温计', count: 8, remark: null },
  { name: '血压计', count: 4, remark: null },
  { name: '轮椅', count: 15, remark: '1 辆在送修' },
  { name: '对讲机', count: 6, remark: null },
  { name: '平板', count: 3, remark: null },
  { name: '毒麻药', count: 0, remark: null },
]

const SHEET = `insert into handover_sheet (org_id, sheet_id, dept_id, day, shift, from_at, to_at, items, equipment, family, opened_by,
  opened_name, created_at) values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, $8::jsonb, $9, $10, $11, $12,
  $7::timestamptz - interval '40 minutes')`
const NOTE = `insert into handover_elder (org_id, sheet_id, oldman_id, focus, condition, done, watch, updated_name, updated_at)
select $1, $2, x.id, x.focus, x.condition, x.done, x.watch, $4, $5::timestamptz - interval '25 minutes'
from jsonb_to_recordset($3::jsonb) as x(id text, focus boolean, condition text, done text, watch text)`
const GIVE = `update handover_sheet set state = 'GIVEN', given_by = $3, given_name = $4, given_at = least(now(), to_at + interval '4 minutes'),
  numbers = $5::jsonb, facts_from = from_at, facts_to = to_at, version = 3 where org_id = $1 and sheet_id = $2`
const WALK = `update handover_elder e set walked_at = least(now(), s.to_at + interval '15 minutes') from handover_sheet s
where s.org_id = e.org_id and s.sheet_id = e.sheet_id and e.org_id = $1 and e.sheet_id = $2 and e.walk <> '[]'`
const TAKE = `update handover_sheet set state = 'TAKEN', taken_by = $3, taken_name = $4, taken_at = least(now(), to_at + interval '18 minutes'),
  version = 4 where org_id = $1 and sheet_id = $2`
const ENTRY = `insert into handover_entry (org_id, entry_id, sheet_id, kind, content, user_id, user_name, at)
values ($1, md5($2::text || $3::text), $2, $3, $4, $5, $6, least(now(), $7::timestamptz + make_interval(mins => $8)))`

interface Ward {
  deptId: string
  nurses: readonly [string, string]
  elders: readonly LiveElder[]
}

/** Three of those who need most, other ones on every shift. */
function notedOf({ elders }: Ward, at: number): (HandoverElderData & { id: string })[] {
  const here = elders.filter((one) => one.walk.length > 0)
  return [0, 1, 2].flatMap((n) => {
    const one = here[(at * 2 + n * 5) % Math.max(1, here.length)]
    if (!one) return []
    const [condition, done, watch] = NOTES[(at + n * 3) % NOTES.length]!
    const focus = n < 2
    const walk = focus ? [...one.walk, HandoverWalk.is.focus] : one.walk
    return [{ ...one, id: one.oldmanId, focus, walk, condition, done, watch }]
  })
}

async function addSheet(tx: Tx, demo: DemoContext, ward: Ward, shift: HandedShift, at: number): Promise<void> {
  const sheetId = demo.id(`handover:${ward.deptId}:${shift.fromAt}`)
  const [giver, taker] = shift.shift === 'NIGHT' ? [...ward.nurses].reverse() : ward.nurses
  const [from, to] = [giver!, taker!]
  const { orgId } = demo
  await tx.client.query(SHEET, [
    orgId,
    sheetId,
    ward.deptId,
    shift.day,
    shift.shift,
    shift.fromAt,
    shift.toAt,
    JSON.stringify(ITEMS),
    EQUIPMENT[at % EQUIPMENT.length],
    FAMILY[at % FAMILY.length],
    demo.staff(from),
    from,
  ])
  const noted = new Map(notedOf(ward, at).map((one) => [one.id, one]))
  await tx.client.query(NOTE, [orgId, sheetId, JSON.stringify([...noted.values()]), from, shift.toAt])
  const hours = { orgId, deptId: ward.deptId, from: shift.fromAt, to: shift.toAt, carried: at === 1 }
  const facts = await factsBetween(tx.client, hours)
  const elders = ward.elders.map((one) => {
    const note = noted.get(one.oldmanId)
    return note ? { ...one, ...note, version: 1 } : one
  })
  await freezeFacts(tx.client, orgId, sheetId, facts)
  await freezeElders(tx.client, orgId, sheetId, elders)
  const numbers = JSON.stringify(numbersOf(elders, facts))
  await tx.client.query(GIVE, [orgId, sheetId, demo.staff(from), from, numbers])
  await tx.client.query(ENTRY, [orgId, sheetId, 'GIVEN', null, demo.staff(from), from, shift.toAt, 4])
  if (at === 1) return
  await tx.client.query(WALK, [orgId, sheetId])
  await tx.client.query(TAKE, [orgId, sheetId, demo.staff(to), to])
  await tx.client.query(ENTRY, [orgId, sheetId, 'TAKEN', null, demo.staff(to), to, shift.toAt, 18])
  if (at === 3) {
    const text = '补充：交班后家属来电，确认周末接老人外出一天，外出单已登记。'
    await tx.client.query(ENTRY, [orgId, sheetId, 'ADDED', text, demo.staff(from), from, shift.toAt, 95])
  }
}

/** After everything it tells about. */
export default demoPart(94, async (tx, demo) => {
  // So much came in this very transaction that the planner takes the tables for empty.
  await tx.client.query('analyze oldman, outing, visit, care_plan, care_task, care_execution, vital_sign, vital_alert')
  const shifts = lastShifts(await shiftSetting(tx.client, demo.orgId), Date.now(), SHIFTS + 1)
  let made = 0
  for (const [name, ...nurses] of WARDS) {
    const deptId = demo.dept(name)
    const since = timeText(momentOf(demo.today) - DAY_MS)
    const elders = await eldersNow(tx.client, { orgId: demo.orgId, deptId, sheetId: '', since })
    for (const [at, shift] of shifts.entries()) {
      if (at === 0 || (at === 1 && name === BEHIND)) continue
      await addSheet(tx, demo, { deptId, nurses, elders }, shift, at)
      made += 1
    }
  }
  tx.log({ remark: `完成交接班 ${made} 份`, targetType: 'handover' })
})
