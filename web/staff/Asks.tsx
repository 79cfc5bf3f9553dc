// 请假/补卡: asked for in a few presses; what became of it; taken back while that is possible.
import { useState } from 'react'
import { type AskRow, attendanceAsk, MOST_ASK_FILES } from '#contract/administration/attendanceAsk'
import {
  AskState,
  ClockSide,
  type ClockSideValue,
  isOutside,
  LeaveKind,
  type LeaveKindValue,
} from '#contract/administration/attendanceWords'
import { lengthWords, wholeDays } from '#contract/administration/leaveSpan'
import { staffSelf } from '#contract/administration/staffSelf'
import { dayText } from '#contract/kit/clock'
import { upload } from '#contract/platform/upload'
import { photoName, takePhotos } from '#web/bedside/photos'
import { send } from '#web/kit/call'
import { Button } from '#web/light/Button'
import { FieldFrame, TextArea, TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { toast } from '#web/light/toast'
import { dayWords, Page, Segments } from './parts.tsx'
import { useAct, useAsk } from './useAsk.ts'

function Moment({
  label,
  type,
  value,
  onChange,
}: {
  label: string
  type: 'date' | 'time'
  value: string
  onChange(value: string): void
}) {
  return (
    <FieldFrame id={label} label={label} required>
      <div className="yy-box">
        <input id={label} type={type} value={value} onChange={(event) => onChange(event.target.value)} />
      </div>
    </FieldFrame>
  )
}

function Photos({ files, onChange }: { files: readonly string[]; onChange(files: string[]): void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const add = async (chosen: File[]) => {
    setBusy(true)
    setFailure(null)
    try {
      const { photos, none } = await takePhotos(chosen)
      if (none > 0) setFailure('有的文件不是照片，没有加上')
      const made: string[] = []
      for (const photo of photos.slice(0, MOST_ASK_FILES - files.length)) {
        const file = new File([photo], photoName(photo), { type: photo.type || 'image/jpeg' })
        made.push((await send(upload.calls.picture, { file }, { silent: true, handles: () => true })).imagePath)
      }
      onChange([...files, ...made])
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="stf-photos">
      {files.map((one) => (
        <button
          key={one}
          type="button"
          aria-label="去掉这张照片"
          onClick={() => onChange(files.filter((other) => other !== one))}
        >
          <img src={one} alt="" />
        </button>
      ))}
      <label className="yy-button plain">
        {busy ? '正在上传…' : '加证明照片（可不加）'}
        <input
          type="file"
          accept="image/*"
          multiple
          hidden
          disabled={busy || files.length >= MOST_ASK_FILES}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])]
            event.target.value = ''
            void add(chosen)
          }}
        />
      </label>
      {failure && <Notice kind="bad">{failure}</Notice>}
    </div>
  )
}

