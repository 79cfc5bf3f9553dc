// Reading settlements: the list, one whole, and what one would come to.

import type {
  SettleDetailData,
  SettleRowData,
  SettleSheetData,
  SettleSignData,
  settlement,
} from '#contract/expense/settlement'
import { type SettleFormData, type SettleStateValue, settleMoves, signNeeds } from '#contract/expense/settlementWords'
import type { InputOf } from '#contract/kit/call'
import { fen } from '#contract/kit/money'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { holdersOf } from '#server/areas/platform/public'
import { keywordMatches, keywordValues, labelOf } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter, pageOfRows } from '#server/kit/page'
import { CASE_COLUMNS, caseOf, collectedFor, factsOf, type SettleCase } from './settlementFacts.ts'
import { sheetOf } from './settlementSheet.ts'
import { signFilters } from './settlementSign.ts'
import { changedWords, emptySheet } from './settlementStatement.ts'

type ListQuery = InputOf<typeof settlement.calls.list>
type CountQuery = InputOf<typeof settlement.calls.counts>

/** Settlements `e` with their resident; the page is found over these, the rest joins it. */
const FROM = 'settlement t'
const RESIDENT = (condition: string) =>
  `exists (select 1 from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id and ${condition})`

function filtersOf(who: Caller, query: CountQuery): Filter[] {
  const typed = query.keyword?.trim()
  const matches = typed && keywordMatches(typed, ['t.archive_no', 't.phone']).replaceAll('t.', 'o.')
  return [
    ['t.org_id = ?', who.orgId],
    [RESIDENT('(o.dept_id is null or o.dept_id = any(?))'), who.deptIds],
    ...(typed && matches
      ? ([[`(${RESIDENT(matches)} or t.settle_no like ?1)`, keywordValues(typed)]] as Filter[])
      : []),
    ['t.checkout_date >= ?', query.checkoutFrom],
    ['t.checkout_date <= ?', query.checkoutTo],
  ]
}

/** In the page `t` is the settlement; the pieces of the resident's SQL call the resident `t`, so the row is made inside. */
const ROW = `join lateral (select ${CASE_COLUMNS}, e.checkout_date as "checkoutDate",
    e.checkout_date - s.start_date + @{1}::int as days,
    (e.statement -> 'sums' ->> 'receivableFen')::bigint as "receivableFen",
    (e.statement -> 'sums' ->> 'supplementFen')::bigint as "supplementFen",
    coalesce((e.statement -> 'sums' ->> 'refundFen')::bigint, nullif(e.refund_fen, 0)) as "refundFen",
    coalesce(a.balance_fen, 0) as "balanceFen", coalesce(a.deposit_fen, 0) as "depositFen", coalesce(a.owed_fen, 0) as "owedFen",
    (select count(*) from settlement_sign g where g.org_id = e.org_id and g.settle_id = e.settle_id) as signed,
    coalesce(jsonb_array_length(e.statement -> 'signOffs'), @{2}::int) as "signOffs"
  from settlement e join stay s on s.org_id = e.org_id and s.stay_id = e.stay_id
  join oldman t on t.org_id = e.org_id and t.oldman_id = e.oldman_id
  left join elder_account a on a.org_id = e.org_id and a.oldman_id = e.oldman_id
  where e.org_id = page.org_id and e.settle_id = page.settle_id) x on true`

const canOf = (who: Caller, state: SettleStateValue) => settleMoves.can(state, (needs) => who.may(needs))

export async function listSettles(who: Caller, query: ListQuery): Promise<PageInfo<SettleRowData>> {
  const { countCheckoutDay } = await residenceSettingOf(who.app.pool, who.orgId)
  const { signOffs } = await feeSettingsOf(who.app.pool, who.orgId)
  const found = await pageOfRows<Omit<SettleRowData, 'can'>>(
    who.app.pool,
    {
      from: FROM,
      key: 'settle_id',
      select: 'x.*',
      join: ROW,
      given: [countCheckoutDay ? 1 : 0, new Set(signOffs).size],
      filters: [
        ...filtersOf(who, query),
        ['t.state = ?', query.state],
        ...(query.toSign === 1 ? await signFilters(who) : []),
      ],
      sorts: { checkoutDate: 't.checkout_date', settleNo: 't.settle_no', confirmTime: 't.confirmed_at' },
      defaultSort: 't.checkout_date desc',
    },
    query,
  )
  return { ...found, list: found.list.map((row) => ({ ...row, can: canOf(who, row.state) })) }
}

export async function countSettles(
  who: Caller,
  query: CountQuery,
): Promise<{ state: SettleStateValue; count: number }[]> {
  const { where, values } = conditionsOf([
    ...filtersOf(who, query),
    ...(query.toSign === 1 ? await signFilters(who) : []),
  ])
  const found = await who.app.pool.query<{ state: SettleStateValue; count: number }>(
    `select t.state, count(*) as count from settlement t where ${where} group by t.state`,
    values,
  )
  return (['OPEN', 'SUBMITTED', 'CONFIRMED'] as const).map((state) => ({
    state,
    count: found.rows.find((row) => row.state === state)?.count ?? 0,
  }))
}

