// Paper as a clerk expects it: an A4 bill and a receipt on continuous paper, with example figures.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { moneyText } from '#web/kit/fields/money'
import { PageCard } from '#web/kit/parts/PageCard'
import { printSheet } from '#web/kit/print/printSheet'
import { AmountRow, Receipt, Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

const items = [
  { name: '床位费', about: '双人间 203室02床', price: 300_000, count: '30 天', fen: 300_000 },
  { name: '护理费', about: '半护理（二级）', price: 210_000, count: '30 天', fen: 210_000 },
  { name: '餐费', about: '三餐', price: 3_500, count: '30 天', fen: 105_000 },
  { name: '请假减免', about: '外出 3 天', price: -3_500, count: '3 天', fen: -10_500 },
]
const total = items.reduce((sum, item) => sum + item.fen, 0)

const bill = (org: string) =>
  printSheet({
    title: '月度费用账单（示例）',
    paper: 'A4',
    render: () => (
      <Sheet
        org={org}
        title="月度费用账单"
        sub="账期 2026 年 11 月　账单号 示例"
        facts={[
          { label: '老人', value: '王秀兰　女　82 岁' },
          { label: '床位', value: '松鹤楼 › 2层 › 203室 › 02床' },
          { label: '护理等级', value: '半护理（二级）' },
        ]}
        signatures={[{ label: '制单' }, { label: '审核' }, { label: '付费人签字' }]}
      >
        <SheetTable
          rows={items}
          columns={[
            { key: 'no', title: '序', align: 'center', width: 6, text: (_row, index) => index + 1 },
            {
              key: 'name',
              title: '费用项目',
              text: (row) => (
                <>
                  <b>{row.name}</b> <small>{row.about}</small>
                </>
              ),
            },
            { key: 'price', title: '单价（元）', align: 'right', width: 18, text: (row) => moneyText(row.price) },
            { key: 'count', title: '数量', align: 'right', width: 12, text: (row) => row.count },
            { key: 'fen', title: '金额（元）', align: 'right', width: 18, text: (row) => moneyText(row.fen) },
          ]}
          totals={<AmountRow label="应缴合计" fen={total} span={5} />}
        />
      </Sheet>
    ),
  })

const receipt = (org: string) =>
  printSheet({
    title: '收款收据（示例）',
    paper: 'receipt',
    render: () => (
      <Receipt
        org={org}
        title="收款收据"
        number="示例"
        facts={[
          { label: '日期', value: '2026 年 11 月 12 日' },
          { label: '老人', value: '王秀兰' },
          { label: '缴款人', value: '李建国（儿子）' },
        ]}
        signatures={[{ label: '收款单位（章）' }, { label: '收款人' }, { label: '复核' }, { label: '缴款人签字' }]}
        copy="第一联　存根"
        reprint={1}
      >
        <SheetTable
          rows={items.slice(0, 3)}
          columns={[
            { key: 'name', title: '项目', text: (row) => row.name },
            { key: 'way', title: '收款方式', text: () => '现金' },
            { key: 'fen', title: '金额（元）', align: 'right', width: 24, text: (row) => moneyText(row.fen) },
          ]}
          totals={<AmountRow label="合计人民币" fen={615_000} span={3} />}
        />
      </Receipt>
    ),
  })

export function PrintCard() {
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  return (
    <PageCard title="打印" sub="自己的版面，没有水印和主题">
      <div className="yy-below-8 yy-row yy-wrap yy-gap-8">
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void bill(org)}>
          A4 账单
        </Button>
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void receipt(org)}>
          241 × 93 mm 收据
        </Button>
      </div>
    </PageCard>
  )
}
