// Asking for an exchange, answering and approving it. The rosters of both are held first, as publishing does, so that what is
// swapped is what was asked for; and the rules are read again at every step.
import {
  CellKind,
  EXCHANGE_OPEN,
  type ExchangeMove,
  ExchangeState,
  exchangeMoves,
} from '#contract/administration/rosterWords'
import { exchangeNeeds, type ShiftExchangeRow, shiftExchange } from '#contract/administration/shiftExchange'
import { spanOn } from '#contract/administration/shiftTime'
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { holdRosters } from '#server/areas/administration/roster/rosterHold'
import { rosterChanged } from '#server/areas/administration/roster/rosterServes'
import { notify, onceOf, peopleWith, staffFirst } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import {
  called,
  checkOf,
  contentAt,
  type Desk,
  deskOf,
  type Pair,
  SAME_GROUP,
  type SwapCell,
  same,
  swapOf,
} from './exchangeCells.ts'
import { canOf, exchangeDetail, OPEN, oneExchange, type StoredExchange } from './exchangeSql.ts'
import { tellRosters } from './exchangeTell.ts'

type Calls = (typeof shiftExchange)['calls']

/** Where the two look; who approves works on the roster. */
export const OWN_ROUTE = '/administration/attendance/mine'
export const DESK_ROUTE = '/administration/attendance/roster'
const FURTHEST_DAYS = 92

const TAKEN = '这一天已经有一条没有办完的换班申请，请先撤回或等它办完'
onConstraint('shift_exchange_asks', () => new Refusal('INVALID_INPUT', { message: TAKEN }))

const short = (day: string) => day.slice(5)

/** What stands in its way whatever the rules say; null: nothing. */
export function barOf(desk: Desk, pair: Pair): string | null {
  const { shifts } = desk
  const mine = contentAt(desk, pair.applicantId, pair.applicantDay)
  const theirs = contentAt(desk, pair.partnerId, pair.partnerDay)
  const name = (empId: string) => desk.people.get(empId)?.name ?? ''
  if (mine.kind !== CellKind.is.SHIFT)
    return `${name(pair.applicantId)} ${short(pair.applicantDay)} 没有已发布的班次，不能换出`
  if (theirs.kind !== CellKind.is.SHIFT)
    return `${name(pair.partnerId)} ${short(pair.partnerDay)} 没有已发布的班次，不能换出`
  const swaps = swapOf(desk, pair)
  for (const { empId, day, kind, shiftPkId } of swaps)
    if (kind === CellKind.is.TRAIN || kind === CellKind.is.LEAVE)
      return `${name(empId)} ${short(day)} 是“${called(shifts, { kind, shiftPkId })}”，不能换班`
  const still = swaps.find((one) => same(one, one.after))
  if (still) return `${short(still.day)} 两个人都是“${called(shifts, still)}”，换了没有变化`
  return null
}

async function refusePair(tx: Tx, pair: Pair): Promise<Desk> {
  const today = dayText()
  for (const [day, field] of [
    [pair.applicantDay, 'applicantDay'],
    [pair.partnerDay, 'partnerDay'],
  ] as const) {
    if (day < today) throw invalid(`${day} 已经过去，不能换班`, field)
    if (day > dayText(Date.now() + FURTHEST_DAYS * 86_400_000)) throw invalid(`${day} 太远了，还不能换班`, field)
  }
  if (pair.partnerId === pair.applicantId) throw invalid('不能和自己换班', 'partnerId')
  const days = [...new Set([pair.applicantDay, pair.partnerDay])]
  const desk = await deskOf(tx.client, tx.orgId, [pair.applicantId, pair.partnerId], days)
  if (!desk.people.has(pair.partnerId)) throw notFound('换班对象')
  const grouped = await tx.client.query<{ days: number }>(SAME_GROUP, [
    tx.orgId,
    pair.applicantId,
    pair.partnerId,
    days,
  ])
  if ((grouped.rows[0]?.days ?? 0) < days.length) throw invalid('只能和同一个考勤组（排班）里的同事换班', 'partnerId')
  for (const [empId, day] of [
    [pair.applicantId, pair.applicantDay],
    [pair.partnerId, pair.partnerDay],
  ] as const) {
    const { shiftPkId } = contentAt(desk, empId, day)
    const shift = shiftPkId ? desk.shifts.get(shiftPkId) : undefined
    if (shift && spanOn(day, shift).from <= Date.now())
      throw invalid(`${desk.people.get(empId)?.name} ${short(day)} 的${shift.shiftName}已经开始，不能换班`)
  }
  return desk
}

