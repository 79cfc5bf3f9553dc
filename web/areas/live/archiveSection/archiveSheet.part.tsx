// The whole archive on A4, for the file: all sections, the family, the stays and what happened.
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { residence, type StayEventData } from '#contract/live/residence'
import { StayEventKind } from '#contract/live/residenceWords'
import { familyParts, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { type FieldSection, fieldsIn } from '#contract/live/residentFields'
import { archiveSays, elsewhere, type Layout, laidOut } from '#web/areas/live/laidOut'
import { bedPathText } from '#web/areas/live/marks.part'
import { send } from '#web/kit/call'
import { amountText } from '#web/kit/fields/amount'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

type Line = readonly [label: string, value: string | null | undefined, wide?: boolean]

const CSS = `
.file-photo { float: right; width: 26mm; height: 34mm; margin: 0 0 2mm 4mm; border: 0.25mm solid #000; object-fit: cover }
h2 { margin: 4mm 0 0; font-size: 11.5pt; break-after: avoid }
h2 + .grid { margin-top: 1.5mm }
.risk-line { margin-top: 2mm; padding: 1mm 2mm; border: 0.5mm solid #000; font-weight: 600 }
`

/** Label and value, two pairs to a row; wide ones take a row of their own. */
function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = []
  for (const line of lines) {
    const last = rows.at(-1)
    if (!line[2] && last && last.length === 1 && !last[0]![2]) last.push(line)
    else rows.push([line])
  }
  return rows
}

function LinesTable({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <>
      <h2>{title}</h2>
      <table className="grid">
        <colgroup>
          <col style={{ width: '15%' }} />
          <col style={{ width: '35%' }} />
          <col style={{ width: '15%' }} />
          <col style={{ width: '35%' }} />
        </colgroup>
        <tbody>
          {rowsOf(lines).map((row) => (
            <tr key={row[0]![0]}>
              {row.map(([label, value]) => [
                <th key={label}>{label}</th>,
                <td key={`${label}-value`} colSpan={row.length === 1 ? 3 : 1}>
                  {value}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const linesOf = (section: FieldSection, layout: Partial<Layout<ArchiveWholeData, Line>>) =>
  laidOut<ArchiveWholeData, Line>({
    fields: fieldsIn(section),
    said: archiveSays,
    plain: ({ title, wide }, value) => [title, value, wide === true],
    ...layout,
  })

const baseLines = linesOf('base', {
  moves: [
    ['nation', 'phone'],
    ['idCard', 'phone'],
  ],
  special: {
    idType: elsewhere,
    idCard: ({ words, base }, [title]) => [[words.idType ?? title, base.idCard]],
    sex: (one, [title]) => [[title, ResidentSex.label(one.sex)]],
    birthDate: (one, [title, day]) => [[title, `${day}（${one.age} 岁）`]],
    deptId: (one, [title]) => [[title, one.deptName]],
    saleId: (one, [title]) => [[title, one.saleName]],
  },
})

const extraLines = linesOf('extra', { moves: [['medicalCardNo', 'income']] })

const healthLines = linesOf('health', {
  moves: [
    ['allergies', 'bloodAbo'],
    ['diseases', 'sleep'],
    ['diet', 'sleep'],
    ['aids', 'infectious'],
  ],
  special: {
    bloodAbo: ({ words }) => [['血型', [words.bloodAbo, words.bloodRh].filter(Boolean).join(' ')]],
    bloodRh: elsewhere,
    healthReportDate: ({ health: { healthReportDate: made, healthReportExpire: ends } }) => [
      ['体检', made && `${made}，有效期至 ${ends ?? '未登记'}`],
    ],
    healthReportExpire: elsewhere,
    healthRemark: ({ assessment }, remark) => [
      [
        '能力评估',
        assessment && `${assessment.levelName ?? ''}　${assessment.total ?? ''} 分（${assessment.assessDate}）`,
        true,
      ],
      remark,
    ],
  },
})

export function Paper({ one, events }: { one: ArchiveWholeData; events: readonly StayEventData[] }) {
  const { account } = one
  return (
    <>
      <LinesTable title="一、基本信息" lines={baseLines(one)} />
      <LinesTable
        title="二、居住与费用"
        lines={[
          ['入住状态', ResidenceStatus.label(one.status)],
          ['入住日期', one.checkInDate],
          ['床位', bedPathText(one.bedPath), true],
          ['护理等级', one.levelName],
          ['合同至', one.contractEnd ?? one.trialEnd],
          ['账户余额', `${amountText(account.balanceFen)} 元`],
          ['未缴', `${amountText(account.owedFen)} 元`],
          ['押金', `${amountText(account.depositFen)} 元`],
          ...(account.bookingFen ? [['订金', `${amountText(account.bookingFen)} 元`] as [string, string]] : []),
          ['付费人', one.payerName],
        ]}
      />
      <LinesTable title="三、扩展信息" lines={extraLines(one)} />
      <LinesTable title="四、健康信息" lines={healthLines(one)} />
      <h2>五、家属与责任人</h2>
      <SheetTable
        rows={one.family}
        columns={[
          { key: 'name', title: '姓名', width: 13, text: (row) => row.name },
          { key: 'relation', title: '关系', width: 11, text: (row) => row.relationName },
          { key: 'phone', title: '电话', width: 17, whole: true, text: (row) => row.phone },
          {
            key: 'part',
            title: '身份',
            width: 24,
            text: (row) =>
              familyParts
                .filter(([part]) => row[part])
                .map(([, title]) => title)
                .join('、'),
          },
          { key: 'address', title: '住址', text: (row) => row.address },
        ]}
      />
      <h2>六、居住变动</h2>
      <SheetTable
        rows={[...events].reverse()}
        columns={[
          { key: 'day', title: '日期', width: 14, whole: true, text: (row) => row.day },
          { key: 'kind', title: '事项', width: 12, text: (row) => StayEventKind.label(row.kind) },
          {
            key: 'content',
            title: '内容',
            text: (row) => `${row.content}${row.reason ? `　原因：${row.reason}` : ''}`,
          },
          { key: 'user', title: '经办', width: 12, text: (row) => row.userName },
        ]}
      />
    </>
  )
}

/** Asks for everything anew, so that the paper says what stands in the archive now. */
export async function printArchive(oldmanId: string): Promise<void> {
  const [one, events] = await Promise.all([
    send(archiveSection.calls.detail, { oldmanId }, { loading: true }),
    send(residence.calls.record, { oldmanId }),
  ])
  const user = useSession.getState().user
  await printSheet({
    title: `老人档案-${one.oldmanName}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={user?.orgInfo.orgName ?? ''}
        title="老人档案"
        sub={`档案编号 ${one.archiveNo}　建档 ${one.createTime.slice(0, 10)}　最近修改 ${one.updateTime.slice(0, 10)}`}
        signatures={[{ label: '打印人', name: user?.empInfo.empName ?? '' }, { label: '审核' }, { label: '日期' }]}
      >
        <style>{CSS}</style>
        {one.head && <img className="file-photo" src={one.head} alt="" />}
        {one.risks.length > 0 && (
          <p className="risk-line">
            风险提示：{one.risks.map((risk) => [risk.title, risk.note].filter(Boolean).join(' ')).join('；')}
          </p>
        )}
        <Paper one={one} events={events} />
      </Sheet>
    ),
  })
}
