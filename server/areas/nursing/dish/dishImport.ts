// Dishes from a workbook. A dish that is there already (by its name) is brought up to date; cells that are empty leave what it has.
import type { Fen } from '#contract/kit/money'
import type { OptionSet } from '#contract/kit/options'
import { invalid } from '#contract/kit/refusal'
import type { DishData, DishIngredientData } from '#contract/nursing/dish'
import {
  Allergen,
  type AllergenValue,
  DietTherapy,
  type DietTherapyValue,
  DishContent,
  type DishContentValue,
  MealTexture,
  type MealTextureValue,
} from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { type ImportSpec, importSheet } from '#server/kit/excelImport'
import { amount, shortText, wholeNumber } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { dishes } from './dishRow.ts'
import { addDish, type DishBody, saveDish } from './dishWrite.ts'

interface Line {
  dishName: string
  category: string
  textures: MealTextureValue[]
  allergens: AllergenValue[] | null
  contents: DishContentValue[] | null
  unfit: DietTherapyValue[] | null
  ingredients: DishIngredientData[] | null
  portionGrams: number | null
  energyKcal: number | null
  saltG: number | null
  proteinG: number | null
  fatG: number | null
  carbG: number | null
  costFen: Fen | null
  remark: string | null
}

interface There {
  dishId: string
  categoryId: string
  /** Forms for which it is planned from today on. */
  planned: MealTextureValue[]
}

interface Known {
  categories: ReadonlyMap<string, { categoryId: string; enabled: boolean }>
  there: ReadonlyMap<string, There>
}

const CATEGORIES =
  'select category_id as "categoryId", category_name as name, enabled from dish_category where org_id = $1'
const THERE = `select t.dish_id as "dishId", t.dish_name as name, t.category_id as "categoryId",
  array(select distinct x from dish_plan_item i, unnest(i.textures) x where i.org_id = t.org_id and i.dish_id = t.dish_id
    and i.day >= current_date order by x) as planned
from dish t where t.org_id = $1`

async function surroundings(client: Tx['client'] | Caller['app']['pool'], orgId: string): Promise<Known> {
  const categories = await client.query<{ categoryId: string; name: string; enabled: boolean }>(CATEGORIES, [orgId])
  const there = await client.query<There & { name: string }>(THERE, [orgId])
  return {
    categories: new Map(categories.rows.map((row) => [row.name, row])),
    there: new Map(there.rows.map((row) => [row.name, row])),
  }
}

function categoryOf(line: Line, known: Known): string {
  const found = known.categories.get(line.category.trim())
  if (!found) {
    throw unknownWord('分类应为已有的菜品分类', line.category, known.categories.keys(), '，请先在“菜品分类”里新增')
  }
  if (!found.enabled && known.there.get(line.dishName?.trim())?.categoryId !== found.categoryId) {
    throw invalid(`分类“${line.category}”已停用，请换一个分类，或先启用它`)
  }
  return found.categoryId
}

function reasonsAgainst(line: Line, known: Known, bad: ReadonlySet<string>): readonly Reason[] {
  const reasons = new Reasons()
  if (!bad.has('category')) reasons.attempt('分类', () => categoryOf(line, known), '')
  const there = bad.has('dishName') || bad.has('textures') ? undefined : known.there.get(line.dishName.trim())
  const lost = there?.planned.filter((one) => !line.textures.includes(one)) ?? []
  if (lost.length > 0) {
    const forms = lost.map((one) => MealTexture.label(one)).join('、')
    reasons.add(`今后的菜谱里这道菜排给了${forms}，请先在菜谱里改掉，再去掉这种饮食形态`)
  }
  return reasons.list
}

