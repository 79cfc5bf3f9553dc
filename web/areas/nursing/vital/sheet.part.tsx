// The sheet an elder takes along to a hospital: last values, limits of their own, everything measured in the period.
import { ResidentSex } from '#contract/live/resident'
import type { VitalElderData, VitalPointData } from '#contract/nursing/vital'
import {
  boundsWords,
  GlucoseTiming,
  LimitPart,
  StoolShape,
  type VitalField,
  vitalText,
} from '#contract/nursing/vitalKinds'
import { bedPathText } from '#web/areas/live/public'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

/** More lines than a doctor reads are of no use: the newest count. */
const MOST = 120

/** Paper has no colours: a star for what is off, two for what is dangerous. */
const markOf = { normal: '', yellow: '*', red: '**' } as const

function said(point: VitalPointData, field: VitalField): string {
  const value = point[field]
  if (value === null) return ''
  return vitalText(field, value) + markOf[point.judged.find((one) => one.field === field)?.grade ?? 'normal']
}

const pressure = (point: VitalPointData) =>
  point.systolic === null ? '' : `${said(point, 'systolic')}/${said(point, 'diastolic')}`
const sugar = (point: VitalPointData) =>
  point.glucose === null ? '' : `${said(point, 'glucose')} ${GlucoseTiming.label(point.glucoseTiming)}`
const more = (point: VitalPointData) =>
  [
    point.weight !== null && `体重 ${said(point, 'weight')}`,
    point.height !== null && `身高 ${said(point, 'height')}`,
    point.pain !== null && `疼痛 ${said(point, 'pain')}`,
    point.intake !== null && `入 ${point.intake}`,
    point.output !== null && `出 ${point.output}`,
    point.stool !== null && `大便 ${said(point, 'stool')} 次${StoolShape.label(point.stoolShape)}`,
    point.meal !== null && `进食 ${said(point, 'meal')}`,
    point.remark,
  ]
    .filter(Boolean)
    .join('，')

export function printVitals(elder: VitalElderData, period: { startDate: string; endDate: string }): Promise<void> {
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  const own = elder.limits.filter((limit) => limit.from === 'own')
  const rows = elder.points.slice(-MOST).reverse()
  return printSheet({
    title: `${elder.oldmanName}体征记录 ${period.endDate}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org}
        title="体征记录（就诊用）"
        sub={`${period.startDate} 至 ${period.endDate}`}
        facts={[
          { label: '老人', value: `${elder.oldmanName}（${ResidentSex.label(elder.sex)}，${elder.age} 岁）` },
          { label: '床位', value: bedPathText(elder.bedPath) },
          {
            label: '测量',
            value: `${elder.points.length} 次${elder.points.length > MOST ? `，印最近 ${MOST} 次` : ''}`,
          },
          ...(elder.alert ? [{ label: '当前异常', value: elder.alert.reasons }] : []),
          ...(own.length > 0
            ? [
                {
                  label: '本人界限',
                  value: own.map((limit) => `${LimitPart.label(limit.part)} ${boundsWords(limit)}`).join('；'),
                },
              ]
            : []),
        ]}
        signatures={[{ label: '责任护士' }, { label: '医生' }]}
      >
        <SheetTable
          columns={[
            { key: 'at', title: '时间', whole: true, width: 16, text: (point) => point.measuredAt.slice(5, 16) },
            { key: 't', title: '体温℃', align: 'right', width: 9, text: (point) => said(point, 'temperature') },
            { key: 'p', title: '脉搏', align: 'right', width: 8, text: (point) => said(point, 'pulse') },
            { key: 'r', title: '呼吸', align: 'right', width: 8, text: (point) => said(point, 'breathing') },
            { key: 'bp', title: '血压mmHg', align: 'right', width: 14, text: pressure },
            { key: 'o', title: '血氧%', align: 'right', width: 8, text: (point) => said(point, 'oxygen') },
            { key: 'g', title: '血糖mmol/L', width: 14, text: sugar },
            { key: 'm', title: '其他', text: more },
          ]}
          rows={rows}
        />
        <p className="note">* 偏离正常范围，** 达到危急界限。护理记录，不作医疗诊断。</p>
      </Sheet>
    ),
  })
}
