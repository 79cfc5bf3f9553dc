// 风险告知: whose family has to be told of a risk, and who has signed that it was. The notice is printed from the sheet.
import { useState } from 'react'
import { assessAuth } from '#contract/nursing/assessAuth'
import { ASSESS_NEEDS } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import { RiskTold, type RiskToldRow, riskCare } from '#contract/nursing/riskCare'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { openReport } from '#web/areas/nursing/assessForm/acts'
import { FamilySign } from '#web/areas/nursing/assessForm/familySign.part'
import { printNotice } from '#web/areas/nursing/assessForm/riskNotice'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'

const cols = columns(riskCare.calls.told, {
  oldmanName: {
    title: '老人',
    as: person as never,
    width: 200,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link notes={false} />,
    search: { field: 'keyword', as: keyword as never, placeholder: '姓名或拼音首字母', width: 190, order: 0 },
  },
  told: { title: '家属告知', as: RiskTold, width: 100 },
  marks: { title: '风险', as: longText as never, width: 260 },
  kindName: { title: '评估表', width: 200 },
  assessDate: { title: '评估日期', as: date, width: 110, sort: true },
  days: {
    title: '已过',
    as: int,
    width: 80,
    cell: (days, row) =>
      row.told === RiskTold.is.TOLD ? <span className="yy-none">—</span> : <span className="yy-amber">{days} 天</span>,
    text: (days) => String(days),
  },
  familyName: { title: '签字家属', width: 110 },
  toldAt: { title: '签字时间', width: 150, cell: (at) => at?.slice(0, 16) ?? <span className="yy-none">—</span> },
  bedPath: {
    title: '床位',
    as: text,
    width: 206,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department as never, order: 1 } },
})

const tabs = { field: 'told', set: RiskTold }
const follows = [assessForm.events.changed]

export default function RisksTold() {
  const may = useMay()
  const mine = useCall(assessAuth.calls.mine, {}, { silent: true })
  const maySign = mine.data?.granted === true && may(ASSESS_NEEDS.fill)
  const [signing, setSigning] = useState<string | null>(null)
  return (
    <ListPage
      call={riskCare.calls.told}
      columns={cols}
      rowKey="assessmentId"
      title="风险告知"
      unit="份"
      tabs={tabs}
      refreshOn={follows}
      open={(row) => openReport(row.assessmentId)}
      heading={(row) => `${row.oldmanName}・${RiskTold.label(row.told)}`}
      actions={[
        {
          title: '家属签字',
          when: (row: RiskToldRow) => maySign && row.told === RiskTold.is.OPEN,
          onClick: (row) => setSigning(row.assessmentId),
        },
        { title: '打印告知书', onClick: (row) => void printNotice(row.assessmentId) },
        { title: '评估报告', onClick: (row) => openReport(row.assessmentId) },
      ]}
      empty={{ title: '没有要告知的风险', text: '在住老人最近的风险评估没有发现需要防护的风险，或家属都已签字。' }}
    >
      {signing && (
        <FamilySign assessmentId={signing} open onClose={() => setSigning(null)} onDone={() => setSigning(null)} />
      )}
    </ListPage>
  )
}