const SIGNS = `select step, user_name as "userName", created_at as "signTime", remark from settlement_sign
where org_id = $1 and settle_id = $2`

const PAYER = `select f.name, ${labelOf('relationToElder', 'f.relation')} as relation, f.phone
from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id
where s.org_id = $1 and s.stay_id = $2
order by (f.family_id = s.payer_id) desc nulls last, f.payer desc, f.sort, f.family_id limit 1`

const HISTORY = `select settle_id as "settleId", settle_no as "settleNo", checkout_date as "checkoutDate", state from settlement
where org_id = $1 and oldman_id = $2 order by checkout_date desc, settle_no desc`

const OWN_RECEIPTS = `select receipt_id as id from receipt where org_id = $1 and group_id = $2 order by receipt_no`

const OWN_REFUNDS = `select refund_id as id from refund_note where org_id = $1 and group_id = $2 and state = 'NORMAL' order by refund_no`

/** Statements of before name nothing that was kept: nothing was. */
function sheetIn(statement: Record<string, unknown> | null): SettleSheetData | null {
  if (!statement?.sums) return null
  const sheet = statement as unknown as SettleSheetData
  return { ...sheet, sums: { ...sheet.sums, keptFen: sheet.sums.keptFen ?? fen(0) } }
}

export async function settleDetail(who: Caller, oldmanId: string, settleId?: string | null): Promise<SettleDetailData> {
  const { pool } = who.app
  const one = await caseOf(pool, who, oldmanId, { settleId: settleId ?? null })
  const confirmed = one.state === 'CONFIRMED'
  const collected = await collectedFor(pool, who.orgId, one)
  const now = confirmed ? null : sheetOf((await factsOf(pool, who.orgId, one)).facts, one.form).sheet
  const stored = sheetIn(one.statement)
  const setting = await feeSettingsOf(pool, who.orgId)
  const steps = (one.statement?.signOffs as string[] | undefined) ?? [...new Set(setting.signOffs)]
  const signs = one.settleId
    ? (
        await pool.query<Omit<SettleSignData, 'mine' | 'signers'>>({
          name: 'settle_signs',
          text: SIGNS,
          values: [who.orgId, one.settleId],
        })
      ).rows
    : []
  const holders = await holdersOf(pool, who.orgId, [...new Set(steps.map(signNeeds))], one.deptId)
  const payer = await pool.query<NonNullable<SettleDetailData['payer']>>({
    name: 'settle_payer',
    text: PAYER,
    values: [who.orgId, one.stayId],
  })
  const history = await pool.query<SettleDetailData['history'][number]>({
    name: 'settle_history',
    text: HISTORY,
    values: [who.orgId, oldmanId],
  })
  const own = one.groupId
    ? (await pool.query<{ id: string }>(OWN_RECEIPTS, [who.orgId, one.groupId])).rows.map((row) => row.id)
    : []
  const refunds = one.groupId ? (await pool.query<{ id: string }>(OWN_REFUNDS, [who.orgId, one.groupId])).rows : []
  return {
    ...headOf(who, one),
    refundIds: refunds.map((row) => row.id),
    sheet: now ?? stored ?? emptySheet(one.refundFen),
    changed: now && one.state === 'SUBMITTED' ? changedWords(one.statement, now) : null,
    form: one.form,
    signs: steps.map((step) => ({
      ...(signs.find((sign) => sign.step === step) ?? { step, userName: null, signTime: null, remark: null }),
      mine: who.may(signNeeds(step)),
      signers: [...(holders.get(signNeeds(step)) ?? [])],
    })),
    payer: payer.rows[0] ?? null,
    receiptIds: [...new Set([...collected.flatMap((row) => row.receiptId ?? []), ...own])],
    history: history.rows,
  }
}

function headOf(who: Caller, one: SettleCase) {
  const {
    endDate: _,
    custody: _c,
    statement: _s,
    groupId: _g,
    refundFen: _r,
    today: _t,
    newer,
    form: _f,
    deptId: _d,
    ...head
  } = one
  const can = canOf(who, one.state).filter(
    (move) => move !== 'revoke' || (!newer && (one.inHouse || one.status === ResidenceStatus.is.left)),
  )
  return { ...head, can }
}

/** What it would come to now; with a form that is not saved yet, as that says. */
export async function settleSheet(
  who: Caller,
  oldmanId: string,
  input: { form?: SettleFormData; day?: string | null },
): Promise<SettleSheetData> {
  const { pool } = who.app
  const one = await caseOf(pool, who, oldmanId, { day: input.day ?? null })
  if (one.state === 'CONFIRMED') {
    const stored = sheetIn(one.statement)
    if (!stored) throw notFound('退住结算')
    return stored
  }
  const day = one.inHouse && input.day ? input.day : one.checkoutDate
  const form = input.form ?? one.form
  const { facts } = await factsOf(pool, who.orgId, { ...one, checkoutDate: day }, form)
  return sheetOf(facts, form).sheet
}
