// 食材价格: what a kilogram of each ingredient costs, those nobody priced first.
import { useState } from 'react'
import { dish } from '#contract/nursing/dish'
import { type IngredientData, ingredient } from '#contract/nursing/ingredient'
import { kitchen } from '#contract/nursing/kitchen'
import { meals } from '#contract/nursing/meals'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { money } from '#web/kit/fields/money'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { keyword, person } from '#web/kit/fields/text'
import { editOf, type FormRequest } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'

const cols = columns(
  ingredient.calls.list,
  {
    ingredientName: {
      title: '食材',
      as: person,
      width: 200,
      sort: true,
      search: { field: 'ingredientName', as: keyword },
    },
    priceFen: {
      title: '单价（元/千克）',
      as: money,
      width: 150,
      sort: true,
      cell: (price) => (price === null ? <span className="yy-amber">还没有价格</span> : money.cell(price)),
      text: (price) => money.text(price),
    },
    dishes: { title: '用于菜品', as: int, width: 100 },
    changedName: { title: '定价人', width: 110 },
    changedAt: { title: '定价时间', as: datetime, width: 170, sort: true },
  },
  { priced: { title: '价格', as: yesNo, width: 120 } },
)

const priceForm = (row: IngredientData): FormRequest =>
  editOf(ingredient.calls.save, row, {
    title: '定价',
    about: `${row.ingredientName}，用于 ${row.dishes} 道菜`,
    verb: '保存价格',
    fields: {
      priceFen: {
        as: money,
        title: '单价（元/千克）',
        wide: true,
        hint: '没有填成本的菜按食材价算成本，采购清单按它算金额；不填就是没有价格',
      },
    },
    values: (one) => ({ priceFen: one.priceFen }),
    also: (one) => ({ ingredientName: one.ingredientName, version: one.version }),
    again: async () => {
      const { list } = await send(ingredient.calls.list, { page: 1, size: 100, ingredientName: row.ingredientName })
      return list.find((one) => one.ingredientName === row.ingredientName) ?? row
    },
    touches: [dish, kitchen, meals],
    done: `“${row.ingredientName}”的价格已保存`,
  })

export default function IngredientPrices() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  return (
    <ListPage
      call={ingredient.calls.list}
      columns={cols}
      rowKey="ingredientName"
      title="食材价格"
      unit="种"
      actions={[
        { title: '定价', needs: ingredient.calls.save.needs, form: priceForm },
        {
          title: '用到的菜',
          onClick: (row: IngredientData) => openPage(dish.pages.list.path, { ingredientName: row.ingredientName }),
        },
        recordLogAction(setRecord, (row: IngredientData) => ({
          type: 'ingredient',
          id: row.ingredientName,
          title: row.ingredientName,
        })),
      ]}
      empty={{
        title: '还没有食材',
        text: '在“菜品管理”里给菜填上食材和每份克数，食材就会列在这里，定价后可以算成本和采购金额。',
      }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
