// What a change of level was seen to do, as the page shows it, and what the approval is held to.
import { createHash } from 'node:crypto'
import { fen, yuanText } from '#contract/kit/money'
import type { RegradeBasis, RegradeRehearsal } from '#contract/live/regrade'
import type { Shifts } from '#contract/nursing/frequency'
import { frequencyWords } from '#contract/nursing/frequency'
import { comparedBill, hideMoney } from '#server/areas/expense/public'
import {
  type CarePicture,
  type PicturedPlan,
  picturedPlan,
  shiftsOf,
  workerDayMinutes,
} from '#server/areas/nursing/public'
import type { Tx } from '#server/kit/caller'
import type { Seen } from './regradeCarry.ts'
import type { LockedRegrade } from './regradeRow.ts'

const marked = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The shift that an hour belongs to: the last that has begun, over midnight that of the evening before. */
function shiftAt(shifts: Shifts, hour: number): number {
  const begun = shifts.findLastIndex((one) => minutesOf(one.from) <= hour * 60)
  return begun >= 0 ? begun : shifts.length - 1
}

function tasksOf(before: CarePicture, after: CarePicture, shifts: Shifts, day: string): RegradeRehearsal['tasks'] {
  const sum = (care: CarePicture) => care.tasks.reduce((all, one) => all + one.minutes, 0)
  const count = (care: CarePicture, is: (hour: number) => boolean) => care.tasks.filter((one) => is(one.hour)).length
  return {
    day,
    before: before.tasks.length,
    after: after.tasks.length,
    minutesBefore: sum(before),
    minutesAfter: sum(after),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      before: count(before, (one) => one === hour),
      after: count(after, (one) => one === hour),
    })),
    shifts: shifts.map(({ name, from }, at) => ({
      name,
      from,
      before: count(before, (hour) => shiftAt(shifts, hour) === at),
      after: count(after, (hour) => shiftAt(shifts, hour) === at),
    })),
  }
}

function workersOf(seen: Seen, dayMinutes: number): RegradeRehearsal['workers'] {
  const own = (care: CarePicture, workerId: string) =>
    care.tasks.filter((one) => one.workerId === workerId).reduce((sum, one) => sum + one.minutes, 0)
  return seen.work.map(({ workerId, workerName, elders, minutes }) => {
    const [before, after] = [own(seen.careBefore, workerId), own(seen.careAfter, workerId)]
    const minutesAfter = minutes + after
    return {
      workerId,
      workerName,
      elders: elders + 1,
      minutesBefore: minutes + before,
      minutesAfter,
      over: minutesAfter > dayMinutes,
    }
  })
}

const planOf = (plan: PicturedPlan | null, items: number) =>
  plan && {
    nursingPlanId: plan.nursingPlanId,
    levelName: plan.levelName,
    startDate: plan.startDate,
    endDate: plan.endDate,
    items,
  }

const DOCUMENT = `select d.title, d.final_html as html, d.fields,
  (select v.template_name from document_template_version v where v.org_id = d.org_id and v.template_id = d.template_id
    and v.version = d.template_version) as "templateName", d.template_id as "templateId", d.template_version as "templateVersion"
from contract_document d where d.org_id = $1 and d.contract_id = $2`

interface Made {
  title: string
  html: string | null
  fields: Record<string, string>
  templateName: string | null
  templateId: string
  templateVersion: number
}

const BALANCE = `select balance_fen + gift_fen as "balanceFen" from elder_account where org_id = $1 and oldman_id = $2`

const planInWords = (care: CarePicture) =>
  care.plan
    ? `${care.plan.levelName}，${care.plan.startDate} 起，${care.items.length} 项，第 ${care.plan.version} 版`
    : '没有启用的计划'

const itemsMark = (care: CarePicture) =>
  marked(care.items.map((one) => [one.projectId, frequencyWords(one.frequency), one.minutes, one.workerId, one.remark]))

