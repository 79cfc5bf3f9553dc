// Prices of a child by day, and whom a new one would reach.
import { Button } from 'antd'
import { type PriceData, type ProjectChildData, projectChild } from '#contract/expense/projectChild'
import { moneyText } from '#web/kit/fields/money'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import './child.css'

const WHEN: Readonly<Record<string, readonly ['green' | 'amber' | 'grey', string]>> = {
  now: ['green', '现价'],
  future: ['amber', '未生效'],
  past: ['grey', '过去'],
}

async function takeBack(projectChildId: string, name: string, price: PriceData): Promise<void> {
  await confirmCall(projectChild.calls.removePrice, {
    input: { projectChildId, fromDate: price.fromDate },
    title: `撤回“${name}”${price.fromDate} 起 ${moneyText(price.priceFen)} 元的调价？`,
    effects: ['单价不再改变', '随它改价的老人恢复原来的价格'],
    verb: '撤回调价',
    safe: '不撤回',
    danger: true,
    done: '已撤回调价',
  })
}

export function PriceHistory({ projectChildId }: { projectChildId: string }) {
  const { data, state } = useLoaded(
    projectChild.calls.get,
    { projectChildId },
    { what: '历次价格', lines: 2, fresh: true },
  )
  if (!data) return state
  const rows: PriceData[] =
    data.prices.length > 0
      ? data.prices
      : [{ fromDate: '—', priceFen: data.priceFen, userName: '', createTime: data.createTime, when: 'now' }]
  return (
    <table className="yy-price-history yy-plain-table" aria-label="历次价格">
      <thead>
        <tr>
          <th>生效日期</th>
          <th className="yy-amount">单价（元）</th>
          <th>状态</th>
          <th>设置人</th>
          <th>设置时间</th>
          <th aria-label="操作" />
        </tr>
      </thead>
      <tbody>
        {rows.map((price) => {
          const [family, word] = WHEN[price.when] ?? WHEN.past!
          return (
            <tr key={price.fromDate}>
              <td>{price.fromDate}</td>
              <td className="yy-amount">{moneyText(price.priceFen)}</td>
              <td>
                <StatusTag family={family}>{word}</StatusTag>
              </td>
              <td>{price.userName}</td>
              <td>{price.createTime.slice(0, 16)}</td>
              <td>
                {price.when === 'future' && (
                  <Allowed needs={projectChild.calls.removePrice.needs}>
                    <Button
                      type="link"
                      size="small"
                      danger
                      onClick={() => void takeBack(projectChildId, data.projectChildName, price)}
                    >
                      撤回
                    </Button>
                  </Allowed>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface EffectProps {
  row: ProjectChildData
  priceFen: number
  fromDate: string | null
  sync: boolean
}

/** In sentences, before anything is saved. */
export function PriceEffect({ row, priceFen, fromDate, sync }: EffectProps) {
  const { projectChildId } = row
  const effect = useCall(projectChild.calls.priceEffect, fromDate ? { projectChildId, fromDate } : null, {
    keepPrevious: true,
    silent: true,
  })
  const data = effect.data
  if (!fromDate || !data || effect.error) return null
  const per = row.cycleName.replace('按', '每')
  const delta = priceFen - data.oldPriceFen
  return (
    <div className="yy-price-effect yy-pad-12-16 yy-tint yy-edge yy-round" role="status">
      <p className="yy-no-margin">
        {fromDate} 起 <b>{moneyText(data.oldPriceFen)}</b> → <b>{moneyText(priceFen)}</b> 元
        {delta !== 0 && `（${per}${delta > 0 ? '多收' : '少收'} ${moneyText(Math.abs(delta))} 元）`}
      </p>
      <p className="yy-no-margin">
        按原价收费的老人 <b>{data.residents}</b> 位，
        {sync ? '从这一天起改按新价' : '仍按原价，只影响以后新约定的收费'}
        {data.others > 0 && `；另行约定价格的 ${data.others} 位不变`}。
      </p>
      {sync && data.billed > 0 && (
        <p className="yy-no-margin">其中 {data.billed} 位这段时间的账单已经出账，已出的账单不变。</p>
      )}
    </div>
  )
}
