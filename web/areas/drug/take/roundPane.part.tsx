// Beside the round: how far it is, what runs short, what expires, and the list as it will be printed.
import { Button } from 'antd'
import { ArrowRight } from 'lucide-react'
import type { DrugRoundData } from '#contract/drug/roundAnswer'
import { doseText } from '#contract/drug/rounds'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { openPage } from '#web/kit/open'
import { type Card, clockIn, FACE_WORDS, FACES, faceCounts } from './roundView.ts'

interface PaneProps {
  cards: readonly Card[]
  round: DrugRoundData
  now: string
  title: string
  onPrint(): void
}

const names = (takes: readonly DrugTakeData[], of: (take: DrugTakeData) => string | null) => {
  const all = [...new Set(takes.flatMap((one) => of(one) ?? []))]
  return all.length > 0 ? all.join('、') : '还没有人'
}

/** Each drug of each elder once, the shortest first. */
function leftOf(cards: readonly Card[]) {
  const seen = new Map<string, { card: Card; one: Card['takes'][number] }>()
  for (const card of cards)
    for (const one of card.takes) if (one.left) seen.set(`${card.elder.oldmanId} ${one.take.drugId}`, { card, one })
  return [...seen.values()]
}

function Lack({ cards, round }: Pick<PaneProps, 'cards' | 'round'>) {
  const rows = leftOf(cards)
    .filter(
      ({ one: { left, short } }) =>
        short || left!.stock <= 0 || (left!.daysLeft !== null && left!.daysLeft <= round.shortDays),
    )
    .sort((a, b) => (a.one.left!.daysLeft ?? -1) - (b.one.left!.daysLeft ?? -1))
  return (
    <section className="yy-card yy-pad-16 yy-stack yy-gap-8">
      <header className="yy-row yy-gap-8">
        <h3 className="yy-heading">余量不足</h3>
        <span className="yy-second">
          ≤ {round.shortDays} 天 {rows.length} 种
        </span>
        <Button type="link" className="yy-push" onClick={() => openPage('/drug/depositedList')}>
          通知家属送药
        </Button>
      </header>
      {rows.length === 0 && <span className="yy-second">这个时段的药都够用。</span>}
      <ul className="yy-plain-list">
        {rows.slice(0, 8).map(({ card, one: { take, left } }) => (
          <li key={`${card.elder.oldmanId} ${take.drugId}`} className="yy-round-fact yy-row yy-gap-8">
            <span className="yy-grow yy-stack">
              <span>
                <b>{card.elder.oldmanName}</b> <span className="yy-second">{card.bed}</span>
              </span>
              <span>
                {take.drugName} {take.spec}
              </span>
            </span>
            <b className="yy-red">
              {left!.stock <= 0
                ? '无存药'
                : left!.daysLeft === null
                  ? `余 ${doseText(left!.stock, take.unit)}`
                  : `${left!.daysLeft} 天`}
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Expiring({ cards, round, now }: Pick<PaneProps, 'cards' | 'round' | 'now'>) {
  const today = now.slice(0, 10)
  const days = (expiry: string) => Math.round((Date.parse(expiry) - Date.parse(today)) / 86_400_000)
  const rows = leftOf(cards).filter(
    ({ one: { left } }) =>
      left!.expired > 0 || left!.recalled > 0 || (left!.expiry !== null && days(left!.expiry) <= round.expiryDays),
  )
  return (
    <section className="yy-card yy-pad-16 yy-stack yy-gap-8">
      <header className="yy-row yy-gap-8">
        <h3 className="yy-heading">效期</h3>
        <span className="yy-second">
          {round.expiryDays} 天内或已过期 {rows.length} 种
        </span>
      </header>
      {rows.length === 0 && <span className="yy-second">这个时段没有临近效期的药。</span>}
      <ul className="yy-plain-list">
        {rows.slice(0, 8).map(({ card, one: { take, left } }) => (
          <li key={`${card.elder.oldmanId} ${take.drugId}`} className="yy-round-fact yy-row yy-gap-8">
            <span className="yy-grow yy-stack">
              <span>
                <b>{card.elder.oldmanName}</b> {take.drugName}
              </span>
              <span className="yy-second yy-small">
                {left!.recalled > 0
                  ? '这一批已召回，不能发'
                  : left!.expired > 0
                    ? '过期的已锁，不能发；待退家属'
                    : `批 ${left!.batchNo ?? '—'}，还有 ${days(left!.expiry!)} 天，先用此批`}
              </span>
            </span>
            <b className={left!.expired > 0 || left!.recalled > 0 ? 'yy-red' : 'yy-round-soon'}>
              {left!.recalled > 0 ? '召回' : left!.expired > 0 ? '已过期' : `${left!.expiry!.slice(5)} 到期`}
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function RoundPane({ cards, round, now, title, onPrint }: PaneProps) {
  const sums = faceCounts(cards)
  const takes = cards.flatMap((card) => card.takes.map((one) => one.take))
  return (
    <div className="yy-stack yy-gap-12">
      <section className="yy-card yy-pad-16 yy-stack yy-gap-12">
        <header className="yy-row">
          <h3 className="yy-heading">本次进度</h3>
          <time className="yy-second yy-push">{clockIn(now)}</time>
        </header>
        <div className="yy-round-bar yy-flex" aria-hidden>
          {FACES.map(
            (face) => sums[face] > 0 && <i key={face} className={`is-${face}`} style={{ flexGrow: sums[face] }} />,
          )}
        </div>
        <ul className="yy-plain-list yy-round-legend">
          {FACES.filter((face) => sums[face] > 0).map((face) => (
            <li key={face} className="yy-inline yy-gap-6">
              <i className={`yy-round-dot is-${face}`} aria-hidden /> {FACE_WORDS[face][0]} {sums[face]}
            </li>
          ))}
        </ul>
        <div className="yy-row yy-gap-8 yy-tint yy-round yy-pad-8-12">
          <span className="yy-stack yy-grow">
            <span className="yy-second yy-small">摆药</span>
            <b>{names(takes, (one) => one.setOutName)}</b>
          </span>
          <ArrowRight size={16} aria-hidden className="yy-second" />
          <span className="yy-stack yy-grow">
            <span className="yy-second yy-small">核对</span>
            <b>{names(takes, (one) => one.checkedName)}</b>
          </span>
        </div>
        <p className="yy-no-margin yy-second">
          {round.aloneNow
            ? '现在是夜班，一人值班时可以自己核对；高警示药品仍须另一人核对。'
            : '摆药人和核对人必须不同；核对时扫床头码，药、量、时间、人、途径五项全对才放行。'}
        </p>
      </section>
      <Lack cards={cards} round={round} />
      <Expiring cards={cards} round={round} now={now} />
      <section className="yy-card yy-pad-16 yy-stack yy-gap-8">
        <header className="yy-row yy-gap-8">
          <h3 className="yy-heading">发药单</h3>
          <span className="yy-second">A4</span>
          <Button type="link" className="yy-push" onClick={onPrint}>
            打印
          </Button>
        </header>
        <div className="yy-round-paper yy-edge" aria-hidden>
          <b>{title}发药单</b>
          <table className="yy-plain-table">
            <tbody>
              {cards.slice(0, 4).flatMap((card) =>
                card.takes.slice(0, 2).map(({ take }, at) => (
                  <tr key={take.takeId}>
                    <td>{at === 0 ? card.bed : ''}</td>
                    <td>{at === 0 ? card.elder.oldmanName : ''}</td>
                    <td>{take.drugName}</td>
                    <td>{take.doseText}</td>
                    <td />
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  )
}