/** What was shown and must still be so. `money`: parts that only who reads fees gets to see and is held to. */
function basisOf(row: LockedRegrade, seen: Seen, bills: RegradeRehearsal['bills'], document: Made | null) {
  const { levelBefore, levelAfter, careBefore, careAfter, stay, calledOff } = seen
  const signed = (amount: number) => (amount > 0 ? `+${yuanText(amount)}` : yuanText(amount))
  const part = (key: string, title: string, value: string, mark: unknown, money = false) => ({
    key,
    title,
    value: value.slice(0, 400),
    mark: marked([row.regradeId, key, mark]),
    money,
  })
  return [
    part('level', '现护理等级', levelBefore?.name ?? '未定级', levelBefore?.levelId ?? null),
    part('planned', '已安排的变更', calledOff ? `${calledOff.day} 起“${calledOff.name}”` : '没有', calledOff),
    part('newLevel', '新护理等级', levelAfter.name, levelAfter.levelId),
    part('price', '新等级每月价格', `${yuanText(levelAfter.priceFen)} 元`, levelAfter.priceFen, true),
    part(
      'fee',
      '现护理费',
      seen.feeBefore === null ? '含在综合价格内' : `${yuanText(seen.feeBefore)} 元`,
      seen.feeBefore,
      true,
    ),
    part('plan', '现护理计划', planInWords(careBefore), [
      careBefore.plan?.nursingPlanId,
      careBefore.plan?.version,
      itemsMark(careBefore),
    ]),
    part(
      'newPlan',
      '新护理计划',
      `${careAfter.items.length} 项，每日 ${careAfter.tasks.length} 次 ${careAfter.minutesPerDay} 分钟`,
      [itemsMark(careAfter), careAfter.tasks.map((one) => [one.hour, one.minutes])],
    ),
    part('stay', '入住', `${stay.startDate} 入住`, [stay.stayId, row.resident.bedId]),
    part(
      'bills',
      '账单相差',
      bills.map((one) => `${one.month} ${signed(one.differenceFen ?? 0)} 元`).join('，'),
      bills.map((one) => [
        one.month,
        one.differenceFen,
        one.rows.filter((it) => it.changed).map((it) => [it.name, it.differenceFen]),
      ]),
      true,
    ),
    part(
      'addendum',
      '补充协议',
      document ? `${document.templateName ?? document.title}，第 ${document.templateVersion} 版` : '没有',
      [document?.templateId, document?.templateVersion],
    ),
  ]
}

export type Basis = (RegradeBasis & { money: boolean })[]

export interface Shown {
  rehearsal: RegradeRehearsal
  basis: Basis
}

