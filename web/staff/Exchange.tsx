// 换班: what I asked for and what I am asked for; a new one begins with my day, and shows colleagues with what the rules say.
import { useState } from 'react'
import { ExchangeState } from '#contract/administration/rosterWords'
import {
  type ExchangeActValue,
  type ExchangeOfferData,
  type ExchangePartnerData,
  type ShiftExchangeRow,
  shiftExchange,
} from '#contract/administration/shiftExchange'
import { staffSelf } from '#contract/administration/staffSelf'
import { monthText } from '#contract/kit/clock'
import { Button } from '#web/light/Button'
import { TextArea } from '#web/light/Field'
import { Notice } from '#web/light/Notice'
import { toast } from '#web/light/toast'
import { Chip, dayWords, MonthBar, Page, Segments } from './parts.tsx'
import { useAct, useAsk } from './useAsk.ts'

function Card({ row, me, onDone }: { row: ShiftExchangeRow; me: string; onDone(): void }) {
  const act = useAct()
  const [declines, setDeclines] = useState(false)
  const [note, setNote] = useState('')
  const move = async (how: ExchangeActValue) => {
    const done = await act.run(shiftExchange.calls.move, {
      exchangeId: row.exchangeId,
      act: how,
      note: note.trim() || null,
      version: row.version,
    })
    if (done) toast('good', how === 'accept' ? '已同意，等待审批' : '已回复不同意')
    onDone()
  }
  const withdraw = async () => {
    if (!window.confirm('撤回这条换班申请吗？')) return
    if ((await act.run(shiftExchange.calls.withdraw, { exchangeId: row.exchangeId })) === null) toast('good', '已处理')
    onDone()
  }
  const remind = async () => {
    if (await act.run(shiftExchange.calls.remind, { exchangeId: row.exchangeId })) toast('good', '已提醒')
  }
  const whose = (empId: string, name: string) => (empId === me ? '我' : name)
  return (
    <li className="yy-phone-card stf-exchange" aria-label={`${row.applicantName}与${row.partnerName}换班`}>
      <div className="stf-head">
        <b>
          {whose(row.applicantId, row.applicantName)} ⇆ {whose(row.partnerId, row.partnerName)}
        </b>
        <em className={`stf-state is-${row.state}`}>{ExchangeState.label(row.state)}</em>
      </div>
      {row.swaps.map((one) => (
        <p key={`${one.empId} ${one.day}`} className="stf-swap">
          <span>{whose(one.empId, one.empName)}</span>
          <span>{dayWords(one.day)}</span>
          <Chip cell={one.before} /> → <Chip cell={one.after} />
        </p>
      ))}
      <p className="stf-second">
        {row.reason}　{row.createTime.slice(5, 16)} 申请
      </p>
      {row.check && <p className={row.check.ok ? 'stf-good' : 'stf-bad'}>{row.check.text}</p>}
      {row.note && <p className="stf-second">{row.note}</p>}
      {act.failure && <Notice kind="bad">{act.failure}</Notice>}
      {declines && <TextArea label="不同意的原因" name="note" value={note} onChange={setNote} maxLength={200} />}
      <div className="stf-acts">
        {row.can.includes('accept') && !declines && (
          <Button kind="primary" busy={act.busy} disabled={row.check?.ok === false} onClick={() => void move('accept')}>
            同意换班
          </Button>
        )}
        {row.can.includes('decline') && (
          <Button
            busy={act.busy}
            disabled={declines && !note.trim()}
            onClick={() => (declines ? void move('decline') : setDeclines(true))}
          >
            {declines ? '回复不同意' : '不同意…'}
          </Button>
        )}
        {row.can.includes('remind') && (
          <Button busy={act.busy} onClick={() => void remind()}>
            提醒一下
          </Button>
        )}
        {row.can.includes('withdraw') && (
          <Button busy={act.busy} onClick={() => void withdraw()}>
            撤回申请
          </Button>
        )}
      </div>
    </li>
  )
}

function Choose({ day, onDay }: { day: string | null; onDay(day: string): void }) {
  const [month, setMonth] = useState(() => day?.slice(0, 7) ?? monthText())
  const of = useAsk(staffSelf.calls.month, { month })
  return (
    <>
      <MonthBar month={month} onChange={setMonth} />
      <Page of={of}>
        {(data) => {
          const days = data.days.filter((one) => one.shift && !one.leave && one.day >= data.today)
          return days.length === 0 ? (
            <p className="stf-second">这个月没有可以换出的班次。</p>
          ) : (
            <div className="stf-days">
              {days.map((one) => (
                <button key={one.day} type="button" aria-pressed={one.day === day} onClick={() => onDay(one.day)}>
                  {dayWords(one.day)} {one.shift && <Chip cell={{ kind: one.kind, ...one.shift }} />}
                </button>
              ))}
            </div>
          )
        }}
      </Page>
    </>
  )
}

