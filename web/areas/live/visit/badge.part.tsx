// The visitor's slip, A6: who, to whom and where, since when; and lines for leaving. It is carried through the house, so
// it says that the nurses want to be asked first, never why.
import { ResidentSex } from '#contract/live/resident'
import type { VisitRowData } from '#contract/live/visit'
import { bedPathText } from '#web/areas/live/marks.part'
import { printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'

const label = { padding: '1.2mm 2mm', whiteSpace: 'nowrap', width: '20mm' } as const

function Slip({ row, org }: { row: VisitRowData; org: string }) {
  const lines: [string, string][] = [
    ['来访时间', row.inTime.slice(0, 16)],
    ['来访类型', [row.typeName, row.mannerName].filter(Boolean).join('，')],
    ['人数', `${row.people} 人`],
    ...(row.oldmanName
      ? ([
          ['探访老人', `${row.oldmanName}　${row.sex === null ? '' : ResidentSex.label(row.sex)}　${row.age ?? ''} 岁`],
          ['床位', bedPathText(row.bedPath)],
          ['与老人关系', row.relationName ?? ''],
        ] as [string, string][])
      : []),
    ['携带物品', row.items ?? '无'],
    ['体温', row.temperature === null ? '' : `${row.temperature.toFixed(1)} ℃`],
  ]
  return (
    <article>
      <header className="letterhead">
        <b>{org}</b>
        <span>No. {row.visitNo}</span>
      </header>
      <h1 style={{ fontSize: '15pt' }}>访客单</h1>
      <p style={{ fontSize: '20pt', fontWeight: 700, textAlign: 'center', margin: '2mm 0' }}>{row.visitor}</p>
      <table className="grid">
        <tbody>
          {lines.map(([title, value]) => (
            <tr key={title}>
              <th style={label}>{title}</th>
              <td>{value}</td>
            </tr>
          ))}
          {row.attention.length > 0 && (
            <tr>
              <th style={label}>请注意</th>
              <td>
                <b>请先到护士站报到，由护理人员陪同探访</b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="note">请随身携带，离开时交还前台。喂食前请先问护士站，带老人外出须先办请假。</p>
      <footer className="signatures">
        <span>
          离开时间：
          <i className="line" />
        </span>
        <span>登记：{row.userName ?? ''}</span>
      </footer>
    </article>
  )
}

export function printSlip(row: VisitRowData): Promise<void> {
  const org = useSession.getState().user?.orgInfo?.orgName ?? ''
  return printSheet({
    title: `访客单 ${row.visitNo}`,
    paper: 'A4',
    page: '@page { size: 105mm 148mm; margin: 7mm 8mm }',
    render: () => <Slip row={row} org={org} />,
  })
}