function LeaveForm({ day, onSent }: { day: string; onSent(): void }) {
  const [kind, setKind] = useState<LeaveKindValue>(LeaveKind.is.PERSONAL)
  const [whole, setWhole] = useState(true)
  const [first, setFirst] = useState(day)
  const [last, setLast] = useState(day)
  const [fromTime, setFromTime] = useState('08:00')
  const [toTime, setToTime] = useState('12:00')
  const [reason, setReason] = useState('')
  const [place, setPlace] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const act = useAct()
  const annual = useAsk(attendanceAsk.calls.annual, {})
  const before = useAsk(staffSelf.calls.month, { month: (first || day).slice(0, 7) })
  const after = useAsk(staffSelf.calls.month, { month: (last || day).slice(0, 7) })
  const known = [...(before.data?.days ?? []), ...(after.data?.days ?? [])].map((one) => ({
    day: one.day,
    endMinute: one.shift?.endMinute ?? null,
  }))
  const filled = first !== '' && last !== '' && fromTime !== '' && toTime !== ''
  const span = !filled
    ? null
    : whole
      ? wholeDays(known, first, last)
      : { fromAt: `${first} ${fromTime}:00`, toAt: `${last} ${toTime}:00` }
  const ordered = span !== null && span.toAt > span.fromAt
  const submit = async () => {
    if (!span) return
    const done = await act.run(attendanceAsk.calls.askLeave, {
      kind,
      ...span,
      reason: reason.trim(),
      ...(isOutside(kind) && { place: place.trim() }),
      files,
    })
    if (!done) return
    toast('good', '请假已提交，等待审批')
    onSent()
  }
  return (
    <section className="yy-phone-card stf-form">
      <h2>申请请假</h2>
      <div className="stf-days" role="group" aria-label="请假类型">
        {LeaveKind.list.map((one) => (
          <button key={one.value} type="button" aria-pressed={kind === one.value} onClick={() => setKind(one.value)}>
            {one.label}
          </button>
        ))}
      </div>
      {kind === LeaveKind.is.ANNUAL && annual.data && (
        <p className="stf-second">
          {annual.data.left === null
            ? '您的档案里没有入职日期，年假天数请问人事。'
            : `今年年假 ${annual.data.granted} 天，已休 ${annual.data.used} 天，还剩 ${annual.data.left} 天`}
        </p>
      )}
      <Segments
        label="怎么请"
        value={whole ? 'whole' : 'hours'}
        options={[
          ['whole', '整天'],
          ['hours', '按小时'],
        ]}
        onChange={(next) => setWhole(next === 'whole')}
      />
      <div className="stf-two">
        <Moment
          label="从哪天"
          type="date"
          value={first}
          onChange={(next) => {
            setFirst(next)
            if (last < next) setLast(next)
          }}
        />
        {!whole && <Moment label="几点开始" type="time" value={fromTime} onChange={setFromTime} />}
        <Moment label="到哪天" type="date" value={last} onChange={setLast} />
        {!whole && <Moment label="几点结束" type="time" value={toTime} onChange={setToTime} />}
      </div>
      {span && ordered && (
        <p className="stf-second">
          {span.fromAt.slice(5, 16)} 至 {span.toAt.slice(5, 16)}，共 {lengthWords(span.fromAt, span.toAt)}
        </p>
      )}
      {span && !ordered && <p className="stf-bad">结束时间应晚于开始时间</p>}
      {isOutside(kind) && (
        <TextField label="外勤地点" name="place" required value={place} onChange={setPlace} maxLength={100} />
      )}
      <TextArea label="事由" name="reason" required value={reason} onChange={setReason} maxLength={300} />
      <Photos files={files} onChange={setFiles} />
      {act.failure && <Notice kind="bad">{act.failure}</Notice>}
      <Button kind="primary" wide busy={act.busy} disabled={!ordered || !reason.trim()} onClick={() => void submit()}>
        提交请假
      </Button>
    </section>
  )
}

function CardForm({ day, time, onSent }: { day: string; time: string; onSent(): void }) {
  const [workDate, setWorkDate] = useState(day)
  const [side, setSide] = useState<ClockSideValue>(ClockSide.is.ON)
  const [atDay, setAtDay] = useState(day)
  const [at, setAt] = useState(time)
  const [part, setPart] = useState(0)
  const [reason, setReason] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const act = useAct()
  const month = useAsk(staffSelf.calls.month, { month: (workDate || day).slice(0, 7) })
  const known = month.data?.days.find((one) => one.day === workDate)
  const submit = async () => {
    const done = await act.run(attendanceAsk.calls.askCorrection, {
      workDate,
      part,
      side,
      at: `${atDay} ${at}:00`,
      reason: reason.trim(),
      files,
    })
    if (!done) return
    toast('good', '补卡已提交，等待审批')
    onSent()
  }
  return (
    <section className="yy-phone-card stf-form">
      <h2>申请补卡</h2>
      <Moment
        label="哪天的班"
        type="date"
        value={workDate}
        onChange={(next) => {
          setWorkDate(next)
          setAtDay(next)
        }}
      />
      {known && (
        <p className="stf-second">
          {known.shift ? `${dayWords(known.day)} ${known.shift.shiftName} ${known.shift.times}` : '这天没有班次'}
        </p>
      )}
      {known && known.results.length > 1 && (
        <Segments
          label="第几段"
          value={String(part)}
          options={known.results.map((one) => [String(one.part), `第 ${one.part + 1} 段`] as const)}
          onChange={(next) => setPart(Number(next))}
        />
      )}
      <Segments
        label="补哪一次"
        value={side}
        options={ClockSide.list.map((one) => [one.value, `${one.label}卡`] as const)}
        onChange={(next) => setSide(next)}
      />
      <div className="stf-two">
        <Moment label="实际是哪天" type="date" value={atDay} onChange={setAtDay} />
        <Moment label="实际几点" type="time" value={at} onChange={setAt} />
      </div>
      <TextArea label="原因" name="reason" required value={reason} onChange={setReason} maxLength={300} />
      <Photos files={files} onChange={setFiles} />
      {act.failure && <Notice kind="bad">{act.failure}</Notice>}
      <Button
        kind="primary"
        wide
        busy={act.busy}
        disabled={!workDate || !atDay || !at || !reason.trim()}
        onClick={() => void submit()}
      >
        提交补卡
      </Button>
    </section>
  )
}

