// 采购量: what the dishes of some days need, as ordered; on paper for whoever buys.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Fen } from '#contract/kit/money'
import { addDays } from '#contract/nursing/dishWeek'
import { ingredient } from '#contract/nursing/ingredient'
import { kitchen, type ShoppingData } from '#contract/nursing/kitchen'
import { date } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

const weight = (kg: number) => kg.toFixed(kg < 10 ? 2 : 1)
const why = ({ dishes }: ShoppingData) => dishes.map((one) => `${one.dishName} ${one.portions} 份`).join('、')

const fen = (value: Fen | null) => (value === null ? '—' : moneyText(value))
const sumWords = ({ amountFen, unpriced }: { amountFen: Fen | null; unpriced: number | null }) =>
  `合计 ${fen(amountFen)} 元${unpriced ? `，另有 ${unpriced} 种食材没有价格，未计入` : ''}`

export function Shopping({ day, onClose }: { day: string | null; onClose(): void }) {
  const [asked, setAsked] = useState<{ dayFrom: string; dayTo: string } | null>(null)
  const days = asked ?? (day ? { dayFrom: addDays(day, 1), dayTo: addDays(day, 1) } : null)
  const { data, state } = useLoaded(kitchen.calls.shopping, days, {
    what: '采购量',
    enabled: day !== null,
    keepPrevious: true,
  })
  const may = useMay()
  const print = () =>
    data &&
    printSheet({
      title: `采购清单 ${data.dayFrom} 至 ${data.dayTo}`,
      paper: 'A4',
      render: () => (
        <Sheet
          org={useSession.getState().user?.orgInfo.orgName ?? ''}
          title="食材采购清单"
          sub={`${data.dayFrom} 至 ${data.dayTo}，按点餐份数与每份毛重计算`}
          signatures={[{ label: '厨师长' }, { label: '采购' }, { label: '验收' }]}
        >
          <SheetTable
            columns={[
              { key: 'name', title: '食材', width: 22, text: (one) => one.ingredientName },
              { key: 'kg', title: '千克', width: 12, text: (one) => weight(one.kg) },
              ...(data.amountFen === null
                ? []
                : [
                    { key: 'price', title: '单价', width: 12, text: (one: ShoppingData) => fen(one.priceFen) },
                    { key: 'amount', title: '金额（元）', width: 14, text: (one: ShoppingData) => fen(one.amountFen) },
                  ]),
              { key: 'why', title: '用于', text: why },
            ]}
            rows={data.needs}
          />
          {data.amountFen !== null && <p>{sumWords(data)}</p>}
          {data.unknown.length > 0 && <p>没有填食材、未计入：{data.unknown.join('、')}</p>}
        </Sheet>
      ),
    })
  return (
    <SideDrawer
      open={day !== null}
      title="采购量"
      about="按已发布菜谱的点餐份数和每份毛重计算"
      width={720}
      onClose={onClose}
      extra={
        <Button
          icon={<Printer size={15} aria-hidden />}
          disabled={!data || data.needs.length === 0}
          onClick={() => void print()}
        >
          打印清单
        </Button>
      }
    >
      {days && (
        <div className="yy-row yy-gap-8 yy-below-12">
          <span style={{ width: 140 }}>
            {date.input({
              value: days.dayFrom,
              'aria-label': '日期从',
              onChange: (dayFrom) =>
                dayFrom && setAsked({ dayFrom, dayTo: dayFrom > days.dayTo ? dayFrom : days.dayTo }),
            })}
          </span>
          <span className="yy-second">至</span>
          <span style={{ width: 140 }}>
            {date.input({
              value: days.dayTo,
              'aria-label': '日期到',
              onChange: (dayTo) => dayTo && setAsked({ dayFrom: dayTo < days.dayFrom ? dayTo : days.dayFrom, dayTo }),
            })}
          </span>
        </div>
      )}
      {data && data.needs.length > 0 && data.amountFen !== null && (
        <p className="yy-row yy-gap-8">
          <b>{sumWords(data)}</b>
          {data.unpriced !== null && data.unpriced > 0 && may(ingredient.pages.list.needs) && (
            <button type="button" className="yy-link" onClick={() => openPage(ingredient.pages.list.path)}>
              去定价
            </button>
          )}
        </p>
      )}
      {!data ? (
        state
      ) : data.needs.length === 0 ? (
        <Empty title="这些天还没有点餐" text="菜谱发布后才有采购量，请换一段日期。" />
      ) : (
        <table className="yy-meals-table yy-plain-table">
          <thead>
            <tr>
              <th scope="col">食材</th>
              <th scope="col" className="yy-right">
                千克
              </th>
              {data.amountFen !== null && (
                <>
                  <th scope="col" className="yy-right">
                    单价（元/千克）
                  </th>
                  <th scope="col" className="yy-right">
                    金额（元）
                  </th>
                </>
              )}
              <th scope="col">用于</th>
            </tr>
          </thead>
          <tbody>
            {data.needs.map((one) => (
              <tr key={one.ingredientName}>
                <td>{one.ingredientName}</td>
                <td className="yy-right">
                  <b>{weight(one.kg)}</b>
                </td>
                {data.amountFen !== null && (
                  <>
                    <td className="yy-right">{fen(one.priceFen)}</td>
                    <td className="yy-right">{fen(one.amountFen)}</td>
                  </>
                )}
                <td className="yy-second yy-kitchen-why">{why(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.unknown.length > 0 && <p className="yy-amber">没有填食材、未计入：{data.unknown.join('、')}</p>}
    </SideDrawer>
  )
}
