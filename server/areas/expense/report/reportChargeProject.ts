// 收费项目统计: what the lines of bills ask for by fee item, for how many residents, and what is paid on them.
import { kindOf } from '#contract/expense/incomeKinds'
import type {
  ChargeProjectRowData,
  ChargeProjectSumsData,
  ItemChartData,
  reportBills,
} from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { countResidents, type LineSum, lineSumsOf, paidOnLines } from '#server/areas/expense/sums/houseLines'
import type { Caller } from '#server/kit/caller'
import { addEarned, differingBills, earnedBy, ledgerOfBills, papersOf, sharedBy } from './reportBillCheck.ts'
import { correctedAfter, standsAt } from './reportClosed.ts'
import { categoryNames } from './reportInDetail.ts'
import { addUp, answerReport, checkOf, periodOf, residentsOf, slice } from './reportKit.ts'
import { once, percent } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'

type Query = InputOf<(typeof reportBills)['calls']['chargeProject']>

const KEYS = ['quantity', 'receivableFen', 'discountFen', 'paidFen', 'unpaidFen'] as const
const TOP = 10

interface Found extends Omit<ChargeProjectRowData, 'share' | 'rowId'> {
  lines: number
}

interface Item {
  id: string
  name: string
  sort: number
  projectSort: number
}

const NAMES = `select c.project_child_id as id, c.name, c.sort, p.sort as "projectSort" from fee_child c
  join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id where c.org_id = $1`
const LAST = Number.MAX_SAFE_INTEGER

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

async function itemsOf(who: Caller, sums: readonly LineSum[]): Promise<Found[]> {
  const [children, names] = await Promise.all([
    who.app.pool.query<Item>({ name: 'report_fee_items', text: NAMES, values: [who.orgId] }),
    categoryNames(who),
  ])
  const known = new Map(children.rows.map((child) => [child.id, child]))
  const groups = new Map<string, LineSum[]>()
  for (const sum of sums) {
    const key = JSON.stringify([sum.category, sum.child, sum.name])
    groups.set(key, [...(groups.get(key) ?? []), sum])
  }
  const items = [...groups.values()].map((group) => {
    const { category, child, name } = group[0]!
    const add = (of: (sum: LineSum) => number) => group.reduce((all, sum) => all + of(sum), 0)
    const receivable = add((sum) => sum.amount - sum.discount - sum.subsidy)
    const paid = add((sum) => sum.paid)
    const found: Found = {
      category,
      categoryName: names[category] ?? category,
      projectChildId: child || null,
      name: child ? (known.get(child)?.name ?? '已删除的项目') : name,
      residents: countResidents(group.map((sum) => sum.elders)),
      quantity: add((sum) => sum.quantity) / 1000,
      receivableFen: receivable as Fen,
      discountFen: add((sum) => sum.discount) as Fen,
      paidFen: paid as Fen,
      unpaidFen: (receivable - paid) as Fen,
      lines: add((sum) => sum.lines),
    }
    return { found, project: known.get(child)?.projectSort ?? LAST, sort: known.get(child)?.sort ?? LAST }
  })
  // The order of the fee settings.
  return items
    .sort(
      (a, b) =>
        a.project - b.project ||
        byText(a.found.category, b.found.category) ||
        a.sort - b.sort ||
        byText(a.found.name, b.found.name),
    )
    .map((item) => item.found)
}

export async function chargeProjectReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const [from, to] = [period.from.slice(0, 7), period.to.slice(0, 7)]
  const at = await standsAt(who, period)
  const every = once(async () => [
    ...(await lineSumsOf(who, { from, to }, residents)),
    ...(at ? await paidOnLines(who, { from, to }, residents, at) : []),
  ])
  const chosen = once(async () =>
    (await every()).filter(
      (sum) => (!q.kind || kindOf(sum.category) === q.kind) && (!q.projectChildId || sum.child === q.projectChildId),
    ),
  )
  const all = once(async () => itemsOf(who, await chosen()))
  const rows = once(async () => {
    const found = await all()
    const whole = found.reduce((sum, row) => sum + row.receivableFen, 0)
    const shown = found.map(
      ({ lines: _, ...row }): ChargeProjectRowData => ({
        ...row,
        rowId: `${row.category} ${row.projectChildId ?? row.name}`,
        share: percent(row.receivableFen, whole),
      }),
    )
    return sortedBy(q.orderBy, shown, [...KEYS, 'residents', 'categoryName'])
  })
  return answerReport<ChargeProjectRowData, ChargeProjectSumsData, ItemChartData>(q, {
    period,
    rows: async () => slice(q, await rows()),
    sums: async () => {
      const shown = await rows()
      const count = countResidents((await chosen()).map((sum) => sum.elders))
      return { total: shown.length, sums: { residents: count, ...addUp(shown, KEYS) } as ChargeProjectSumsData }
    },
    chart: async () => ({
      items: sortedBy('receivableFen desc', await rows(), KEYS)
        .slice(0, TOP)
        .map(({ name, receivableFen, paidFen }) => ({ name, receivableFen, paidFen })),
    }),
    closed: () => correctedAfter(who, at, { period, residents }),
    check: async (sums) => {
      const months = { residents, from, to, at }
      const [ledger, papers, earned, shared, items, lines] = await Promise.all([
        ledgerOfBills(who, months),
        papersOf(who, months),
        earnedBy(who, months),
        sharedBy(who, months),
        all(),
        every(),
      ])
      const ofKind = (category: string) => !q.kind || kindOf(category) === q.kind
      const add = (of: (sum: LineSum) => number, chosen: (sum: LineSum) => boolean) =>
        lines.filter(chosen).reduce((sum, one) => sum + of(one), 0)
      // Bills are written down by category: of single items the others of their kind are taken off.
      const others = (sum: LineSum) =>
        ofKind(sum.category) && Boolean(q.projectChildId) && sum.child !== q.projectChildId
      const asked = addEarned(earned, 'asked', ofKind) - add((one) => one.amount - one.discount - one.subsidy, others)
      const paid =
        [...shared].reduce((sum, [category, fen]) => sum + (ofKind(category) ? fen : 0), 0) -
        add((one) => one.paid, others)
      return checkOf({
        reportTitle: '本表应收',
        reportFen: sums.receivableFen as Fen,
        ledgerTitle: q.projectChildId ? '出账登记的收入，减其他项目' : '出账登记的收入',
        ledgerFen: asked,
        covers: [
          { count: ledger.bills, what: '张账单' },
          { count: items.reduce((sum, row) => sum + row.lines, 0), what: '行' },
        ],
        also: [
          { what: '已收合计', reportFen: sums.paidFen, otherFen: paid },
          { what: '全部账单应收', reportFen: addEarned(earned, 'asked'), otherFen: ledger.receivable },
          { what: '全部账单行应收', reportFen: papers.lines.asked, otherFen: ledger.receivable },
          { what: '全部账单行已收', reportFen: papers.lines.paid, otherFen: ledger.paid },
        ],
        differing: () => differingBills(who, months),
      })
    },
  })
}
