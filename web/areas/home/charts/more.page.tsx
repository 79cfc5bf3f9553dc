// All charts, larger, in the person's own order, over a period and for one department; printed as tables.
import { Button, Segmented } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { bench } from '#contract/home/bench'
import { type ChartData, type ChartKey, chartKeys, charts } from '#contract/home/charts'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { department } from '#web/kit/fields/department'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { ChartCard } from './chartCard.part.tsx'
import './charts.css'

const PERIODS = [
  { value: 6, label: '近 6 个月' },
  { value: 12, label: '近 12 个月' },
  { value: 24, label: '近 24 个月' },
]
const HEIGHT = 300

/** A row is the position of its category. */
const sheetColumns = (data: ChartData): SheetColumn<number>[] => [
  { key: 'name', title: '项目', text: (i) => data.categories[i] },
  ...data.series.map(
    (one): SheetColumn<number> => ({
      key: one.key,
      title: `${one.name}（${data.unit}）`,
      align: 'right',
      text: (i) => one.values[i] ?? '—',
    }),
  ),
]

function Averages() {
  const may = useMay()
  const { data } = useCall(bench.calls.average, may(bench.calls.average.needs) ? {} : null, { silent: true })
  if (!data) return null
  return (
    <span className="yy-more-facts yy-flex yy-gap-16 yy-push">
      <span>
        平均年龄 <b>{data.age ?? '—'}</b> 岁
      </span>
      <span>
        平均在住 <b>{data.days ?? '—'}</b> 天
      </span>
      <span>
        月均使用率 <b>{data.occupancy ?? '—'}</b> %
      </span>
    </span>
  )
}

export default function MoreCharts() {
  const [months, setMonths] = useState(12)
  const [deptId, setDeptId] = useState<string | null>(null)
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const request = { months, ...(deptId && { deptId }) }
  const set = useCall(charts.calls.set, {}, { silent: true })
  const keys = set.data ? set.data.charts.map((one) => one.key as ChartKey) : chartKeys
  const print = async () => {
    const all = await Promise.all(keys.map((key): Promise<ChartData> => send(charts.calls[key], request)))
    await printSheet({
      title: '数据展示',
      paper: 'A4',
      render: () => (
        <Sheet org={org} title="数据展示" sub={`近 ${months} 个月`}>
          {all.map((data) => (
            <section key={data.title} className="keep">
              <h2>
                {data.title}（{data.scope}）
              </h2>
              <SheetTable columns={sheetColumns(data)} rows={data.categories.map((_, i) => i)} />
            </section>
          ))}
        </Sheet>
      ),
    })
  }
  return (
    <div className={classes('yy-more-charts yy-grid yy-gap-12', keys[0] === 'live' && 'is-led')}>
      <PageCard className="yy-more-wide yy-whole-line yy-more-bar">
        <Segmented options={PERIODS} value={months} onChange={setMonths} aria-label="时间范围" />
        <label className="yy-inline yy-gap-8" htmlFor="more-dept">
          部门
          <span style={{ width: 150 }}>
            {department.search({
              id: 'more-dept',
              value: deptId,
              onChange: (value) => setDeptId((value as string | null) ?? null),
              placeholder: '全部部门',
            })}
          </span>
        </label>
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void print()}>
          打印
        </Button>
        <Averages />
      </PageCard>
      {!set.isPending &&
        keys.map((key, at) => (
          // The months want width; anywhere but in front they would leave a hole.
          <div key={key} className={key === 'live' && at === 0 ? 'yy-more-wide yy-whole-line' : undefined}>
            <ChartCard chartKey={key} height={HEIGHT} months={months} deptId={deptId} />
          </div>
        ))}
    </div>
  )
}