const refuseRules = (desk: Desk, swaps: readonly SwapCell[]) => {
  const check = checkOf(desk, swaps)
  if (!check.ok) throw invalid(check.text)
}

const words = (row: Pick<StoredExchange, 'applicantName' | 'partnerName' | 'applicantDay' | 'partnerDay'>) =>
  `${row.applicantName} ${short(row.applicantDay)} 与${row.partnerName} ${short(row.partnerDay)} 换班`

async function approversOf(tx: Tx, row: StoredExchange): Promise<string[]> {
  const people = await peopleWith(tx.client, tx.orgId, exchangeNeeds.decide, row.deptId)
  return staffFirst(people.filter((one) => ![row.applicantId, row.partnerId].includes(one.userId))).map(
    (one) => one.userId,
  )
}

async function tellChanged(tx: Tx, row: StoredExchange): Promise<void> {
  const lookers = await peopleWith(tx.client, tx.orgId, exchangeNeeds.list, row.deptId)
  const userIds = [...new Set([row.applicantId, row.partnerId, ...lookers.map((one) => one.userId)])]
  tx.emit(shiftExchange.events.changed, { exchangeId: row.exchangeId }, { userIds })
}

const COLLIDES = `select 1 from shift_exchange o where o.org_id = $1 and o.state in (${OPEN}) and (
  (o.applicant_id in ($2, $3) and o.applicant_day = any($4::date[])) or (o.partner_id in ($2, $3) and o.partner_day = any($4::date[]))) limit 1`

