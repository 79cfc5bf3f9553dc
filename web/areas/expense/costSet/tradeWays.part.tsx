// Ways of paying: which are offered where one resident pays, which for many at once, and in what order they stand.
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { type TradeWayData, tradeWay } from '#contract/expense/tradeWay'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { SortList } from '#web/kit/parts/SortList'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'

type Requested = Pick<TradeWayData, 'tradeWay' | 'tradeWayName' | 'normal' | 'batch' | 'canBatch'>

const same = (a: readonly Requested[], b: readonly Requested[]) =>
  a.every((one, i) => one.tradeWay === b[i]?.tradeWay && one.normal === b[i]?.normal && one.batch === b[i]?.batch)

export function TradeWays() {
  const may = useMay()(tradeWay.calls.save.needs)
  const { data, state } = useLoaded(tradeWay.calls.list, {}, { what: '收款方式', lines: 8, fresh: true })
  const [edited, setEdited] = useState<readonly Requested[] | null>(null)
  const act = useAct(tradeWay.calls.save, {
    onDone: () => {
      setEdited(null)
      toast.success('收款方式已保存')
    },
  })
  if (!data) return state
  const ways: readonly Requested[] = edited ?? data.ways
  const dirty = edited !== null && !same(edited, data.ways)
  const change = (way: number, next: Partial<Requested>) =>
    setEdited(ways.map((one) => (one.tradeWay === way ? { ...one, ...next } : one)))
  const items = ways.map((one) => ({
    id: String(one.tradeWay),
    title: one.tradeWayName,
    note: (
      <span className="yy-ways-switches yy-grid">
        <Checkbox
          checked={one.normal}
          disabled={!may}
          aria-label={`${one.tradeWayName}单人收款`}
          onChange={(event) => change(one.tradeWay, { normal: event.target.checked })}
        />
        <Checkbox
          checked={one.batch}
          disabled={!may || !one.canBatch}
          aria-label={`${one.tradeWayName}批量缴费`}
          onChange={(event) => change(one.tradeWay, { batch: event.target.checked })}
        />
      </span>
    ),
  }))
  return (
    <PageCard title="收款方式" sub="勾选的在收款时可选；扫码不能批量">
      <div className="yy-ways">
        <div className="yy-ways-head yy-grid yy-second yy-small" aria-hidden>
          <span>单人</span>
          <span>批量</span>
        </div>
        <SortList
          items={items}
          onOrder={(next) => setEdited(next.map((item) => ways.find((one) => String(one.tradeWay) === item.id)!))}
        />
        {may && (
          <div className="yy-ways-foot yy-row yy-between yy-gap-8 yy-second">
            <span role="status">{dirty ? '有改动还没有保存' : '可拖动排序'}</span>
            <span>
              <Button disabled={!dirty || act.running} onClick={() => setEdited(null)}>
                撤销
              </Button>
              <Button
                type="primary"
                disabled={!dirty}
                loading={act.running}
                onClick={() =>
                  void act.run({
                    ways: ways.map(({ tradeWay: way, normal, batch }) => ({ tradeWay: way, normal, batch })),
                  })
                }
              >
                保存收款方式
              </Button>
            </span>
          </div>
        )}
        {act.error && <div className="yy-field-problem">{act.error.message}</div>}
      </div>
    </PageCard>
  )
}