const wordsIn = (text: string) => text.split(/[、,，;；/\n]+/).flatMap((one) => one.trim() || [])
/** 糊状（匀浆） is also 糊状. */
const bare = (label: string) => label.replace(/[（(].*$/, '')

const severalOf =
  <V extends string | number>(set: OptionSet<V>, none = '无') =>
  (text: string): V[] =>
    wordsIn(text)
      .filter((word) => word !== none)
      .map((word) => {
        const found = set.list.find((one) => one.label === word || bare(one.label) === word)
        if (found) return found.value
        const labels = set.list.map((one) => bare(one.label))
        throw unknownWord(`“${word}”应为 ${labels.join('、')} 之一`, word, labels)
      })

const someOf =
  <V extends string | number>(set: OptionSet<V>) =>
  (text: string): V[] => {
    const found = severalOf(set)(text)
    if (found.length === 0) throw invalid('请至少写一种')
    return found
  }

const gram = (most: number) => (text: string) => {
  const value = Number(text.replaceAll(',', ''))
  if (!(value >= 0) || value > most) throw invalid(`应为 0 到 ${most} 之间的数`)
  return value
}

const MOST_INGREDIENTS = 40
/** A minus before the figure is no name. */
const INGREDIENT = /^(.*?[^\s\d.\-−–])\s*(\d+(?:\.\d+)?)\s*(?:克|g|G)?$/

/** 猪瘦肉 62.5、豆腐 120 */
export function ingredientsIn(text: string): DishIngredientData[] {
  const found = wordsIn(text).map((word) => {
    const [, name, grams] = INGREDIENT.exec(word) ?? []
    const weight = Number(grams)
    if (!name || !(weight >= 0.1) || weight > 5_000 || [...name].length > 30) {
      throw invalid(`“${word}”应写成名称和每份克数，例如 猪瘦肉 62.5、豆腐 120`)
    }
    return { name, grams: weight }
  })
  if (new Set(found.map((one) => one.name)).size < found.length) throw invalid('同一种食材写了两次，请合并成一个')
  if (found.length > MOST_INGREDIENTS) throw invalid(`最多 ${MOST_INGREDIENTS} 种食材`)
  return found
}

const cost = (text: string): Fen => {
  const value = amount(text)
  if (value < 0 || value > 100_000) throw invalid('应为 0 到 1000 元之间的金额')
  return value
}

/** What the form would send of a dish that nobody changes. */
const bodyOf = (one: DishData): DishBody => ({
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
})

function given({ category: _, ...line }: Line, categoryId: string): DishBody {
  const filled = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))
  return { ...(filled as Omit<Line, 'category'>), dishName: line.dishName.trim(), categoryId }
}

const spec: ImportSpec<Line, Known> = {
  name: 'nursing.dish',
  title: '菜品',
  columns: [
    { key: 'dishName', title: '菜名', required: true, parse: shortText(30), example: '肉末豆腐', width: 20 },
    { key: 'category', title: '分类', required: true, parse: shortText(20), example: '小荤', width: 12 },
    {
      key: 'textures',
      title: '适合的饮食形态',
      required: true,
      parse: someOf(MealTexture),
      example: '普食、软食',
      width: 22,
    },
    { key: 'allergens', title: '过敏原', parse: severalOf(Allergen), example: '大豆', width: 18 },
    { key: 'contents', title: '还含有', parse: severalOf(DishContent), example: '猪肉', width: 16 },
    { key: 'unfit', title: '不适合的治疗饮食', parse: severalOf(DietTherapy), example: '低嘌呤', width: 18 },
    {
      key: 'ingredients',
      title: '食材（每份克数）',
      parse: ingredientsIn,
      example: '猪瘦肉 62.5、豆腐 120',
      width: 34,
    },
    { key: 'portionGrams', title: '每份重量（克）', parse: wholeNumber(1, 5_000), example: '180', width: 14 },
    { key: 'energyKcal', title: '能量（千卡）', parse: wholeNumber(0, 5_000), example: '210', width: 12 },
    { key: 'saltG', title: '盐（克）', parse: gram(50), example: '1.2', width: 10 },
    { key: 'proteinG', title: '蛋白质（克）', parse: gram(500), example: '13.4', width: 12 },
    { key: 'fatG', title: '脂肪（克）', parse: gram(500), example: '9', width: 10 },
    { key: 'carbG', title: '碳水（克）', parse: gram(1_000), example: '6', width: 10 },
    { key: 'costFen', title: '每份成本（元）', parse: cost, example: '4.55', width: 14 },
    { key: 'remark', title: '说明', parse: shortText(200), width: 24 },
  ],
  keyOf: (row) => row.dishName.trim(),
  keyedBy: 'dishName',
  load: (who) => surroundings(who.app.pool, who.orgId),
  checkRow: reasonsAgainst,
  saveRows: async (tx, lines, who) => {
    // What a chunk before an interruption has saved is there already: read again.
    const now = await surroundings(tx.client, tx.orgId)
    let added = 0
    for (const line of lines) {
      const body = given(line, categoryOf(line, now))
      const there = now.there.get(body.dishName)
      if (there) {
        const before = await dishes.hold(tx, who, there.dishId)
        await saveDish(tx, who, { ...bodyOf(before), ...body, dishId: there.dishId })
      } else {
        await addDish(tx, who, body)
        added++
      }
    }
    tx.log({ remark: `导入菜品：新增 ${added} 道，更新 ${lines.length - added} 道`, targetType: 'dish' })
    return { added, updated: lines.length - added, skipped: 0 }
  },
}

export const dishImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const dishImportRun = dishImport.run
