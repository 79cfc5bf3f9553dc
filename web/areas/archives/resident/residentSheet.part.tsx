// 老人基本档案 on A4, for the file.
import { briefFields, type ResidentDetailData } from '#contract/archives/resident'
import { saidText } from '#contract/live/fieldKinds'
import { familyParts, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { fieldNamed, type ResidentField } from '#contract/live/residentFields'
import { bedPathText, elsewhere, laidOut } from '#web/areas/live/public'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

type Line = readonly [label: string, value: string | null]

/** Pairs of label and value, two to a row. */
function pairs(lines: readonly Line[]): (readonly [Line, Line | null])[] {
  return lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1] ?? null] as const] : []))
}

function LinesTable({ lines }: { lines: readonly Line[] }) {
  return (
    <table className="grid">
      <colgroup>
        <col style={{ width: '16%' }} />
        <col style={{ width: '34%' }} />
        <col style={{ width: '16%' }} />
        <col style={{ width: '34%' }} />
      </colgroup>
      <tbody>
        {pairs(lines).map(([first, second]) => (
          <tr key={first[0]}>
            <th>{first[0]}</th>
            <td colSpan={second ? 1 : 3}>{first[1]}</td>
            {second && (
              <>
                <th>{second[0]}</th>
                <td>{second[1]}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields come in words. */
export const residentSays = (one: ResidentDetailData, { name }: ResidentField) =>
  saidText((one as Readonly<Record<string, unknown>>)[name])

export const residentLines = laidOut<ResidentDetailData, Line>({
  fields: briefFields,
  moves: [
    ['marital', 'education'],
    ['diseases', 'allergies'],
    ['address', null],
  ],
  said: residentSays,
  plain: ({ title }, value) => [title, value],
  special: {
    nation: (one, nation) => [
      [fieldNamed('oldmanName').title, one.oldmanName],
      [fieldNamed('sex').title, ResidentSex.label(one.sex)],
      [fieldNamed('birthDate').title, `${one.birthDate}（${one.age} 岁）`],
      ['身份证号', one.idCard],
      nation,
      [fieldNamed('phone').title, one.phone],
    ],
    living: (one, living) => [[fieldNamed('category').title, one.categoryName], living],
    diseases: (one, diseases) => [
      ['入住状态', ResidenceStatus.label(one.status)],
      ['入住日期', one.checkInDate],
      ['床位', bedPathText(one.bedPath)],
      ['部门', one.deptName],
      diseases,
    ],
    address: (one, address) => [
      ['血型', one.blood],
      [fieldNamed('attention').title, one.attentionText],
      [fieldNamed('region').title, one.regionName],
      address,
    ],
    // Not for the file.
    remark: elsewhere,
  },
})

export async function printResident(one: ResidentDetailData): Promise<void> {
  const user = useSession.getState().user
  await printSheet({
    title: `老人基本档案-${one.oldmanName}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={user?.orgInfo.orgName ?? ''}
        title="老人基本档案"
        sub={`档案编号 ${one.archiveNo}　建档时间 ${one.createTime.slice(0, 10)}`}
        signatures={[{ label: '打印人', name: user?.empInfo.empName ?? '' }, { label: '审核' }, { label: '日期' }]}
      >
        <LinesTable lines={residentLines(one)} />
        <SheetTable
          rows={one.family}
          columns={[
            { key: 'name', title: '家属', width: 14, text: (row) => row.name },
            { key: 'relation', title: '关系', width: 12, text: (row) => row.relationName },
            { key: 'phone', title: '电话', width: 18, whole: true, text: (row) => row.phone },
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
      </Sheet>
    ),
  })
}