const what = (row: AskRow) =>
  row.kind === 'LEAVE'
    ? `${LeaveKind.label(row.leaveKind!)} ${row.length}`
    : `补${ClockSide.label(row.side!)}卡 ${row.at!.slice(5, 16)}`

function Row({ row, onDone }: { row: AskRow; onDone(): void }) {
  const act = useAct()
  const withdraw = async () => {
    if (!window.confirm(`撤回“${what(row)}”吗？`)) return
    const { askId, version } = row
    const done =
      row.kind === 'LEAVE'
        ? await act.run(attendanceAsk.calls.withdrawLeave, { leaveId: askId, version })
        : await act.run(attendanceAsk.calls.withdrawCorrection, { correctionId: askId, version })
    if (done) toast('good', '已撤回')
    onDone()
  }
  return (
    <li className="yy-phone-card">
      <div className="stf-head">
        <b>{what(row)}</b>
        <em className={`stf-state is-${row.state}`}>{AskState.label(row.state)}</em>
      </div>
      {row.kind === 'LEAVE' && (
        <p>
          {row.fromAt!.slice(0, 16)} 至 {row.toAt!.slice(5, 16)}
        </p>
      )}
      <p className="stf-second">{row.reason}</p>
      {row.decidedName && (
        <p className="stf-second">
          {row.decidedName} {row.decidedAt?.slice(5, 16)} {row.decideNote}
        </p>
      )}
      {act.failure && <Notice kind="bad">{act.failure}</Notice>}
      {row.can.includes('withdraw') && (
        <Button busy={act.busy} onClick={() => void withdraw()}>
          撤回
        </Button>
      )}
    </li>
  )
}

/** 2026-11-20 opens a leave, card-2026-11-20 or card-2026-11-20-07:21 a correction. */
const begun = /^(card-)?(\d{4}-\d{2}-\d{2})(?:-(\d{2}:\d{2}))?$/

export function Asks({ start }: { start: string }) {
  const [, card, day, time] = begun.exec(decodeURIComponent(start)) ?? []
  const [view, setView] = useState<'mine' | 'leave' | 'card'>(day ? (card ? 'card' : 'leave') : 'mine')
  const of = useAsk(attendanceAsk.calls.mine, { page: 1, size: 30 })
  const sent = () => {
    setView('mine')
    of.reload()
  }
  return (
    <>
      <Segments
        label="请假与补卡"
        value={view}
        options={[
          ['mine', '我的申请'],
          ['leave', '请假'],
          ['card', '补卡'],
        ]}
        onChange={(next) => setView(next)}
      />
      {view === 'leave' && <LeaveForm day={day ?? dayText()} onSent={sent} />}
      {view === 'card' && <CardForm day={day ?? dayText()} time={time ?? ''} onSent={sent} />}
      {view === 'mine' && (
        <Page of={of}>
          {(data) => (
            <>
              {data.list.length === 0 && (
                <p className="stf-second">还没有申请。要请假或忘了打卡，点上面的“请假”或“补卡”。</p>
              )}
              <ul className="stf-cards">
                {data.list.map((row) => (
                  <Row key={row.askId} row={row} onDone={of.reload} />
                ))}
              </ul>
            </>
          )}
        </Page>
      )}
    </>
  )
}
