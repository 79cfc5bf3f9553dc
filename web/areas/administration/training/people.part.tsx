// The people of a training: found by name, cut by how far they are, signed in one by one or many at once, taken along as a workbook.
import { Button, Input, Table } from 'antd'
import { Check, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PersonPart, type TrainingData, type TrainingPersonData, training } from '#contract/administration/training'
import { SignWay } from '#contract/administration/trainingWords'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { person, text } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { printCertificates } from './certificate.tsx'
import { inviteForm } from './forms.tsx'

const SIZE = 50

type PartValue = (typeof PersonPart.list)[number]['value']

const sheet = columns(training.calls.people, {
  empName: { title: '姓名', as: person },
  deptName: { title: '部门', as: text },
  jobName: { title: '岗位', as: text },
  signedAt: { title: '签到时间', as: datetime },
  signWay: { title: '签到方式', as: SignWay },
  signedByName: { title: '登记人', as: person },
  score: { title: '成绩', as: int },
  passed: { title: '合格', as: yesNo },
  certificateNo: { title: '证书编号', as: text },
  remark: { title: '备注', as: text },
})

export function Verdict({ one }: { one: Pick<TrainingPersonData, 'passed' | 'byHand'> }) {
  if (one.passed === null) return <span className="yy-none">—</span>
  return (
    <StatusTag family={one.passed ? 'green' : 'red'}>
      {one.passed ? '合格' : '不合格'}
      {one.byHand ? '（手工判定）' : ''}
    </StatusTag>
  )
}

const namesOf = (chosen: readonly TrainingPersonData[]) =>
  chosen.length > 5
    ? `${chosen
        .slice(0, 5)
        .map((one) => one.empName)
        .join('、')} 等`
    : chosen.map((one) => one.empName).join('、')

interface PeopleProps {
  row: TrainingData
  onForm(form: FormRequest): void
}

