// 老人膳食档案: what each elder may eat and how; form, diets and restraints are the archive's.
import { type MealElderData, mealElder } from '#contract/nursing/mealElder'
import { mealOrder } from '#contract/nursing/mealOrder'
import { MealHelp, MealPortion } from '#contract/nursing/mealStates'
import { Allergen, DietTherapy, MealTaboo, MealTexture } from '#contract/nursing/mealWords'
import { archivePath, BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { AllergenMarks } from '#web/areas/nursing/dish/allergens'
import { send } from '#web/kit/call'
import { department } from '#web/kit/fields/department'
import { manyOf, optionField, radioOf } from '#web/kit/fields/option'
import { keyword, longText, text } from '#web/kit/fields/text'
import { editOf } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'

const words = (values: readonly string[]) => values.join('、')
const none = <span className="yy-none">—</span>

const cols = columns(mealElder.calls.list, {
  oldmanName: {
    title: '老人',
    width: 170,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link notes={false} />,
    search: { field: 'keyword', as: keyword, placeholder: '姓名或拼音首字母', width: 170, order: 0 },
  },
  bedPath: { title: '床位', width: 180, cell: (path) => <BedPath path={path} />, text: (path) => bedPathText(path) },
  texture: {
    title: '饮食形态',
    as: MealTexture,
    width: 120,
    search: { field: 'texture', as: optionField(MealTexture), order: 1 },
  },
  therapies: {
    title: '治疗饮食',
    width: 150,
    cell: (values) => words(values.map((one) => DietTherapy.label(one))) || none,
    text: (values) => words(values.map((one) => DietTherapy.label(one))),
    search: { field: 'therapy', as: optionField(DietTherapy) as never, order: 2 },
  },
  taboos: {
    title: '忌口',
    width: 150,
    cell: (values) => words(values.map((one) => MealTaboo.label(one))) || none,
    text: (values) => words(values.map((one) => MealTaboo.label(one))),
    search: { field: 'taboo', as: optionField(MealTaboo) as never, order: 3 },
  },
  allergens: {
    title: '食物过敏',
    width: 170,
    cell: (values) =>
      values.length > 0 ? (
        <span className="yy-inline yy-gap-6 yy-red">
          {words(values.map((one) => Allergen.label(one)))}
          <AllergenMarks values={values} />
        </span>
      ) : (
        none
      ),
    text: (values) => words(values.map((one) => Allergen.label(one))),
    search: { field: 'allergen', as: optionField(Allergen) as never, order: 4 },
  },
  help: { title: '进食协助', as: MealHelp, width: 110, search: { field: 'help', as: optionField(MealHelp), order: 5 } },
  portion: { title: '份量', as: MealPortion, width: 70 },
  dislikes: { title: '不喜欢', as: text, width: 120 },
  remark: { title: '给厨房的话', as: longText, width: 160 },
  deptName: {
    title: '部门',
    as: text,
    width: 130,
    hidden: true,
    search: { field: 'deptId', as: department, order: 6 },
  },
})

/** The archive keeps form, diets and restraints; here stands what the kitchen must know besides. */
const edit = (row: MealElderData) =>
  editOf(mealElder.calls.save, row, {
    title: `膳食档案：${row.oldmanName}`,
    about: `${MealTexture.label(row.texture)}${row.known.length > 0 ? `，档案过敏史含${words(row.known.map((one) => Allergen.label(one)))}` : ''}`,
    verb: '保存',
    fields: {
      allergens: {
        as: manyOf(Allergen),
        title: '食物过敏',
        wide: true,
        hint: '含这些过敏原的菜不会配给老人；档案里的过敏史自动算在内',
      },
      help: { as: radioOf(MealHelp), title: '进食协助', wide: true },
      portion: { as: radioOf(MealPortion), title: '份量', wide: true },
      dislikes: { as: text, title: '不喜欢', wide: true, hint: '只提醒厨房，不影响配菜' },
      remark: { as: longText, title: '给厨房的话', wide: true },
    },
    values: ({ allergens, known, help, portion, dislikes, remark }) => ({
      allergens: allergens.filter((one) => !known.includes(one)),
      help,
      portion,
      dislikes: dislikes ?? '',
      remark: remark ?? '',
    }),
    also: ({ oldmanId, version }) => ({ oldmanId, version }),
    again: async () =>
      (await send(mealElder.calls.list, { keyword: row.oldmanName, page: 1, size: 100 })).list.find(
        (one) => one.oldmanId === row.oldmanId,
      ) ?? row,
    touches: [mealOrder],
    done: '膳食档案已保存，以后的用餐按新的安排',
  })

export default function MealElders() {
  return (
    <ListPage
      call={mealElder.calls.list}
      columns={cols}
      rowKey="oldmanId"
      title="老人膳食档案"
      unit="位"
      actions={[
        { title: '修改', needs: mealElder.calls.save.needs, form: edit },
        {
          title: '到档案改饮食形态',
          link: '档案饮食',
          onClick: (row: MealElderData) => openPage(archivePath(row.oldmanId)),
        },
      ]}
      empty={{
        title: '没有符合条件的老人',
        text: '这里列出所有在住老人；饮食形态、治疗饮食和忌口在老人档案的“健康”里修改。',
      }}
    />
  )
}
