// 批号召回: which batches must not be given, who has them and who got them.
import { type ReactNode, useState } from 'react'
import { qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { RecallData, RecallDetailData } from '#contract/drug/keepRows'
import { DrugFace } from '#web/areas/drug/drugFace.part'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { keyword } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { recallForm, releaseForm } from './forms.tsx'

const cols = columns(
  drugKeep.calls.recalls,
  {
    drugName: {
      title: '药品',
      width: 260,
      search: { field: 'drugName', as: keyword, placeholder: '名称或拼音首字母' },
      cell: (_, row) => <DrugFace row={row} />,
      text: (_, row) => `${row.drugName} ${row.spec}`,
    },
    batchNo: { title: '批号', width: 110, search: true },
    closedAt: {
      title: '状态',
      width: 110,
      cell: (at) => <StatusTag family={at ? 'grey' : 'red'}>{at ? '已解除' : '召回中'}</StatusTag>,
      text: (at) => (at ? '已解除' : '召回中'),
    },
    holders: { title: '持有（人）', as: int, width: 92 },
    held: {
      title: '在存',
      width: 100,
      cell: (held, row) => `${qtyText(held)} ${row.unitName}`,
      text: (held, row) => `${qtyText(held)} ${row.unitName}`,
    },
    takers: { title: '用过（人）', as: int, width: 92 },
    reason: { title: '原因', width: 220 },
    userName: { title: '召回人', width: 90 },
    createTime: { title: '召回时间', as: datetime, width: 140, sort: true },
    closedWhy: { title: '解除说明', width: 180 },
  },
  { open: { title: '召回中', as: yesNo } },
)

function Reached({ one }: { one: RecallDetailData }) {
  if (one.elders.length === 0)
    return <Empty title="没有老人有过这一批" text="在您的数据范围内，没有人存过或用过这个批号。" />
  return (
    <table className="yy-plain-table yy-lined yy-drug-table">
      <thead>
        <tr>
          {['老人', '有效期至', '在存', '已用', '已退还', '使用时间'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {one.elders.map((elder) => (
          <tr key={elder.stockId}>
            <td>
              <span className="yy-stack yy-gap-2">
                <ResidentCell row={elder} link />
                <BedPath path={elder.bedPath} />
              </span>
            </td>
            <td>{elder.expiry}</td>
            <td>
              {elder.quantity > 0 ? (
                <b className="yy-red">
                  {qtyText(elder.quantity)} {one.unitName}
                </b>
              ) : (
                '已清'
              )}
            </td>
            <td>{elder.taken > 0 ? `${qtyText(elder.taken)} ${one.unitName}，${elder.takes} 次` : '没有'}</td>
            <td>{elder.handedBack > 0 ? `${qtyText(elder.handedBack)} ${one.unitName}` : '没有'}</td>
            <td>
              {elder.firstTake ? (
                `${elder.firstTake.slice(0, 16)} 至 ${elder.lastTake!.slice(0, 16)}`
              ) : (
                <span className="yy-none">—</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RecallDrawer({ row, onClose }: { row: RecallData | null; onClose(): void }) {
  const shown = useShown(row)
  const of = useCall(drugKeep.calls.trace, shown ? { drugId: shown.drugId, batchNo: shown.batchNo } : null)
  return (
    <DetailDrawer
      open={row !== null}
      title={shown ? `${shown.drugName} ${shown.spec}` : '召回'}
      about={shown && `批号 ${shown.batchNo}`}
      width={960}
      of={of}
      what="召回"
      onClose={onClose}
    >
      {(one) => (
        <>
          <p className="yy-no-margin yy-below-12">
            {one.createTime?.slice(0, 16)} {one.userName} 召回：{one.reason}
            {one.closedAt && `；${one.closedAt.slice(0, 16)} ${one.closedBy} 解除：${one.closedWhy}`}
          </p>
          <Reached one={one} />
        </>
      )}
    </DetailDrawer>
  )
}

export function Recalls({ top }: { top: ReactNode }) {
  const [opened, setOpened] = useState<RecallData | null>(null)
  return (
    <ListPage
      call={drugKeep.calls.recalls}
      columns={cols}
      rowKey="recallId"
      title="批号召回"
      unit="批"
      top={() => top}
      create={recallForm()}
      open={setOpened}
      refreshOn={[drugKeep.events.changed]}
      actions={[
        { title: '谁有、谁用过', link: '查看', onClick: setOpened },
        {
          title: '解除召回',
          link: '解除',
          needs: drugKeep.calls.release.needs,
          when: (row: RecallData) => row.closedAt === null,
          form: releaseForm,
        },
      ]}
      empty={{ title: '没有召回的批号', text: '接到厂家或药监通知时点“召回批号”，这一批马上停发。' }}
    >
      <RecallDrawer row={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