export function People({ row, onForm }: PeopleProps) {
  const { trainingId } = row
  const [keyword, setKeyword] = useState('')
  const [part, setPart] = useState<PartValue | null>(null)
  const [page, setPage] = useState(1)
  const [ticked, setTicked] = useState<readonly TrainingPersonData[]>([])
  const sign = useAct(training.calls.signList, { touches: [{ area: 'home', name: 'bench' }] })
  const query = { trainingId, keyword: keyword || null, part, page, size: SIZE, orderBy: null }
  const { data, error, isPending, refetch } = useCall(training.calls.people, query, { keepPrevious: true })
  if (error) return <ErrorBlock what="培训人员" error={error} onRetry={() => void refetch()} />
  const can = (move: string) => row.can.includes(move)
  const empIds = ticked.map((one) => one.empId)
  const signThem = async (people: readonly TrainingPersonData[], signed: boolean) => {
    const done = await sign.run({ trainingId, empIds: people.map((one) => one.empId), signed })
    if (!done) return
    setTicked([])
    toast.success(signed ? `已登记 ${people.length} 人签到` : `已取消 ${people.length} 人的签到`)
  }
  const takeOut = async () => {
    const done = await confirmCall(training.calls.uninvite, {
      input: { trainingId, empIds },
      title: `把 ${ticked.length} 人移出名单？`,
      effects: [namesOf(ticked), '他们会收到“不用参加”的通知'],
      verb: '移出名单',
      safe: '不移出',
      danger: true,
      done: '已移出名单',
    })
    if (done) setTicked([])
  }
  const mayChoose = can('people') || can('sign')
  const unsigned = ticked.filter((one) => one.signedAt === null)
  const signed = ticked.filter((one) => one.signedAt !== null)
  return (
    <>
      <CountTabs<PartValue | null>
        label="签到情况"
        tabs={[
          { value: null, label: '全部', count: row.people },
          { value: PersonPart.is.UNSIGNED, label: '未签到', count: row.people - row.signed },
          { value: PersonPart.is.SIGNED, label: '已签到', count: row.signed },
          { value: PersonPart.is.PASSED, label: '合格', count: row.passed },
          { value: PersonPart.is.FAILED, label: '不合格' },
        ]}
        value={part}
        onChange={(next) => {
          setPart(next)
          setPage(1)
        }}
      />
      <div className="yy-row yy-gap-8 yy-wrap">
        <span style={{ width: 200 }}>
          <Input.Search
            allowClear
            placeholder="姓名或拼音首字母"
            aria-label="按姓名查找"
            onSearch={(words) => {
              setKeyword(words.trim())
              setPage(1)
            }}
          />
        </span>
        {can('people') && (
          <Button icon={<UserPlus size={15} aria-hidden />} onClick={() => onForm(inviteForm(row))}>
            添加人员
          </Button>
        )}
        <ExportButton
          call={training.calls.people}
          title={`培训人员 ${row.title}`}
          query={query}
          columns={sheet.list}
          total={data?.total ?? 0}
        />
        {ticked.length > 0 && (
          <span className="yy-push yy-inline yy-gap-8">
            已选 <b>{ticked.length}</b> 人
            {can('sign') && unsigned.length > 0 && (
              <Button type="primary" loading={sign.running} onClick={() => void signThem(unsigned, true)}>
                登记 {unsigned.length} 人签到
              </Button>
            )}
            {can('sign') && signed.length > 0 && (
              <Button loading={sign.running} onClick={() => void signThem(signed, false)}>
                取消 {signed.length} 人签到
              </Button>
            )}
            {can('people') && signed.length === 0 && <Button onClick={() => void takeOut()}>移出名单</Button>}
          </span>
        )}
      </div>
      <Table<TrainingPersonData>
        size="small"
        rowKey="empId"
        loading={isPending}
        dataSource={data?.list ?? []}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
          showSizeChanger: false,
        }}
        {...(mayChoose && {
          rowSelection: {
            selectedRowKeys: empIds,
            preserveSelectedRowKeys: true,
            onChange: (_, chosen) => setTicked(chosen),
          },
        })}
        locale={{ emptyText: <Empty title="这里没有人" text="换一个分类或姓名再看。" /> }}
        columns={[
          { title: '姓名', dataIndex: 'empName' },
          { title: '部门', dataIndex: 'deptName', render: (name: string | null) => name ?? '—' },
          { title: '岗位', dataIndex: 'jobName', render: (name: string | null) => name ?? '—' },
          {
            title: '签到',
            dataIndex: 'signedAt',
            render: (at: string | null, one) =>
              at ? (
                <span className="yy-inline yy-gap-6">
                  {at.slice(5, 16)}
                  <span className="yy-second">
                    {SignWay.label(one.signWay!)}
                    {one.signedByName ? `，${one.signedByName}` : ''}
                  </span>
                </span>
              ) : can('sign') ? (
                <Button
                  size="small"
                  icon={<Check size={14} aria-hidden />}
                  disabled={sign.running}
                  aria-label={`登记 ${one.empName} 签到`}
                  onClick={() => void signThem([one], true)}
                >
                  登记签到
                </Button>
              ) : (
                <span className="yy-none">未签到</span>
              ),
          },
          ...(row.passScore === null
            ? []
            : [
                {
                  title: '成绩',
                  dataIndex: 'score',
                  align: 'right' as const,
                  render: (score: number | null) => score ?? '—',
                },
              ]),
          { title: '结果', dataIndex: 'passed', render: (_, one) => <Verdict one={one} /> },
          ...(row.certificate === null
            ? []
            : [
                {
                  title: '证书编号',
                  dataIndex: 'certificateNo',
                  render: (no: string | null, one: TrainingPersonData) =>
                    no === null ? (
                      '—'
                    ) : can('certificate') ? (
                      <button
                        type="button"
                        className="yy-link"
                        aria-label={`打印 ${one.empName} 的证书`}
                        onClick={() => void printCertificates(row, [one])}
                      >
                        {no}
                      </button>
                    ) : (
                      no
                    ),
                },
              ]),
          { title: '备注', dataIndex: 'remark', render: (words: string | null) => words ?? '—' },
        ]}
      />
    </>
  )
}
