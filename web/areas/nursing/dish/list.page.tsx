import { useState } from 'react'
import { type DishData, dish } from '#contract/nursing/dish'
import { dishCategory } from '#contract/nursing/dishCategory'
import { ingredient } from '#contract/nursing/ingredient'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { Allergen, DietTherapy, MealTexture } from '#contract/nursing/mealWords'
import { money } from '#web/kit/fields/money'
import { int, number } from '#web/kit/fields/number'
import { manyOf, onOff, optionField } from '#web/kit/fields/option'
import { keyword, longText } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { ListPage } from '#web/kit/list/ListPage'
import { useMay } from '#web/kit/permission'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { AllergenMarks } from './allergens.tsx'
import { DishDrawer } from './detail.part.tsx'
import { dishCategories, editDish, newDish } from './forms.tsx'

const cols = columns(dish.calls.list, {
  dishName: {
    title: '菜名',
    width: 190,
    sort: true,
    search: { field: 'dishName', as: keyword, placeholder: '名称或拼音首字母' },
    cell: (name, row) => (
      <span className="yy-inline yy-gap-8">
        <b className={row.enabled ? 'yy-name' : 'yy-none'}>{name}</b>
        <AllergenMarks values={row.allergens} />
      </span>
    ),
  },
  categoryName: { title: '分类', width: 80, search: { field: 'categoryId', as: dishCategories } },
  textures: {
    title: '适合',
    width: 180,
    search: { field: 'texture', as: optionField(MealTexture) as never },
    cell: (values) => values.map((one) => MealTexture.label(one)).join('、'),
    text: (values) => values.map((one) => MealTexture.label(one)).join('、'),
  },
  unfit: {
    title: '不适合',
    as: manyOf(DietTherapy),
    width: 150,
    cell: (values) => values.map((one) => DietTherapy.label(one)).join('、') || <span className="yy-none">—</span>,
  },
  allergens: {
    title: '过敏原',
    width: 140,
    hidden: true,
    cell: (values) => values.map((one) => Allergen.label(one)).join('、') || <span className="yy-none">—</span>,
    text: (values) => values.map((one) => Allergen.label(one)).join('、'),
  },
  energyKcal: { title: '千卡', as: int, width: 76, sort: true },
  saltG: { title: '盐（克）', as: number, width: 98, sort: true },
  costFen: {
    title: '成本（元/份）',
    as: money,
    width: 116,
    sort: true,
    // What nobody entered follows from the prices of the ingredients.
    cell: (entered, row) =>
      entered === null && row.reckonedFen !== null ? (
        <span title="按食材价格算出">{money.cell(row.reckonedFen)}</span>
      ) : (
        money.cell(entered)
      ),
    text: (entered, row) => money.text(entered ?? row.reckonedFen),
  },
  planned: { title: '近期排餐', as: int, width: 84 },
  enabled: { title: '状态', as: onOff, search: true },
  remark: { title: '说明', as: longText, width: 180, hidden: true },
})

const chips = { ingredientName: (name: unknown) => `用到${String(name)}的菜` }

/** For who may not see what a portion costs. */
const colsWithoutCost: typeof cols = { ...cols, list: cols.list.filter((one) => one.key !== 'costFen') }

export default function DishList() {
  const may = useMay()
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [importing, setImporting] = useState(false)
  return (
    <ListPage
      call={dish.calls.list}
      columns={may(SEE_MEAL_MONEY) ? cols : colsWithoutCost}
      rowKey="dishId"
      title="菜品"
      unit="道"
      create={newDish(null)}
      onImport={{ needs: dish.calls.importCommit.needs, onClick: () => setImporting(true) }}
      chips={chips}
      open={(row) => setOpened(row.dishId)}
      actions={[
        { title: '修改', needs: dish.calls.save.needs, form: editDish },
        recordLogAction(setRecord, (row: DishData) => ({ type: 'dish', id: row.dishId, title: row.dishName })),
        actionOf(dish.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: DishData) => ({ dishId: row.dishId }),
          confirm: (row) => ({
            title: `删除菜品“${row.dishName}”？`,
            effects: ['排进过菜谱的菜不能删除，不再做请停用', '不能撤销，只能重新新增'],
            verb: '删除菜品',
            safe: '不删除',
            touches: [dishCategory],
          }),
          done: (row) => `已删除“${row.dishName}”`,
        }),
      ]}
      empty={{
        title: '还没有菜品',
        text: '先建好菜品分类，再新增菜品，写明过敏原和适合的饮食形态，然后到“排餐计划”里排餐。',
      }}
    >
      <DishDrawer
        dishId={opened}
        onEdit={(row) => {
          setOpened(null)
          setForm(editDish(row))
        }}
        onClose={() => setOpened(null)}
      />
      <ImportDialog
        open={importing}
        title="菜品"
        unit="道"
        calls={dish.calls}
        touches={[dish, dishCategory, ingredient]}
        notes={[
          '菜名相同的是同一道菜：已有的会更新，没有的新增；空着的格子不改已有的内容',
          '多个值用顿号隔开，如 普食、软食；没有过敏原写“无”',
          '食材写成名称和每份克数，如 猪瘦肉 62.5、豆腐 120',
        ]}
        onClose={() => setImporting(false)}
      />
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
