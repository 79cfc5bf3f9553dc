// Prices of a care project by the day they hold from.
import { Button } from 'antd'
import { type CarePriceData, careProject } from '#contract/nursing/project'
import { moneyText } from '#web/kit/fields/money'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import './project.css'

const WHEN: Readonly<Record<string, readonly ['green' | 'amber' | 'grey', string]>> = {
  now: ['green', '现价'],
  future: ['amber', '未生效'],
  past: ['grey', '过去'],
}

const takeBack = (projectId: string, name: string, price: CarePriceData) =>
  confirmCall(careProject.calls.removePrice, {
    input: { projectId, fromDate: price.fromDate },
    title: `撤回“${name}”${price.fromDate} 起 ${moneyText(price.priceFen)} 元的调价？`,
    effects: ['单价不再改变；没有别的单价时，项目改为免费'],
    verb: '撤回调价',
    safe: '不撤回',
    danger: true,
    done: '已撤回调价',
  })

interface PriceTableProps {
  projectId: string
  name: string
  prices: readonly CarePriceData[]
}

export function PriceTable({ projectId, name, prices }: PriceTableProps) {
  if (prices.length === 0) return <p className="yy-no-margin yy-second">还没有设过单价，做这个项目不收费。</p>
  return (
    <table className="yy-plain-table yy-lined yy-care-prices" aria-label="历次单价">
      <thead>
        <tr>
          <th>生效日期</th>
          <th className="yy-right">单价（元/次）</th>
          <th>状态</th>
          <th>设置人</th>
          <th>设置时间</th>
          <th aria-label="操作" />
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => {
          const [family, word] = WHEN[price.when] ?? WHEN.past!
          return (
            <tr key={price.fromDate}>
              <td>{price.fromDate}</td>
              <td className="yy-right">{moneyText(price.priceFen)}</td>
              <td>
                <StatusTag family={family}>{word}</StatusTag>
              </td>
              <td>{price.userName}</td>
              <td>{price.createTime.slice(0, 16)}</td>
              <td className="yy-right">
                {price.when === 'future' && (
                  <Allowed needs={careProject.calls.removePrice.needs}>
                    <Button type="link" size="small" danger onClick={() => void takeBack(projectId, name, price)}>
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

/** Above the form that sets a new one. */
export function PriceHistory({ projectId }: { projectId: string }) {
  const asked = { what: '历次单价', lines: 2, fresh: true }
  const { data, state } = useLoaded(careProject.calls.get, { projectId }, asked)
  if (!data) return state
  return <PriceTable projectId={projectId} name={data.projectName} prices={data.prices} />
}
