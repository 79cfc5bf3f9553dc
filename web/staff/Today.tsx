// 今日: my shift, and one button. What was pressed stays with its time until the house has answered.
import { useEffect, useRef, useState } from 'react'
import { AttendanceResult, ClockPlaceKind, ClockSide, LeaveKind } from '#contract/administration/attendanceWords'
import { clock } from '#contract/administration/clock'
import type { SessionData } from '#contract/platform/session'
import { takePhotos } from '#web/bedside/photos'
import { Button } from '#web/light/Button'
import { Checkbox } from '#web/light/Checkbox'
import { Notice } from '#web/light/Notice'
import { Page } from './parts.tsx'
import { usePunches } from './punches.ts'
import { signIn, useAsk } from './useAsk.ts'
import { locate } from './where.ts'

const time = (text: string | null) => (text ? text.slice(11, 16) : '—')

export function Today({ user, onGo }: { user: SessionData; onGo(to: string): void }) {
  const of = useAsk(clock.calls.today, {})
  const punches = usePunches(user.empInfo.empId)
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [outside, setOutside] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const { counted } = punches
  const { reload } = of
  useEffect(() => {
    if (counted) reload()
  }, [counted, reload])

  const press = async (photo: Blob | null) => {
    setBusy(true)
    setWhy(null)
    try {
      const needsPlace = of.data === null || of.data.places.some((one) => one.kind === ClockPlaceKind.is.RADIUS)
      const here = of.data?.places.some((one) => one.here) ?? false
      const { found, why: reason } = needsPlace && !here ? await locate() : { found: null, why: null }
      if (reason) setWhy(reason)
      await punches.press({ ...(found ?? {}), ...(outside && { outside }) }, photo)
    } finally {
      setBusy(false)
    }
  }
  const begin = () => {
    if (of.data?.photo) camera.current?.click()
    else void press(null)
  }
  const refused = punches.waiting.filter((one) => one.refused !== null)
  const going = punches.waiting.filter((one) => one.refused === null)
  const side = of.data?.next?.side
  return (
    <>
      <Page of={of}>
        {(today) => (
          <section className="yy-phone-card stf-today">
            <p className="stf-words">{today.words}</p>
            {today.leave && (
              <Notice kind="note">
                {LeaveKind.label(today.leave.kind)} {today.leave.fromAt.slice(5, 16)} 至 {today.leave.toAt.slice(5, 16)}
              </Notice>
            )}
            {today.parts.map((part) => (
              <div key={`${part.day} ${part.part}`} className="stf-part">
                <b>
                  {part.day.slice(5)} {part.shiftName}
                </b>
                <span>
                  上班 {time(part.planOn)}，已打 <b>{time(part.actualOn)}</b>{' '}
                  {part.onResult !== null && AttendanceResult.label(part.onResult)}
                </span>
                <span>
                  下班 {time(part.planOff)}，已打 <b>{time(part.actualOff)}</b>{' '}
                  {part.offResult !== null && AttendanceResult.label(part.offResult)}
                </span>
              </div>
            ))}
            {today.places.length > 0 && (
              <p className="stf-second">
                打卡地点：{today.places.map((one) => `${one.name}${one.here ? '（已连接）' : ''}`).join('、')}
              </p>
            )}
            {today.outside && (
              <Checkbox checked={outside} onChange={setOutside}>
                外勤打卡（会标记）
              </Checkbox>
            )}
          </section>
        )}
      </Page>
      <button type="button" className="stf-press" disabled={busy} aria-busy={busy} onClick={begin}>
        <b>{side ? `${ClockSide.label(side)}打卡` : '打卡'}</b>
        <span>{busy ? '正在打卡…' : of.data?.photo ? '先拍一张照片' : '按一下就好'}</span>
      </button>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label="拍照打卡"
        onChange={async (event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          const { photos, none } = await takePhotos(files)
          if (none > 0) setWhy('这不是照片，请重新拍一张')
          else if (photos[0]) await press(photos[0])
        }}
      />
      {counted && <Notice kind="good">{counted.words}</Notice>}
      {why && <Notice kind="warn">{why}</Notice>}
      {punches.signedOut && (
        <Notice kind="warn">
          登录已失效，打卡时间已记在手机上，请重新登录。<Button onClick={signIn}>去登录</Button>
        </Notice>
      )}
      {going.length > 0 && !busy && (
        <Notice kind="warn">
          {going[0]!.at.slice(11, 16)} 的打卡还没有送到，连上网自动送；超过 3 分钟请申请补卡。
        </Notice>
      )}
      {refused.map((one) => (
        <Notice key={one.no} kind="bad">
          {one.at.slice(5, 16)} 打卡没有成功：{one.refused}
          <div className="stf-acts">
            <Button
              onClick={() => {
                punches.drop(one.no)
                onGo(`asks/card-${one.at.slice(0, 10)}-${one.at.slice(11, 16)}`)
              }}
            >
              申请补卡
            </Button>
            <Button onClick={() => punches.drop(one.no)}>知道了</Button>
          </div>
        </Notice>
      ))}
      {of.data && of.data.punches.length > 0 && (
        <section className="yy-phone-card">
          <h2>今天的打卡</h2>
          <ul className="stf-list">
            {of.data.punches.map((one) => (
              <li key={one.at}>
                <b>{one.at.slice(5, 16)}</b> {one.placeName} {one.outside && '外勤'}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
