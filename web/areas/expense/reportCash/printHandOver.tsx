// The hand-over on one page: each way with what the ledger says and what was counted, the difference, who gives and takes.
import type { CashDayData, CashWayData } from '#contract/expense/cashDay'
import { moneyText } from '#web/kit/fields/money'
import { printSheet } from '#web/kit/print/printSheet'
import { AmountRow, Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

const amount = (value: number | null) => (value === null ? '' : moneyText(value))

export async function printHandOver(one: CashDayData): Promise<void> {
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: `交款单 ${one.userName} ${one.day}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org}
        title="收款员交款单"
        sub={one.handedTime ? `交款时间 ${one.handedTime.slice(0, 16)}` : '尚未登记交款'}
        facts={[
          { label: '收款人', value: one.userName },
          { label: '收款日期', value: one.day },
          { label: '笔数', value: `${one.count} 笔` },
        ]}
        signatures={[{ label: '交款人', name: one.userName }, { label: '接收人签字' }, { label: '复核' }]}
      >
        <SheetTable<CashWayData>
          rows={one.ways}
          columns={[
            { key: 'way', title: '方式', text: (row) => row.wayName },
            { key: 'count', title: '笔数', align: 'right', width: 8, text: (row) => row.count },
            { key: 'in', title: '收款', align: 'right', width: 15, text: (row) => moneyText(row.inFen) },
            { key: 'out', title: '退款', align: 'right', width: 15, text: (row) => moneyText(row.outFen) },
            { key: 'due', title: '应交', align: 'right', width: 15, text: (row) => moneyText(row.netFen) },
            { key: 'counted', title: '实交', align: 'right', width: 15, text: (row) => amount(row.countedFen) },
            { key: 'off', title: '差额', align: 'right', width: 13, text: (row) => amount(row.differenceFen) },
          ]}
          totals={
            <>
              <tr>
                <td>合计</td>
                <td className="right">{one.count}</td>
                <td className="right">{moneyText(one.inFen)}</td>
                <td className="right">{moneyText(one.outFen)}</td>
                <td className="right">{moneyText(one.dueFen)}</td>
                <td className="right">{amount(one.countedFen)}</td>
                <td className="right">{amount(one.differenceFen)}</td>
              </tr>
              <AmountRow
                label={one.countedFen === null ? '应交款' : '实交款'}
                fen={one.countedFen ?? one.dueFen}
                span={7}
              />
            </>
          }
        />
        {one.handedName && <p>接收人：{one.handedName}</p>}
        {one.remark && <p>备注：{one.remark}</p>}
      </Sheet>
    ),
  })
}