export async function addExchange(tx: Tx, who: Caller, input: InputOf<Calls['add']>): Promise<ShiftExchangeRow> {
  const { partnerId, applicantDay, partnerDay } = input
  const pair: Pair = { applicantId: who.userId, applicantDay, partnerId, partnerDay }
  await holdRosters(tx, [who.userId, partnerId])
  const desk = await refusePair(tx, pair)
  const bar = barOf(desk, pair)
  if (bar) throw invalid(bar)
  const days = [...new Set([applicantDay, partnerDay])]
  const other = await tx.client.query(COLLIDES, [tx.orgId, who.userId, partnerId, days])
  if (other.rows.length > 0) throw invalid('您或对方这两天里已经有一条没有办完的换班申请，请先办完那一条')
  const swaps = swapOf(desk, pair)
  refuseRules(desk, swaps)
  const exchangeId = newId()
  await tx.client.query(
    `insert into shift_exchange (org_id, exchange_id, applicant_id, partner_id, applicant_day, partner_day, asked, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.orgId, exchangeId, who.userId, partnerId, applicantDay, partnerDay, JSON.stringify(swaps), input.reason.trim()],
  )
  const row = await oneExchange(tx.client, who, exchangeId)
  tx.log({ remark: `申请${words(row)}`, targetType: 'shiftExchange', targetId: exchangeId })
  const got = called(desk.shifts, contentAt(desk, who.userId, applicantDay))
  const gives = called(desk.shifts, contentAt(desk, partnerId, partnerDay))
  await notify(tx, [partnerId], {
    kind: 'approval',
    title: `${row.applicantName}想用 ${short(applicantDay)} ${got}换您 ${short(partnerDay)} ${gives}`,
    content: row.reason,
    route: OWN_ROUTE,
  })
  await tellChanged(tx, row)
  return exchangeDetail(tx.client, who, exchangeId)
}

const UPDATE = `update shift_exchange set state = $3::text, note = coalesce($4, note), partner_at = case when $5 then now() else partner_at end,
  decided_by = case when $6::text is null then decided_by else $6 end, decided_name = coalesce($7, decided_name),
  decided_at = case when $6::text is null then decided_at else now() end, done = $8::jsonb, version = version + 1
where org_id = $1 and exchange_id = $2`

interface Turn {
  move: ExchangeMove
  note: string | null
  /** Approves or refuses. */
  by?: Caller
  done?: readonly SwapCell[]
}

async function turn(tx: Tx, row: StoredExchange, { move, note, by, done }: Turn): Promise<void> {
  const to = exchangeMoves.next(row.state, move, ExchangeState.label)
  const answers = move === 'accept' || move === 'decline'
  await tx.client.query({
    name: 'exchange_turn',
    text: UPDATE,
    values: [
      tx.orgId,
      row.exchangeId,
      to,
      note,
      answers,
      by?.userId ?? null,
      by?.empName ?? null,
      done ? JSON.stringify(done) : null,
    ],
  })
  tx.log({
    remark: `${exchangeMoves.moves[move].title}：${words(row)}${note ? `，${note}` : ''}`,
    targetType: 'shiftExchange',
    targetId: row.exchangeId,
    changes: { state: [ExchangeState.label(row.state), ExchangeState.label(to)] },
  })
}

/** Rosters first, then the row: the order of whoever publishes. */
async function held(tx: Tx, who: Caller, exchangeId: string): Promise<StoredExchange> {
  const seen = await oneExchange(tx.client, who, exchangeId)
  await holdRosters(tx, [seen.applicantId, seen.partnerId])
  await tx.client.query('select 1 from shift_exchange t where t.org_id = $1 and t.exchange_id = $2 for update', [
    tx.orgId,
    exchangeId,
  ])
  return oneExchange(tx.client, who, exchangeId)
}

const SWAP = `insert into roster_cell as c (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name, version)
select $1, g.emp, g.day, g.kind, g.shift, now(), $3, 1 from jsonb_to_recordset($2::jsonb) as g(emp text, day date, kind text, shift text)
on conflict (org_id, emp_id, day) do update set kind = excluded.kind, shift_pk_id = excluded.shift_pk_id, published_at = now(),
  published_name = excluded.published_name, version = c.version + 1`
const CHANGES = `insert into roster_change (org_id, change_id, emp_id, day, from_kind, from_shift_pk_id, to_kind, to_shift_pk_id, cause, user_id, user_name)
select $1, g.id, g.emp, g.day, g.was, g."wasShift", g.kind, g.shift, 'EXCHANGE', $3, $4
from jsonb_to_recordset($2::jsonb) as g(id text, emp text, day date, was text, "wasShift" text, kind text, shift text)`

/** Both rosters change at once; each cell keeps who it was published by. */
async function carryOut(tx: Tx, who: Caller, swaps: readonly SwapCell[]): Promise<void> {
  const cells = swaps
    .filter((one) => !same(one, one.after))
    .map((one) => ({
      id: newId(),
      emp: one.empId,
      day: one.day,
      was: one.kind,
      wasShift: one.shiftPkId,
      kind: one.after.kind,
      shift: one.after.shiftPkId,
    }))
  const rows = JSON.stringify(cells)
  await tx.client.query(SWAP, [tx.orgId, rows, who.empName])
  await tx.client.query(CHANGES, [tx.orgId, rows, who.userId, who.empName])
  const today = dayText()
  const now = cells.filter((one) => one.day <= today).map((one) => ({ empId: one.emp, day: one.day }))
  if (now.length > 0) await reckonDays(tx, tx.orgId, now)
  rosterChanged(
    tx,
    tx.orgId,
    cells.map((one) => one.day),
    cells.map((one) => one.emp),
  )
}

/** Why what was asked is no more what stands; null: it is. */
function movedOf(desk: Desk, row: StoredExchange): string | null {
  const moved = row.asked.find((one) => !same(one, contentAt(desk, one.empId, one.day)))
  if (moved) {
    const name = desk.people.get(moved.empId)?.name ?? ''
    const [was, now] = [called(desk.shifts, moved), called(desk.shifts, contentAt(desk, moved.empId, moved.day))]
    return `${name} ${short(moved.day)} 的排班已由“${was}”改为“${now}”，换班自动结束`
  }
  const past = [row.applicantDay, row.partnerDay].toSorted()[0]!
  return past < dayText() ? `${past} 已经过去，换班自动结束` : null
}

/** A row, or the reason for which it came to its end instead: that is kept, and then told as a refusal. */
export type Moved = { row: ShiftExchangeRow; ended: null } | { row: null; ended: string }

export async function moveExchange(tx: Tx, who: Caller, input: InputOf<Calls['move']>): Promise<Moved> {
  const { exchangeId, act } = input
  if (!exchangeId) throw invalid('请先选择一条换班申请', 'exchangeId')
  const row = await held(tx, who, exchangeId)
  await refuseStale(tx, exchangeId, input.version, row.version)
  exchangeMoves.next(row.state, act, ExchangeState.label)
  const decides = act === 'agree' || act === 'refuse'
  if (decides && [row.applicantId, row.partnerId].includes(who.userId))
    throw invalid('换班的两个人不能自己审批，请由其他有审批权限的人审批')
  if (!canOf(row, who).includes(act)) throw new Refusal('NO_PERMISSION')
  const note = input.note?.trim() || null
  if ((act === 'refuse' || act === 'decline') && !note) throw invalid('请写明不同意的原因，对方会看到', 'note')
  const by = decides ? { by: who } : {}
  const both = [row.applicantId, row.partnerId].filter((one) => one !== who.userId)
  if (act === 'refuse' || act === 'decline') {
    await turn(tx, row, { move: act, note, ...by })
    await notify(tx, both, {
      kind: 'approval',
      title: act === 'decline' ? `${row.partnerName}没有同意换班` : `${words(row)}没有批准`,
      content: `${who.empName}：${note}`,
      route: OWN_ROUTE,
    })
    await tellChanged(tx, row)
    return { row: await exchangeDetail(tx.client, who, exchangeId), ended: null }
  }
  const days = [row.applicantDay, row.partnerDay]
  const desk = await deskOf(tx.client, tx.orgId, [row.applicantId, row.partnerId], days)
  const ended = movedOf(desk, row)
  if (ended) {
    await turn(tx, row, { move: 'withdraw', note: ended })
    await notify(tx, [row.applicantId, row.partnerId], {
      kind: 'approval',
      title: `${words(row)}已自动结束`,
      content: ended,
      route: OWN_ROUTE,
    })
    await tellChanged(tx, row)
    return { row: null, ended }
  }
  await refusePair(tx, row)
  const swaps = swapOf(desk, row)
  refuseRules(desk, swaps)
  await turn(tx, row, { move: act, note, ...by, ...(act === 'agree' && { done: swaps }) })
  if (act === 'agree') {
    await carryOut(tx, who, swaps)
    await tellRosters(tx, [row.applicantId, row.partnerId], days)
    await notify(tx, [row.applicantId, row.partnerId], {
      kind: 'approval',
      title: `${words(row)}已批准，班表已改`,
      content: swaps
        .filter((one) => !same(one, one.after))
        .map(
          (one) =>
            `${desk.people.get(one.empId)?.name} ${short(one.day)} ${called(desk.shifts, one)} → ${called(desk.shifts, one.after)}`,
        )
        .join('；'),
      route: OWN_ROUTE,
    })
  } else {
    await notify(tx, [row.applicantId], {
      kind: 'approval',
      title: `${row.partnerName}同意换班，待审批`,
      content: words(row),
      route: OWN_ROUTE,
    })
    await notify(tx, await approversOf(tx, row), {
      kind: 'approval',
      title: `${words(row)}，待您审批`,
      content: row.reason,
      route: `${DESK_ROUTE}?month=${row.applicantDay.slice(0, 7)}`,
    })
  }
  await tellChanged(tx, row)
  return { row: await exchangeDetail(tx.client, who, exchangeId), ended: null }
}

export async function withdrawExchange(tx: Tx, who: Caller, exchangeId: string): Promise<void> {
  const row = await held(tx, who, exchangeId)
  if (row.applicantId !== who.userId) throw new Refusal('NO_PERMISSION')
  await turn(tx, row, { move: 'withdraw', note: null })
  const told = row.state === ExchangeState.is.WAIT_AUDIT ? await approversOf(tx, row) : []
  await notify(tx, [row.partnerId, ...told], {
    kind: 'approval',
    title: `${row.applicantName}撤回了换班申请`,
    content: words(row),
    route: OWN_ROUTE,
  })
  await tellChanged(tx, row)
}

export async function remindExchange(tx: Tx, who: Caller, exchangeId: string): Promise<ShiftExchangeRow> {
  const row = await held(tx, who, exchangeId)
  if (!EXCHANGE_OPEN.includes(row.state))
    throw new Refusal('STATE_NOT_ALLOWED', { state: ExchangeState.label(row.state), act: '提醒' })
  if (!canOf(row, who).includes('remind')) throw new Refusal('NO_PERMISSION')
  const audit = row.state === ExchangeState.is.WAIT_AUDIT
  await notify(tx, audit ? await approversOf(tx, row) : [row.partnerId], {
    kind: 'approval',
    title: `请处理：${words(row)}`,
    content: `${who.empName}提醒您，${row.reason}`,
    route: audit ? `${DESK_ROUTE}?month=${row.applicantDay.slice(0, 7)}` : OWN_ROUTE,
    once: onceOf('exchange.remind', exchangeId, dayText()),
  })
  tx.log({ remark: `提醒处理${words(row)}`, targetType: 'shiftExchange', targetId: exchangeId })
  return exchangeDetail(tx.client, who, exchangeId)
}