interface Picked {
  partner: ExchangePartnerData
  offer: ExchangeOfferData
}

function Partners({ day, onSent }: { day: string; onSent(): void }) {
  const of = useAsk(shiftExchange.calls.partners, { day })
  const [picked, setPicked] = useState<Picked | null>(null)
  const [all, setAll] = useState(false)
  const [reason, setReason] = useState('')
  const act = useAct()
  const send = async () => {
    if (!picked) return
    const done = await act.run(shiftExchange.calls.add, {
      applicantDay: day,
      partnerId: picked.partner.empId,
      partnerDay: picked.offer.day,
      reason: reason.trim(),
    })
    if (!done) return
    toast('good', `已发给${picked.partner.empName}，等对方同意`)
    onSent()
  }
  return (
    <Page of={of}>
      {(data) => {
        const fits = (one: ExchangeOfferData) => all || one.check.ok
        const partners = data.partners.filter((one) => one.offers.some(fits))
        return (
          <>
            <h2>
              我让出 {dayWords(day)} <Chip cell={data.mine} /> {data.mine.times}
            </h2>
            <Segments
              label="可换的同事"
              value={all ? 'all' : 'fit'}
              options={[
                ['fit', '能换的'],
                ['all', '全部'],
              ]}
              onChange={(next) => setAll(next === 'all')}
            />
            {partners.length === 0 && <p className="stf-second">前后十天没有合适的同事，请直接请假或联系排班的人。</p>}
            {partners.map((partner) => (
              <section key={partner.empId} className="yy-phone-card">
                <b>{partner.empName}</b> <span className="stf-second">{partner.team}</span>
                <div className="stf-days">
                  {partner.offers.filter(fits).map((offer) => (
                    <button
                      key={offer.day}
                      type="button"
                      className={offer.check.ok ? undefined : 'is-red'}
                      aria-pressed={picked?.partner.empId === partner.empId && picked.offer.day === offer.day}
                      onClick={() => setPicked({ partner, offer })}
                    >
                      {dayWords(offer.day)} <Chip cell={offer.cell} />
                    </button>
                  ))}
                </div>
                {picked?.partner.empId === partner.empId && (
                  <>
                    <p className={picked.offer.check.ok ? 'stf-good' : 'stf-bad'}>{picked.offer.check.text}</p>
                    <TextArea
                      label="换班原因"
                      name="reason"
                      required
                      value={reason}
                      onChange={setReason}
                      maxLength={200}
                    />
                    {act.failure && <Notice kind="bad">{act.failure}</Notice>}
                    <Button
                      kind="primary"
                      wide
                      busy={act.busy}
                      disabled={!picked.offer.check.ok || !reason.trim()}
                      onClick={() => void send()}
                    >
                      发给{partner.empName}
                    </Button>
                  </>
                )}
              </section>
            ))}
          </>
        )
      }}
    </Page>
  )
}

export function Exchange({ me, day, onGo }: { me: string; day: string; onGo(to: string): void }) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day)
  const [view, setView] = useState<'mine' | 'new'>(isDay ? 'new' : 'mine')
  const [chosen, setChosen] = useState<string | null>(isDay ? day : null)
  const of = useAsk(shiftExchange.calls.mine, { page: 1, size: 30 })
  return (
    <>
      <Segments
        label="换班"
        value={view}
        options={[
          ['mine', '我的换班'],
          ['new', '申请换班'],
        ]}
        onChange={(next) => setView(next)}
      />
      {view === 'new' && (
        <>
          <h2>我要换出哪一天？</h2>
          <Choose day={chosen} onDay={setChosen} />
          {chosen && (
            <Partners
              key={chosen}
              day={chosen}
              onSent={() => {
                setChosen(null)
                setView('mine')
                onGo('exchange')
                of.reload()
              }}
            />
          )}
        </>
      )}
      {view === 'mine' && (
        <Page of={of}>
          {(data) => (
            <>
              {data.list.length === 0 && (
                <p className="stf-second">还没有换班。点“申请换班”，选自己的一天，再选同事。</p>
              )}
              <ul className="stf-cards">
                {data.list
                  .toSorted((a, b) => Number(b.can.includes('accept')) - Number(a.can.includes('accept')))
                  .map((row) => (
                    <Card key={row.exchangeId} row={row} me={me} onDone={of.reload} />
                  ))}
              </ul>
            </>
          )}
        </Page>
      )}
    </>
  )
}
