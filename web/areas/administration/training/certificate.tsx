// Certificates, one A4 landscape page for each who passed: a frame, the name, what was learned, the number, room for the seal.
import type { CSSProperties } from 'react'
import { PersonPart, type TrainingData, type TrainingPersonData, training } from '#contract/administration/training'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'

type Certified = Pick<TrainingPersonData, 'empId' | 'empName' | 'score' | 'certificateNo'>

const frame: CSSProperties = {
  position: 'relative',
  height: '178mm',
  padding: '18mm 26mm',
  border: '1.2mm double #000',
  breakAfter: 'page',
  breakInside: 'avoid',
}
const words: CSSProperties = { marginTop: '12mm', fontSize: '16pt', lineHeight: 2.1, textIndent: '2em' }
const title: CSSProperties = { margin: '8mm 0 0', fontSize: '30pt', letterSpacing: '0.3em' }
const foot: CSSProperties = {
  position: 'absolute',
  right: '26mm',
  bottom: '20mm',
  left: '26mm',
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-end',
  fontSize: '12pt',
}

const longDay = (at: string) => `${at.slice(0, 4)} 年 ${Number(at.slice(5, 7))} 月 ${Number(at.slice(8, 10))} 日`
const period = ({ startAt, endAt }: TrainingData) =>
  startAt.slice(0, 10) === endAt.slice(0, 10) ? longDay(startAt) : `${longDay(startAt)}至${longDay(endAt)}`

function Certificate({ org, row, one }: { org: string; row: TrainingData; one: Certified }) {
  return (
    <article style={frame}>
      <p className="center" style={{ fontSize: '14pt' }}>
        {org}
      </p>
      <h1 style={title}>{row.certificate}</h1>
      <p style={words}>
        <b style={{ borderBottom: '0.3mm solid #000', padding: '0 6mm' }}>{one.empName}</b> 于{period(row)}参加“
        {row.title}”培训，共 {row.creditHours} 学时
        {row.passScore !== null && one.score !== null ? `，考核成绩 ${one.score} 分` : ''}，经考核合格，特发此证。
      </p>
      <div style={foot}>
        <span>证书编号：{one.certificateNo}</span>
        <span className="right">
          {org}（盖章）
          <br />
          {longDay(row.endAt)}
        </span>
      </div>
    </article>
  )
}

/** Of these, or of everybody who passed. */
export async function printCertificates(row: TrainingData, people?: readonly Certified[]): Promise<void> {
  const { trainingId } = row
  const asked = { trainingId, part: PersonPart.is.PASSED, page: 1, size: 2_000 }
  const all = people ?? (await send(training.calls.people, asked, { loading: true })).list
  const certified = all.filter((one) => one.certificateNo !== null)
  if (certified.length === 0) {
    toast.warning('没有可打印的证书')
    return
  }
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  const of = certified.length === 1 ? certified[0]!.empName : `${certified.length} 人`
  await printSheet({
    title: `${row.certificate} ${of}`,
    paper: 'A4-landscape',
    page: '@page { size: A4 landscape; margin: 14mm }',
    render: () => certified.map((one) => <Certificate key={one.empId} org={org} row={row} one={one} />),
  })
}
