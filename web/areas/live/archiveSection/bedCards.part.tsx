// 床头卡: who lies here, to be read from the door. One card a page, A5 or A6 lying, as many as were chosen.
import { maskedPhone } from '#contract/kit/privacy'
import { archiveSection, type BedCardData } from '#contract/live/archiveSection'
import { ResidentNote, ResidentSex } from '#contract/live/resident'
import { bedCode } from '#contract/nursing/careCode'
import { send } from '#web/kit/call'
import { PaperCode } from '#web/kit/print/PaperCode'
import { minuteText, printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import css from './bedCard.css?inline'

export type CardSize = 'A5' | 'A6'

export const NO_ALLERGY = '无'
/** 长护险 is money, not care. */
const INSURED = 4
/** What whoever stands at the bed has to mind. */
export const careNotes = (attention: BedCardData['attention']) => attention.filter((note) => note !== INSURED)
const MOST = 300
const LONG_NAME = 4

function placeOf(path: string | null): { near: string; far: string } {
  const parts = path?.split('>') ?? []
  const [bed = '', room = ''] = parts.slice(-2).reverse()
  return { near: [room, bed].filter(Boolean).join(' '), far: parts.slice(0, -2).join(' ') }
}

function Card({ card, org, size }: { card: BedCardData; org: string; size: CardSize }) {
  const { near, far } = placeOf(card.bedPath)
  const allergies = card.allergies && card.allergies !== NO_ALLERGY ? card.allergies : null
  const notes = careNotes(card.attention)
  const facts: [string, string | null, boolean?][] = [
    ['护理等级', card.levelName],
    ['自理能力', card.selfCare],
    ['饮食', card.diet, true],
    ['慢性病', card.diseases, true],
    ['血型', card.blood],
    ['过敏史', card.allergies ?? '未登记'],
  ]
  return (
    <article className={size === 'A6' ? 'bed-card card-a6' : 'bed-card'}>
      <header>
        <b className="card-org">{org}</b>
        <span>床头卡　{card.archiveNo}</span>
      </header>
      <div className="card-main">
        {card.head && <img className="card-photo" src={card.head} alt="" />}
        <div className="card-name">
          <h2 className={[...card.oldmanName].length > LONG_NAME ? 'long' : undefined}>{card.oldmanName}</h2>
          <p>
            {ResidentSex.label(card.sex)}　{card.age} 岁　{card.checkInDate && `${card.checkInDate} 入住`}
          </p>
        </div>
        {near && (
          <div className="card-bed">
            <b>{near}</b>
            <small>{far}</small>
          </div>
        )}
      </div>
      {(allergies || notes.length > 0) && (
        <div className="card-alert">
          {allergies && <span className="harm">过敏：{allergies}</span>}
          {notes.map((note) => (
            <span key={note}>{ResidentNote.label(note)}</span>
          ))}
        </div>
      )}
      <div className="card-rest">
        <dl>
          {facts.map(([label, value, wide]) => (
            <div key={label} className={wide ? 'wide' : undefined}>
              <dt>{label}</dt>
              <dd>{value ?? '—'}</dd>
            </div>
          ))}
        </dl>
        {card.bedId && (
          <div className="card-code">
            <PaperCode value={bedCode(card.bedId)} size="calc(var(--u) * 32)" />
            <small>扫床头码</small>
          </div>
        )}
      </div>
      <footer>
        <span>
          紧急联系人：
          <b>
            {card.contactName
              ? `${card.contactName}（${card.contactRelation ?? '关系未登记'}）${card.contactPhone ? maskedPhone(card.contactPhone) : ''}`
              : '未登记'}
          </b>
        </span>
        <span>{minuteText(new Date()).slice(0, 10)} 制</span>
      </footer>
    </article>
  )
}

/** Prints the cards of these residents in this order; who is out of reach is left out and told. */
export async function printBedCards(ids: readonly string[], size: CardSize = 'A5'): Promise<void> {
  if (ids.length > MOST) {
    toast.warning(`一次最多打印 ${MOST} 张床头卡，请分几次选择`)
    return
  }
  const cards = await send(archiveSection.calls.bedCards, { ids: ids.join(',') }, { loading: true })
  if (cards.length === 0) {
    toast.warning('所选老人的档案已不在您的数据范围内，没有可打印的床头卡')
    return
  }
  if (cards.length < ids.length) toast.info(`${ids.length - cards.length} 位老人不在您的数据范围内，没有打印`)
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: cards.length === 1 ? `床头卡-${cards[0]!.oldmanName}` : `床头卡-${cards.length}张`,
    paper: 'A4-landscape',
    page: `@page { size: ${size} landscape; margin: ${size === 'A5' ? '8mm' : '6mm'} }`,
    render: () => (
      <>
        <style>{css}</style>
        {cards.map((card) => (
          <Card key={card.oldmanId} card={card} org={org} size={size} />
        ))}
      </>
    ),
  })
}
