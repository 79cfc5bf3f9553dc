// How one resident is: where, since when, whether out, who came, and whom to call.
import { MapPin, Phone } from 'lucide-react'
import type { FamilyViewData } from '#contract/live/invitation'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'

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

export function Resident({ view }: { view: FamilyViewData }) {
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
      {view.outing && <Outing outing={view.outing} />}
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