/** Everything, in the transaction that did it. */
export async function shownOf(tx: Tx, row: LockedRegrade, seen: Seen): Promise<Shown> {
  const { client, orgId } = tx
  const { day, careBefore, careAfter } = seen
  const shifts = await shiftsOf(client, orgId)
  const dayMinutes = await workerDayMinutes(client, orgId)
  // As it stands afterwards: it ends the day before.
  const old = careBefore.plan && (await picturedPlan(client, orgId, careBefore.plan.nursingPlanId))
  const document = seen.contractId
    ? ((await client.query<Made>(DOCUMENT, [orgId, seen.contractId])).rows[0] ?? null)
    : null
  const balance = (await client.query<{ balanceFen: number }>(BALANCE, [orgId, row.oldmanId])).rows[0]
  const bills: RegradeRehearsal['bills'] = seen.months.map((month, at) => {
    const { rows, asIsFen, assumedFen, differenceFen } = comparedBill(
      month,
      seen.billsBefore[at]!,
      seen.billsAfter[at]!,
    )
    return {
      month,
      next: at === 0,
      rows,
      asIsFen: fen(asIsFen),
      assumedFen: fen(assumedFen),
      differenceFen: fen(differenceFen),
    }
  })
  const stays = seen.planId === null
  const basis = basisOf(row, seen, bills, document)
  const [first] = bills
  const happens = [
    `护理等级改为“${seen.levelAfter.name}”（${day} 起）`,
    stays
      ? '新等级没有护理项目，护理计划不变'
      : `${old?.endDate && old.nursingPlanId !== seen.planId ? `原护理计划止于 ${old.endDate}，` : ''}新计划 ${day} 启用，已做的任务不动`,
    ...(stays ? [] : [`${day} 起每日生成 ${careAfter.tasks.length} 项任务`]),
    ...(first ? [`${first.month} 账单按 ${yuanText(first.assumedFen ?? 0)} 元出具`] : []),
    ...(document ? [`《${document.title}》送签，待家属签署`] : ['不出补充协议']),
    ...(seen.calledOff ? [`原定 ${seen.calledOff.day} 改为“${seen.calledOff.name}”的安排取消`] : []),
    '通知护理和收费人员，床头卡、名单随等级更新',
  ]
  return {
    basis,
    rehearsal: {
      regradeId: row.regradeId,
      today: seen.today,
      effectiveDate: day,
      level: {
        before: seen.levelBefore && {
          levelId: seen.levelBefore.levelId,
          levelName: seen.levelBefore.name,
          priceFen: fen(seen.feeBefore ?? seen.levelBefore.priceFen),
        },
        after: {
          levelId: seen.levelAfter.levelId,
          levelName: seen.levelAfter.name,
          priceFen: fen(seen.feeAfter ?? seen.levelAfter.priceFen),
        },
      },
      plan: {
        before: planOf(old, careBefore.items.length),
        after: stays ? null : planOf(careAfter.plan, careAfter.items.length),
        items: seen.items,
        minutesBefore: careBefore.minutesPerDay,
        minutesAfter: careAfter.minutesPerDay,
      },
      tasks: tasksOf(careBefore, careAfter, shifts, day),
      workers: workersOf(seen, dayMinutes),
      workerDayMinutes: dayMinutes,
      unassigned: careAfter.tasks.filter((one) => one.workerId === null).length,
      bills,
      feeStays: seen.feeAfter === null || seen.feeAfter === seen.feeBefore,
      balanceFen: fen(balance?.balanceFen ?? 0),
      addendum: document && {
        title: document.title,
        templateName: document.templateName ?? document.title,
        html: document.html,
        missing: Object.entries(document.fields).flatMap(([name, value]) => (value.trim() === '' ? name : [])),
      },
      happens,
      basis: basis.map(({ money: _, ...one }) => one),
    },
  }
}

/** For who reads no fees: no amount stands anywhere, in words neither. */
export function withoutMoney({ rehearsal, basis }: Shown): RegradeRehearsal {
  const hidden = hideMoney(rehearsal)
  return {
    ...hidden,
    bills: hidden.bills.map((bill) => ({
      ...bill,
      rows: bill.rows.map((one) => ({ ...one, basis: null, basisBefore: null, spec: null })),
    })),
    addendum: rehearsal.addendum && { ...rehearsal.addendum, html: null },
    happens: rehearsal.happens.map((one) => (/账单按/.test(one) ? '账单随之变化（金额由收费人员查看）' : one)),
    basis: basis.filter((one) => !one.money).map(({ money: _, ...one }) => one),
  }
}

/** What is otherwise than it was shown, in words; empty: nothing. Parts that were not shown count as otherwise. */
export function changedSince(basis: Basis, seen: readonly RegradeBasis[], moneySeen: boolean): string[] {
  const known = new Map(seen.map((one) => [one.key, one]))
  return basis
    .filter((now) => moneySeen || !now.money)
    .flatMap((now) => {
      const was = known.get(now.key)
      if (!was) return [`${now.title}没有看过`]
      if (was.mark === now.mark) return []
      return [was.value === now.value ? `${now.title}变了（${now.value}）` : `${now.title} ${was.value} → ${now.value}`]
    })
}
