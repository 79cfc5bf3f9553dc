// One dish: whom it suits and whom not, what is in it, what a portion feeds and costs.
import { Button, Image } from 'antd'
import type { DishData } from '#contract/nursing/dish'
import { dish } from '#contract/nursing/dish'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { Allergen, DietTherapy, DishContent, MealTaboo, MealTexture } from '#contract/nursing/mealWords'
import { moneyText } from '#web/kit/fields/money'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed, useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { foodText } from './forms.tsx'
import './dish.css'

interface DishDrawerProps {
  dishId: string | null
  onEdit(row: DishData): void
  onClose(): void
}

const figure = (value: number | null, unit: string) => (value === null ? null : `${value} ${unit}`)

function costWords({ costFen, reckonedFen, ingredients, unpriced }: DishData) {
  const reckoned = reckonedFen === null ? null : `按食材价格 ${moneyText(reckonedFen)} 元`
  if (costFen !== null) return [`每份 ${moneyText(costFen)} 元`, reckoned].filter(Boolean).join('；')
  if (reckoned) return `每份${reckoned}`
  const why = ingredients.length > 0 ? `，还没有价格：${unpriced.join('、')}` : ''
  return <span className="yy-none">没有填{why}</span>
}

export function DishDrawer({ dishId, onEdit, onClose }: DishDrawerProps) {
  const shown = useShown(dishId)
  const of = useCall(dish.calls.get, shown ? { dishId: shown } : null)
  const { data } = of
  const may = useMay()
  return (
    <DetailDrawer
      open={dishId !== null}
      title={data?.dishName ?? '菜品'}
      about={data && !data.enabled && <StatusTag family="grey">停用</StatusTag>}
      width={720}
      of={of}
      what="菜品"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            <Allowed needs={dish.calls.save.needs}>
              <Button type="primary" onClick={() => onEdit(data)}>
                修改菜品
              </Button>
            </Allowed>
          </DrawerFoot>
        )
      }
    >
      {(one) => (
        <>
          {one.picture && (
            <p>
              <Image src={one.picture} width={220} alt={one.dishName} />
            </p>
          )}
          <dl className="yy-dish-facts">
            <dt>分类</dt>
            <dd>{one.categoryName}</dd>
            <dt>适合</dt>
            <dd>{one.textures.map((value) => MealTexture.label(value)).join('、')}</dd>
            <dt>过敏原</dt>
            <dd>{one.allergens.map((value) => Allergen.label(value)).join('、') || '没有常见过敏原'}</dd>
            <dt>还含有</dt>
            <dd>{one.contents.map((value) => DishContent.label(value)).join('、') || '—'}</dd>
            <dt>不能给</dt>
            <dd>
              {[
                ...one.taboos.map((value) => MealTaboo.label(value)),
                ...one.unfit.map((value) => `${DietTherapy.label(value)}饮食`),
              ].join('、') || '没有限制'}
            </dd>
            <dt>食材</dt>
            <dd>{foodText(one.ingredients) || <span className="yy-none">没有填，采购量里不算这道菜</span>}</dd>
            <dt>每份</dt>
            <dd>
              {[
                figure(one.portionGrams, '克'),
                figure(one.energyKcal, '千卡'),
                one.proteinG === null ? null : `蛋白质 ${one.proteinG} 克`,
                one.fatG === null ? null : `脂肪 ${one.fatG} 克`,
                one.carbG === null ? null : `碳水 ${one.carbG} 克`,
                one.saltG === null ? null : `盐 ${one.saltG} 克`,
              ]
                .filter(Boolean)
                .join('，') || <span className="yy-none">没有填营养</span>}
            </dd>
            {may(SEE_MEAL_MONEY) && (
              <>
                <dt>成本</dt>
                <dd>{costWords(one)}</dd>
              </>
            )}
            <dt>说明</dt>
            <dd>{one.remark ?? <span className="yy-none">没有说明</span>}</dd>
            <dt>近四周</dt>
            <dd>{one.planned > 0 ? `排了 ${one.planned} 次` : '没有排过'}</dd>
          </dl>
        </>
      )}
    </DetailDrawer>
  )
}
