// One application with everything whoever decides should know, and the decision in the foot.
import { useState } from 'react'
import { OutingAuditKind, type OutingDetailData, outing } from '#contract/live/outing'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { Decision, NotYours } from '#web/areas/live/review/decision.part'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Change } from '#web/kit/parts/Timeline'
import { useAct, useCall } from '#web/kit/query'
import { OutingFacts, OutingHistory } from './detail.part.tsx'
import { PhaseTag } from './marks.part.tsx'
import './outing.css'

const { calls } = outing
const SELF_CARE = ['', '自理', '半自理', '不能自理']
const TOUCHED = [outing, { area: 'live', name: 'residence' }] as const

function OutingDecision({ row, onDone }: { row: OutingDetailData; onDone(): void }) {
  const shared = { touches: TOUCHED, handles: () => true }
  const pass = useAct(calls.pass, shared)
  const decline = useAct(calls.decline, shared)
  const about = { outId: row.outId, version: row.version }
  return (
    <Decision
      oldmanName={row.oldmanName}
      pass={{ ...pass, run: (auditRemark) => pass.run({ ...about, auditRemark }) }}
      decline={{ ...decline, run: (auditRemark) => decline.run({ ...about, auditRemark: auditRemark ?? '' }) }}
      onDone={onDone}
    />
  )
}

function Asked({ row }: { row: OutingDetailData }) {
  if (!row.asked) return null
  return (
    <div className="yy-told yy-pad-12 yy-amber yy-round-card yy-below-16">
      <b className="yy-strong">申请延期</b>：
      <Change from={row.planReturn.slice(0, 16)} to={row.asked.newReturn.slice(0, 16)} />
      <div>
        原因：{row.asked.reason}（{row.asked.byName}，{row.asked.at.slice(0, 16)}）
      </div>
    </div>
  )
}

function Body({ row }: { row: OutingDetailData }) {
  const { resident } = row
  const inFamily = resident.companions.some(
    (one) => one.family && one.name === row.companion && one.phone === row.companionPhone,
  )
  return (
    <div className="yy-outing-drawer">
      <Asked row={row} />
      <section className="yy-outing-head yy-pad-10-12 yy-tint yy-below-16 yy-edge yy-round-card">
        <p className="yy-row yy-wrap yy-no-margin">
          <ResidentCell row={row} link />
          <BedPath path={row.bedPath} />
          <PhaseTag row={row} />
        </p>
      </section>
      <Facts
        facts={[
          { label: '护理等级', value: resident.levelName },
          { label: '自理能力', value: resident.selfCare ? SELF_CARE[resident.selfCare] : null },
          { label: '慢性病', value: resident.diseases.join('、') || '没有记录', wide: true },
          {
            label: '过敏',
            value:
              resident.allergies.length > 0 ? (
                <b className="yy-outing-late yy-red yy-strong">{resident.allergies.join('、')}</b>
              ) : (
                '没有记录'
              ),
            wide: true,
          },
          ...(resident.medication ? [{ label: '长期用药', value: resident.medication, wide: true }] : []),
        ]}
      />
      <h4>外出安排</h4>
      <OutingFacts row={row} />
      <h4>登记的家属</h4>
      {!inFamily && <p className="yy-outing-late yy-red yy-strong">陪同人不在登记的家属之中，请核实身份</p>}
      {resident.companions.length > 0 && (
        <table className="yy-outing-history yy-plain-table">
          <tbody>
            {resident.companions.map((one) => (
              <tr key={`${one.name}${one.phone}`}>
                <td>
                  {one.name} <span className="yy-person-about">{one.relationName}</span>
                </td>
                <td>
                  <PhoneText phone={one.phone} of={row.oldmanId} />
                </td>
                <td>{one.note}</td>
                <td>{one.name === row.companion && one.phone === row.companionPhone && <b>本次陪同</b>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OutingHistory row={row} />
    </div>
  )
}

interface AuditDrawerProps {
  outId: string | null
  onClose(): void
}

export function AuditDrawer({ outId, onClose }: AuditDrawerProps) {
  const [shown, setShown] = useState(outId)
  if (outId && outId !== shown) setShown(outId)
  const found = useCall(calls.audit, shown ? { outId: shown } : null)
  if (!shown) return null
  const row = found.data
  const foot =
    row?.waiting &&
    (row.whyNot ? (
      <NotYours why={row.whyNot} />
    ) : (
      <OutingDecision key={`${row.outId}${row.version}`} row={row} onDone={onClose} />
    ))
  return (
    <SideDrawer
      open={outId !== null}
      width={720}
      title={row?.waiting ? `审核${OutingAuditKind.label(row.waiting)}` : '外出单'}
      about={row && `${row.outNo}　${row.applicantName ?? ''} 登记`}
      foot={foot}
      onClose={onClose}
    >
      {found.error && <ErrorBlock what="外出单" error={found.error} onRetry={() => void found.refetch()} />}
      {!row && !found.error && <BlockBones lines={10} />}
      {row && <Body row={row} />}
    </SideDrawer>
  )
}
