// How one resident is: where, since when, whether out, what was done today, who came, and whom to call.
import { MapPin, Phone } from 'lucide-react'
import { useState } from 'react'
import type { FamilyViewData } from '#contract/live/invitation'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import type { FamilyMealData } from '#contract/nursing/mealFamily'
import { Button } from '#web/light/Button'
import { Meals } from './Meals.tsx'
import { Notices } from './Notices.tsx'

function Outing({ outing }: { outing: NonNullable<FamilyViewData['outing']> }) {
  return (
    <section className="yy-phone-card fam-outing">
      <h2>{outing.away ? '现在外出' : '外出安排'}</h2>
      <p>
        {outing.away ? '离院' : '计划离院'}：<b>{outing.planOut}</b>
      </p>
      <p>
        计划返回：<b>{outing.planReturn}</b>
      </p>
      <p>陪同人：{outing.companion}</p>
    </section>
  )
}

/** The day's care, the latest first; the rest of a long day unfolds. */
const SHOWN = 6

function Care({ care }: { care: FamilyViewData['care'] }) {
  const [whole, setWhole] = useState(false)
  const done = care.filter((one) => one.done === 1).length
  return (
    <section className="yy-phone-card">
      <h2>今日照护{done > 0 && `　已完成 ${done} 项`}</h2>
      {care.length === 0 ? (
        <p className="fam-about">今天的照护还没有记录，护理员做完后会出现在这里。</p>
      ) : (
        <ul className="fam-visits fam-care yy-plain-list">
          {(whole ? care : care.slice(0, SHOWN)).map((one) => (
            <li className="yy-flex yy-wrap yy-between" key={`${one.time}${one.name}${one.done}`}>
              <span>
                <span className="yy-second">{one.time}</span> <b>{one.name}</b>
              </span>
              <span className="yy-second">{one.done === 1 ? one.workerName : '老人当时不想做，尊重其意愿'}</span>
            </li>
          ))}
        </ul>
      )}
      {care.length > SHOWN && !whole && (
        <Button wide onClick={() => setWhole(true)}>
          看今天全部 {care.length} 项
        </Button>
      )}
    </section>
  )
}

/** 阿司匹林还够 3 天 */
function Drugs({ drugs }: { drugs: FamilyViewData['drugs'] }) {
  return (
    <section className="yy-phone-card fam-outing">
      <h2>请送药来</h2>
      <ul className="fam-visits yy-plain-list">
        {drugs.map((one) => (
          <li className="yy-flex yy-wrap yy-between" key={one.drugName}>
            <b>{one.drugName}</b>
            <span className={one.days === null ? 'fam-none' : undefined}>
              {one.days === null ? '已经没有了' : one.days === 0 ? '不够一天了' : `还够 ${one.days} 天`}
            </span>
          </li>
        ))}
      </ul>
      <p className="fam-about">请带原包装药品和处方，交给护士站登记。具体用量请打值班电话询问。</p>
    </section>
  )
}

interface ResidentProps {
  view: FamilyViewData
  secret: string
  onMeals(meals: FamilyMealData[]): void
}

export function Resident({ view, secret, onMeals }: ResidentProps) {
  const status = ResidenceStatus.find(view.status)
  const lives = IN_HOUSE.includes(view.status)
  const phones = [...new Set([view.dutyPhone, view.orgPhone].filter((one) => one !== null && one !== ''))] as string[]
  return (
    <>
      <section className="yy-phone-card fam-head yy-row yy-gap-16">
        {view.photo ? (
          <img src={view.photo} alt="" />
        ) : (
          <span className="fam-photo yy-soft yy-row yy-middle yy-active yy-strong" aria-hidden>
            {view.oldmanName.slice(0, 1)}
          </span>
        )}
        <div>
          <h1>{view.oldmanName}</h1>
          <p>
            您是{view.relationName}：{view.familyName}
          </p>
          <p className={`fam-status fam-${status?.family ?? 'grey'}`}>
            {lives && view.outing?.away ? '外出中' : status?.label}
          </p>
        </div>
      </section>
      {lives && (
        <section className="yy-phone-card fam-facts yy-two yy-grid yy-gap-10">
          <div className="yy-stack">
            <span className="yy-second yy-text-16">房间</span>
            <b>{view.room ?? '—'}</b>
          </div>
          <div className="yy-stack">
            <span className="yy-second yy-text-16">入住</span>
            <b>{view.checkInDate ?? '—'}</b>
          </div>
          <div className="yy-stack">
            <span className="yy-second yy-text-16">在住</span>
            <b>{view.days === null ? '—' : `${view.days} 天`}</b>
          </div>
        </section>
      )}
      <Notices secret={secret} round={view} />
      {view.outing && <Outing outing={view.outing} />}
      {lives && view.drugs.length > 0 && <Drugs drugs={view.drugs} />}
      {lives && <Care care={view.care} />}
      {lives && view.meals.length > 0 && <Meals meals={view.meals} secret={secret} onMeals={onMeals} />}
      <section className="yy-phone-card">
        <h2>最近来访</h2>
        {view.visits.length === 0 ? (
          <p className="fam-about">还没有来访记录。</p>
        ) : (
          <ul className="fam-visits yy-plain-list">
            {view.visits.map((visit) => (
              <li className="yy-flex yy-wrap yy-between" key={`${visit.inTime}${visit.visitor}`}>
                <span className="yy-second">{visit.inTime}</span>
                <b>{visit.mine ? `${visit.visitor}（您）` : visit.visitor}</b>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="yy-phone-card">
        <h2>{view.orgName}</h2>
        {phones.map((phone) => (
          <a
            key={phone}
            className="fam-call yy-line-edge yy-soft yy-gap-10 yy-active yy-strong yy-above-8 yy-row"
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          >
            <Phone size={20} aria-hidden />
            {phone === view.dutyPhone ? '值班电话' : '联系电话'} {phone}
          </a>
        ))}
        {view.orgAddress && (
          <p className="fam-address">
            <MapPin size={18} aria-hidden />
            {view.orgAddress}
          </p>
        )}
      </section>
    </>
  )
}
