// Whom one person looks after, and looked after before.
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { StaffChargeData } from '#contract/administration/staffFileShape'
import { StaffChargeKind } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { archivePath } from '#web/areas/live/public'
import { None } from '#web/kit/fields/none'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { chargeForm, endChargeForm } from './chargeForms.tsx'
import { Nothing, PartHead, type PartProps } from './pieces.part.tsx'

export const holds = (one: StaffChargeData) => one.lastDay === null || one.lastDay >= dayText()

export function ChargesPart({ row, onForm }: PartProps) {
  const may = onForm !== undefined && row.can.includes('charge')
  const now = row.chargeRows.filter(holds)
  const past = row.chargeRows.filter((one) => !holds(one))
  const lines = (charges: readonly StaffChargeData[], acts: boolean) => (
    <table className="yy-plain-table yy-lined yy-staff-table">
      <thead>
        <tr className="yy-second">
          <th>对象</th>
          <th>床位</th>
          <th>从</th>
          <th>到</th>
          {acts && <th aria-label="操作" />}
        </tr>
      </thead>
      <tbody>
        {charges.map((one) => (
          <tr key={one.staffChargeId}>
            <td>
              <StatusTag option={StaffChargeKind.find(one.kind)!} />{' '}
              {one.oldmanId ? (
                <button type="button" className="yy-link" onClick={() => openPage(archivePath(one.oldmanId!))}>
                  {one.name}
                </button>
              ) : (
                one.name
              )}
            </td>
            <td>{one.place ?? <None />}</td>
            <td className="yy-one-line">{one.fromDay}</td>
            <td className="yy-one-line">{one.lastDay ?? '至今'}</td>
            {acts && (
              <td className="yy-right">
                <button type="button" className="yy-link" onClick={() => onForm!(endChargeForm(row, [one]))}>
                  结束
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <div className="yy-stack yy-gap-16">
      <section>
        <PartHead title={`正在照护 ${now.length}`} note="一位老人、一张床同时只由一人负责">
          {may && now.length > 1 && <Button onClick={() => onForm!(endChargeForm(row, now))}>全部结束</Button>}
          {may && (
            <>
              <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(chargeForm(row, 'BED'))}>
                分配床位
              </Button>
              <Button
                type="primary"
                icon={<Plus size={15} aria-hidden />}
                onClick={() => onForm!(chargeForm(row, 'ELDER'))}
              >
                分配老人
              </Button>
            </>
          )}
        </PartHead>
        {now.length === 0 ? <Nothing>没有分配照护的老人或床位</Nothing> : lines(now, may)}
      </section>
      {past.length > 0 && (
        <section>
          <PartHead title="以前照护" />
          {lines(past, false)}
        </section>
      )}
    </div>
  )
}
