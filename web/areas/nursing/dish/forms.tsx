// The form of a dish: what it is and whom it suits, what is in it, what a portion feeds and costs.
import { Button, Input, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type DishData, type DishIngredientData, dish } from '#contract/nursing/dish'
import { dishCategory } from '#contract/nursing/dishCategory'
import { Allergen, DietTherapy, DishContent, MealTexture } from '#contract/nursing/mealWords'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { imageOf } from '#web/kit/fields/image'
import { lookupOf } from '#web/kit/fields/lookup'
import { money } from '#web/kit/fields/money'
import { int, number } from '#web/kit/fields/number'
import { manyOf, onOff } from '#web/kit/fields/option'
import { longText, text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { declareLookup } from '#web/kit/lookup'
import './dish.css'

declareLookup('dishCategory', {
  call: dishCategory.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'categoryId',
  label: 'categoryName',
})
export const dishCategories = lookupOf('dishCategory')

export const foodText = (food: readonly DishIngredientData[]) =>
  food.map((one) => `${one.name} ${one.grams} 克`).join('、')

function Food({ value, onChange, disabled }: InputProps<DishIngredientData[]>) {
  const food = value ?? []
  const change = (at: number, part: Partial<DishIngredientData>) =>
    onChange?.(food.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <div className="yy-stack yy-gap-8">
      {food.map((one, at) => (
        <div key={at} className="yy-dish-food">
          <Input
            aria-label={`食材 ${at + 1}`}
            placeholder="如 猪瘦肉"
            value={one.name}
            maxLength={30}
            disabled={disabled}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <InputNumber<number>
            aria-label={`${one.name || '食材'}每份毛重`}
            className="yy-fill"
            min={0}
            value={one.grams || null}
            suffix="克"
            disabled={disabled}
            onChange={(grams) => change(at, { grams: grams ?? 0 })}
          />
          <Button
            aria-label={`去掉${one.name || '这一行'}`}
            icon={<Trash2 size={15} aria-hidden />}
            disabled={disabled}
            onClick={() => onChange?.(food.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={15} aria-hidden />}
          disabled={disabled || food.length >= 40}
          onClick={() => onChange?.([...food, { name: '', grams: 0 }])}
        >
          加一种食材
        </Button>
      </span>
    </div>
  )
}

const foodField: Field<DishIngredientData[]> = {
  ...(text as unknown as Field<DishIngredientData[]>),
  untitled: true,
  cell: (food) => foodText(food ?? []),
  text: (food) => foodText(food ?? []),
  input: (props) => <Food {...props} />,
}

const fields = {
  dishName: { placeholder: '最多 30 个字，如 清蒸鲈鱼（去刺）' },
  categoryId: { as: dishCategories },
  textures: { as: manyOf(MealTexture), title: '适合的饮食形态', hint: '排餐时只排给这些形态的老人' },
  allergens: { as: manyOf(Allergen), hint: '对这些过敏的老人不能吃这道菜' },
  contents: { as: manyOf(DishContent), title: '还含有', hint: '按忌口核对：牛羊肉、猪肉、荤、辛辣、生冷' },
  unfit: { as: manyOf(DietTherapy), title: '不适合的治疗饮食', hint: '如红烧肉不适合低盐、低脂、低嘌呤' },
  ingredients: {
    as: foodField as never,
    title: '食材（每份毛重）',
    wide: true,
    hint: '厨房按份数算采购量',
    check: (value: DishIngredientData[] | null | undefined) => {
      if (value?.some((one) => one.name.trim() === '' || !(one.grams > 0))) return '每种食材都要填名称和大于 0 的克数'
      const names = (value ?? []).map((one) => one.name.trim())
      return new Set(names).size < names.length ? '同一种食材写了两次，请合并成一行' : null
    },
  },
  portionGrams: { as: int, title: '每份重量', props: { unit: '克' } },
  energyKcal: { as: int, title: '能量', props: { unit: '千卡' } },
  saltG: { as: number, title: '盐', props: { unit: '克' }, hint: '酱油等调料里的盐也算进来' },
  proteinG: { as: number, title: '蛋白质', props: { unit: '克' } },
  fatG: { as: number, title: '脂肪', props: { unit: '克' } },
  carbG: { as: number, title: '碳水化合物', props: { unit: '克' } },
  costFen: { as: money, title: '每份成本', hint: '不填就按食材价格算' },
  enabled: { as: onOff, hint: '停用后不能再排进菜谱，已排的照常' },
  picture: { as: imageOf(), title: '图片' },
  remark: { as: longText, wide: true },
} as const

export const newDish = (categoryId: string | null): FormRequest =>
  formOf(dish.calls.add, {
    title: '新增菜品',
    width: 720,
    fields: fields as never,
    initial: {
      enabled: true,
      textures: [MealTexture.is.normal, MealTexture.is.soft],
      ...(categoryId && { categoryId }),
    },
    touches: [dishCategory],
    done: '菜品已新增',
  })

export const editDish = (row: DishData): FormRequest =>
  editOf(dish.calls.save, row, {
    title: '修改菜品',
    about: row.dishName,
    width: 720,
    fields: fields as never,
    values: (one) => ({
      dishName: one.dishName,
      categoryId: one.categoryId,
      picture: one.picture,
      allergens: one.allergens,
      contents: one.contents,
      textures: one.textures,
      unfit: one.unfit,
      ingredients: one.ingredients,
      portionGrams: one.portionGrams,
      energyKcal: one.energyKcal,
      proteinG: one.proteinG,
      fatG: one.fatG,
      carbG: one.carbG,
      saltG: one.saltG,
      costFen: one.costFen,
      remark: one.remark,
      enabled: one.enabled,
    }),
    also: (one) => ({ dishId: one.dishId, version: one.version }),
    again: () => send(dish.calls.get, { dishId: row.dishId }),
    touches: [dishCategory],
    done: '菜品已保存',
  })
