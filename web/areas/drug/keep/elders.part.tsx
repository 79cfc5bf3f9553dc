// 寄存药品 by elder: what each has, the most urgent first, with the warnings as tabs.
import { ClipboardList, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { KeepWarn } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { KeepElderData, SlipData } from '#contract/drug/keepRows'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { ElderDrawer } from './elder.part.tsx'
import { ReachTag, reachWords } from './faces.tsx'
import { depositForm, settingForm } from './forms.tsx'
import { printSlip } from './print.tsx'
import { RefillDrawer } from './refill.part.tsx'

const SHOWN = 4

/** The most urgent few; the rest is one click away. */
function Lines({ row }: { row: KeepElderData }) {
  if (row.lines.length === 0) return <span className="yy-none">没有存药</span>
  return (
    <span className="yy-drug-cell yy-stack yy-gap-2">
      {row.lines.slice(0, SHOWN).map((line) => (
        <span key={line.drugId} className="yy-drug-short">
          <span className="yy-drug-short-name">
            {line.drugName} <span className="yy-second">{line.spec}</span>
          </span>
          <span className="yy-drug-short-left">
            {line.quantity} {line.unitName}
          </span>
          <span>
            <ReachTag row={line} />
          </span>
          <span className="yy-row yy-gap-6">
            {line.expiryState && line.expiryState !== 'FINE' && (
              <span className={line.expiryState === 'EXPIRED' ? 'yy-red' : 'yy-amber'}>
                {line.expiryState === 'EXPIRED' ? '已过期' : `${line.until} 到期`}
              </span>
            )}
            {line.recalled && <span className="yy-red">召回</span>}
          </span>
        </span>
      ))}
      {row.lines.length > SHOWN && <span className="yy-second">另有 {row.lines.length - SHOWN} 种</span>}
    </span>
  )
}

const lineWords = (row: KeepElderData) =>
  row.lines
    .map((line) => `${line.drugName} ${line.spec} ${line.quantity} ${line.unitName}（${reachWords(line)}）`)
    .join('；')

const cols = columns(
  drugKeep.calls.list,
  {
    oldmanName: {
      title: '老人',
      width: 220,
      sort: true,
      search: { field: 'oldmanName', as: keyword, placeholder: '姓名或拼音首字母' },
      cell: (_, row) => (
        <span className="yy-stack yy-gap-2">
          <ResidentCell row={row} notes={false} />
          <BedPath path={row.bedPath} />
        </span>
      ),
      text: (name) => name ?? '',
    },
    bedPath: { title: '床位', width: 200, hidden: true, text: (path) => bedPathText(path) },
    deptName: { title: '部门', width: 120, hidden: true, search: { field: 'deptId', as: department } },
    drugs: { title: '药品（种）', as: int, width: 92 },
    lines: {
      title: '存药',
      width: 640,
      cell: (_, row) => <Lines row={row} />,
      text: (_, row) => lineWords(row),
    },
    lastAt: { title: '最近收发', as: datetime, width: 140 },
  },
  { drugName: { title: '药品', as: keyword, placeholder: '药品名称或首字母' } },
)

export function Elders({
  top,
  oldmanId,
  onElder,
}: {
  top: ReactNode
  oldmanId: string | null
  onElder(id: string | null): void
}) {
  const [refilling, setRefilling] = useState(false)
  const onSlip = (slip: SlipData) => void printSlip(slip.slipId)
  return (
    <ListPage
      call={drugKeep.calls.list}
      columns={cols}
      rowKey="oldmanId"
      title="寄存药品"
      unit="人"
      top={() => top}
      tabs={{ field: 'warn', set: KeepWarn }}
      create={depositForm(null, onSlip)}
      open={(row) => onElder(row.oldmanId)}
      refreshOn={[drugKeep.events.changed]}
      tools={[
        {
          title: '补药清单',
          icon: <ClipboardList size={15} aria-hidden />,
          onClick: () => setRefilling(true),
        },
        {
          title: '预警设置',
          icon: <Settings2 size={15} aria-hidden />,
          needs: drugKeep.calls.saveSetting.needs,
          onClick: (list) => void send(drugKeep.calls.setting).then((now) => list.openForm(settingForm(now))),
        },
      ]}
      actions={[
        { title: '查看', onClick: (row) => onElder(row.oldmanId) },
        {
          title: '药品存入',
          link: '存入',
          needs: drugKeep.calls.add.needs,
          form: (row: KeepElderData) => depositForm(row, onSlip),
        },
      ]}
      empty={{ title: '没有寄存药品', text: '家属送药来时点“药品存入”，按包装登记批号和有效期。' }}
    >
      <ElderDrawer oldmanId={oldmanId} onClose={() => onElder(null)} />
      <RefillDrawer open={refilling} onClose={() => setRefilling(false)} />
    </ListPage>
  )
}
