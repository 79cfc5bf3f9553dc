// The check of reports about accounts: what lies before the period and its entries one by one must lead to the closing
// sums, and the last entry of every resident to the account. Where they do not, the entry at which the chain breaks is named.
import { TradeType, type TradeTypeValue } from '#contract/expense/tradeWords'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { bindFor, checkOf, type Differing, ledgerSums, ofResidents, type Period, type Residents } from './reportKit.ts'
import { movesBefore, openEnd } from './reportStanding.ts'

/** Columns of the account and of an entry that a report adds up: balance, gift, deposit. */
export type Pocket = 'balance' | 'gift' | 'deposit'

export const pocketSum = (pockets: readonly Pocket[]) => `sum(${pockets.map((one) => `${one}_fen`).join(' + ')})`

interface AccountCheck {
  period: Period
  residents: Residents
  pockets: readonly Pocket[]
  reportTitle: string
  ledgerTitle: string
  /** What the report says about each resident, by id. */
  closings: ReadonlyMap<string, number>
  /** The same at the beginning, where the report shows it. */
  openings?: ReadonlyMap<string, number>
  /** Further sums of the report, and the same once more from elsewhere. */
  also?: readonly { what: string; reportFen: number; otherFen: number }[]
  names: ReadonlyMap<string, string>
}

const MOST = 20

interface Broken {
  entryId: string
  oldmanId: string
  day: string
  tradeType: TradeTypeValue
  no: string | null
  fen: number
}

/** Entries whose “after” is not that of the one before plus what they moved. */
async function brokenEntries(who: Caller, oldmanIds: readonly string[], pockets: readonly Pocket[]): Promise<Broken[]> {
  const after = pockets.map((one) => `${one}_after`).join(' + ')
  const moved = pockets.map((one) => `${one}_fen`).join(' + ')
  const found = await who.app.pool.query<Broken>(
    `select x.entry_id as "entryId", x.oldman_id as "oldmanId", x.day, x.trade_type as "tradeType",
      coalesce(r.receipt_no, b.bill_no) as no, x.moved - (x.ended - x.began) as fen
    from (select l.*, ${after} as ended, ${moved} as moved, coalesce(lag(${after}) over (partition by oldman_id order by seq), 0) as began
      from ledger l where org_id = $1 and oldman_id = any($2)) x
    left join receipt r on r.org_id = x.org_id and r.receipt_id = x.receipt_id
    left join bill b on b.org_id = x.org_id and b.bill_id = x.bill_id
    where x.ended <> x.began + x.moved order by x.oldman_id, x.seq limit ${MOST}`,
    [who.orgId, oldmanIds],
  )
  return found.rows
}

/** Residents whose last entry does not end where the account stands. */
async function accountsOff(
  who: Caller,
  residents: Residents,
  pockets: readonly Pocket[],
): Promise<{ id: string; fen: number }[]> {
  const bind = bindFor(who)
  const now = pockets.map((one) => `a.${one}_fen`).join(' + ')
  const after = pockets.map((one) => `l.${one}_after`).join(' + ')
  const found = await who.app.pool.query<{ id: string; fen: number }>(
    `select a.oldman_id as id, ${now} - coalesce(last.fen, 0) as fen from elder_account a left join lateral (
      select ${after} as fen from ledger l where l.org_id = a.org_id and l.oldman_id = a.oldman_id order by l.seq desc limit 1) last on true
    where a.org_id = $1 and ${ofResidents(residents, 'a.oldman_id', bind)} and ${now} <> coalesce(last.fen, 0) limit ${MOST}`,
    bind.values,
  )
  return found.rows
}

async function nameThem(who: Caller, input: AccountCheck, off: ReadonlyMap<string, number>): Promise<Differing[]> {
  const ids = [...off.keys()].slice(0, MOST)
  const broken = await brokenEntries(who, ids, input.pockets)
  const named = new Set(broken.map((one) => one.oldmanId))
  const nameOf = (id: string) => input.names.get(id) ?? id
  return [
    ...broken.map(
      (one): Differing => ({
        kind: 'ENTRY',
        id: one.entryId,
        no: one.no ?? `${one.day} ${TradeType.label(one.tradeType)}`,
        fen: one.fen as Fen,
        why: `${nameOf(one.oldmanId)} ${one.day} ${TradeType.label(one.tradeType)}：这笔流水与它前后的余额不符`,
      }),
    ),
    ...ids
      .filter((id) => !named.has(id))
      .map(
        (id): Differing => ({
          kind: 'ACCOUNT',
          id,
          no: nameOf(id),
          fen: off.get(id)! as Fen,
          why: `${nameOf(id)}的账户或月度合计与逐笔流水不符`,
        }),
      ),
  ]
}

export async function accountCheck(who: Caller, input: AccountCheck) {
  const { residents, pockets, closings } = input
  const pocket = pocketSum(pockets)
  const [before, moved, accounts] = await Promise.all([
    movesBefore(
      who,
      pockets.map((one) => `${one}_fen` as const),
      input.period.from,
      residents,
    ),
    ledgerSums<{ oldman: string; fen: number; entries: number }>(who, {
      period: openEnd(input.period),
      residents,
      bind: bindFor(who),
      entriesOnly: true,
      by: { oldman: 'oldman_id' },
      sums: { fen: pocket, entries: 'sum(entries)' },
    }),
    accountsOff(who, residents, pockets),
  ])
  const ends = new Map(
    [...before].map(([id, moved]) => [id, pockets.reduce((fen, one) => fen + moved[`${one}_fen`], 0)]),
  )
  const begins = new Map(ends)
  for (const { oldman, fen } of moved) ends.set(oldman, (ends.get(oldman) ?? 0) + fen)
  const off = new Map<string, number>(accounts.map(({ id, fen }) => [id, fen]))
  for (const id of new Set([...ends.keys(), ...closings.keys()])) {
    const fen = (closings.get(id) ?? 0) - (ends.get(id) ?? 0)
    if (fen !== 0) off.set(id, fen)
  }
  for (const [id, opening] of input.openings ?? []) {
    const fen = opening - (begins.get(id) ?? 0)
    if (fen !== 0 && !off.has(id)) off.set(id, fen)
  }
  const entries = moved.reduce((sum, one) => sum + one.entries, 0)
  const total = (values: Iterable<number>) => [...values].reduce((sum, fen) => sum + fen, 0)
  return checkOf({
    reportTitle: input.reportTitle,
    reportFen: total(closings.values()),
    ledgerTitle: input.ledgerTitle,
    ledgerFen: total(ends.values()),
    covers: [{ count: closings.size, what: '位老人' }, ...(entries > 0 ? [{ count: entries, what: '笔流水' }] : [])],
    always: off.size > 0,
    also: input.also ?? [],
    differing: () => nameThem(who, input, off),
  })
}
