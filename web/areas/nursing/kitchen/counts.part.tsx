// The counts of a meal: forms and diets, wards, dishes, and what changed after the counts were closed.
import type { KitchenDishData, MealChangeData, MealCountsData } from '#contract/nursing/kitchen'
import { MealChangeKind, MealStopReason } from '#contract/nursing/mealStates'
import { Allergen, DietTherapy, MealTexture } from '#contract/nursing/mealWords'
import { bedPathText } from '#web/areas/live/public'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'

export function Forms({ counts }: { counts: MealCountsData }) {
  const most = Math.max(1, ...counts.textures.map((one) => one.count))
  return (
    <PageCard title="饮食形态" sub={`${counts.total} 份${counts.guests > 0 ? `，另客餐 ${counts.guests} 份` : ''}`}>
      <ul className="yy-plain-list yy-stack yy-gap-8">
        {counts.textures.map((one) => (
          <li key={one.texture} className="yy-kitchen-bar yy-grid yy-center yy-gap-8">
            <span>{MealTexture.label(one.texture)}</span>
            <i aria-hidden>
              <i style={{ width: `${(one.count / most) * 100}%` }} />
            </i>
            <b className="yy-kitchen-number">{one.count}</b>
          </li>
        ))}
      </ul>
      <p className="yy-above-12 yy-no-margin">
        {counts.therapies.map((one) => (
          <span key={one.therapy} className="yy-kitchen-diet">
            {DietTherapy.label(one.therapy)} <b>{one.count}</b>
          </span>
        ))}
        {counts.allergens.map((one) => (
          <span key={one.allergen} className="yy-kitchen-diet yy-red">
            {Allergen.label(one.allergen)}过敏 <b>{one.count}</b>
          </span>
        ))}
      </p>
      <p className="yy-second yy-no-margin yy-above-12">
        换菜 {counts.swaps}，大份 {counts.large}，小份 {counts.small}；停餐 {counts.absent}（外出、住院和禁食）
      </p>
    </PageCard>
  )
}

export function Wards({ counts, onPrint }: { counts: MealCountsData; onPrint(ward: string): void }) {
  return (
    <PageCard title="送往各楼层" flush>
      <table className="yy-meals-table yy-plain-table">
        <thead>
          <tr>
            <th scope="col">楼层</th>
            {MealTexture.list.map((one) => (
              <th scope="col" className="yy-right" key={one.value}>
                {one.label.replace(/（.*/, '')}
              </th>
            ))}
            <th scope="col" className="yy-right">
              客餐
            </th>
            <th scope="col" className="yy-right">
              合计
            </th>
            <th scope="col">
              <span className="yy-heard">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.wards.map((one) => (
            <tr key={one.ward}>
              <td>{one.ward || '没有床位'}</td>
              {one.textures.map((texture) => (
                <td className="yy-right" key={texture.texture}>
                  {texture.count || <span className="yy-none">—</span>}
                </td>
              ))}
              <td className="yy-right">{one.guests || <span className="yy-none">—</span>}</td>
              <td className="yy-right">
                <b>{one.total + one.guests}</b>
              </td>
              <td>
                <button type="button" className="yy-link" onClick={() => onPrint(one.ward)}>
                  打印分餐卡
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

export function Dishes({ dishes }: { dishes: readonly KitchenDishData[] }) {
  return (
    <PageCard title="要做的菜" sub="份数含客餐" flush>
      <table className="yy-meals-table yy-plain-table">
        <thead>
          <tr>
            <th scope="col">菜品</th>
            <th scope="col" className="yy-right">
              份数
            </th>
            <th scope="col">其中</th>
          </tr>
        </thead>
        <tbody>
          {dishes.map((one) => (
            <tr key={one.dishId}>
              <td>
                {one.dishName} <span className="yy-second yy-small">{one.categoryName}</span>
              </td>
              <td className="yy-right">
                <b>{one.portions}</b>
              </td>
              <td className="yy-second yy-kitchen-why">
                {one.textures
                  .map((texture) => `${MealTexture.label(texture.texture).replace(/（.*/, '')} ${texture.count}`)
                  .join('、')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

const reason = (note: string | null) =>
  note && MealStopReason.list.some((one) => one.value === note) ? MealStopReason.label(note as never) : note

export function Changes({
  changes,
  closesAt,
  closed,
}: {
  changes: readonly MealChangeData[]
  closesAt: string
  closed: boolean
}) {
  const at = closesAt.slice(5, 16)
  return (
    <PageCard title="截单后变动" sub={closed ? `${at} 截单` : `${at} 截单，现在还可以改`} flush={changes.length > 0}>
      {changes.length === 0 ? (
        <Empty
          title={closed ? '截单后没有变动' : '还没有截单'}
          text={closed ? '按截单时的份数备餐即可。' : '截单以后的停餐、恢复和饮食调整列在这里。'}
        />
      ) : (
        <ul className="yy-plain-list yy-kitchen-changes">
          {changes.map((one) => (
            <li key={`${one.at}${one.oldmanName}${one.kind}`}>
              <span className="yy-row yy-between yy-gap-8">
                <span>
                  <b>{one.oldmanName}</b>{' '}
                  <span className="yy-second yy-small">
                    {one.bedPath ? bedPathText(one.bedPath.split('>').slice(-2).join('>')) : ''}
                  </span>
                </span>
                <span className="yy-inline yy-gap-8">
                  <StatusTag option={MealChangeKind.find(one.kind)!} />
                  <b>{one.delta > 0 ? `+${one.delta}` : one.delta < 0 ? `−${-one.delta}` : ''}</b>
                </span>
              </span>
              <span className="yy-second yy-small">
                {one.at.slice(5, 16)} {one.guest ? '客餐，' : ''}
                {one.textureBefore !== null && one.textureBefore !== one.texture
                  ? `${MealTexture.label(one.textureBefore)} → ${MealTexture.label(one.texture)}`
                  : MealTexture.label(one.texture)}
                {one.note ? `，${reason(one.note)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PageCard>
  )
}
