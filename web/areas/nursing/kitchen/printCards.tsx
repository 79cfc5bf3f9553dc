// Portion cards of a meal, eight to a page: bed, name, form, diets, allergens in a frame, help, dishes.
import { kitchen, type MealCardData } from '#contract/nursing/kitchen'
import { MealHelp, MealPortion } from '#contract/nursing/mealStates'
import {
  Allergen,
  DietTherapy,
  MealTaboo,
  MealTexture,
  MealTime,
  type MealTimeValue,
} from '#contract/nursing/mealWords'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { toast } from '#web/kit/toast'

const frame = {
  border: '0.3mm solid #000',
  padding: '2.5mm 3mm',
  breakInside: 'avoid' as const,
  minHeight: '56mm',
  boxSizing: 'border-box' as const,
}

function Card({ card, head }: { card: MealCardData; head: string }) {
  const place = card.bedPath ? bedPathText(card.bedPath.split('>').slice(-2).join('>')) : ''
  const never = [
    ...card.allergens.map((one) => `${Allergen.label(one)}过敏`),
    ...card.taboos.map((one) => MealTaboo.label(one)),
  ]
  const how = [
    card.help === MealHelp.is.SELF ? null : MealHelp.label(card.help),
    card.portion === MealPortion.is.NORMAL ? null : MealPortion.label(card.portion),
    card.dislikes,
    card.remark,
  ].filter(Boolean)
  return (
    <div style={frame}>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: '9pt' }}>
        <span>{head}</span>
        <span>{card.ward}</span>
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', margin: '1mm 0' }}>
        <b style={{ fontSize: '17pt' }}>
          {place} {card.oldmanName}
          {card.guest && '（客餐）'}
        </b>
        {card.portions > 1 && <b style={{ fontSize: '14pt' }}>×{card.portions}</b>}
      </div>
      <div style={{ fontSize: '12pt', fontWeight: 600 }}>
        {[MealTexture.label(card.texture), ...card.therapies.map((one) => DietTherapy.label(one))].join('　')}
      </div>
      {never.length > 0 && (
        <div
          style={{
            border: '0.5mm solid #c00',
            color: '#c00',
            fontWeight: 600,
            fontSize: '11pt',
            padding: '0.5mm 2mm',
            margin: '1mm 0',
          }}
        >
          ⚠ {never.join('、')}
        </div>
      )}
      <div style={{ fontSize: '11pt', margin: '1mm 0' }}>{card.dishes.join('、') || '没有适合的菜，请另配'}</div>
      {(how.length > 0 || card.swapped) && (
        <div style={{ fontSize: '10pt' }}>{[...(card.swapped ? ['已换菜'] : []), ...how].join('；')}</div>
      )}
    </div>
  )
}

export async function printCards(day: string, meal: MealTimeValue, ward: string | null): Promise<void> {
  const data = await send(kitchen.calls.cards, { day, meal, ...(ward && { ward }) })
  if (data.cards.length === 0) {
    toast.warning('这一餐没有要打印的分餐卡')
    return
  }
  const head = `${day.slice(5)} ${MealTime.label(meal)} ${data.clock}`
  await printSheet({
    title: `分餐卡 ${day} ${MealTime.label(meal)}${ward ? ` ${ward}` : ''}`,
    paper: 'A4',
    render: () => (
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '3mm' }}>
        {data.cards.map((card, at) => (
          <Card key={`${card.oldmanId}-${at}`} card={card} head={head} />
        ))}
      </div>
    ),
  })
}
